import MediaKit
import Platform

/// The program that looks into photos and videos for another one: see `MediaProtocol`.
@main
struct AlbumenMedia {
  /// Far more than the header of any sound file takes; a decompression bomb ends here.
  private static let memory: UInt64 = 1 << 30
  /// A client loses patience sooner; this ends a helper that nobody watches any more.
  private static let secondsForOneFile: UInt32 = 120

  static func main() {
    HelperProcess.exit(run())
  }

  /// Serves standard input until it ends; returns the exit code, one of sysexits.h.
  private static func run() -> Int32 {
    guard let output = try? HelperProcess.takeStandardOutput() else { return 71 }
    HelperProcess.confine(memory: memory)
    ChildProcess.endWithParent()
    PhotoMetadata.initialise()
    VideoFile.initialise()
    let helper = MediaHelper(
      watch: { HelperProcess.endUnlessDone(withinSeconds: $0 ? secondsForOneFile : 0) },
      inspect: { Inspection.record($0, $1) },
      inspectSidecar: { Inspection.sidecar($0) })
    let input = Descriptor(owning: 0)
    switch helper.serve(input: input, output: output) {
    case .finished: return 0
    case .otherVersion: return 69
    case .malformed: return 65
    }
  }
}
