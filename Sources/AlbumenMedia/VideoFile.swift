import CAVFormat
import MediaKit

/// Owns a video that libavformat has opened.
struct VideoFile: ~Copyable {
  private let context: UnsafeMutablePointer<AVFormatContext>
  private let stream: UnsafeMutablePointer<AVStream>?

  /// Silences the library, once in a process.
  static func initialise() {
    av_log_set_level(AV_LOG_QUIET)
  }

  /// Opens a file with the one demuxer that fits its type; nil if that cannot read it.
  ///
  /// No other protocol than `file` is allowed, and little is read to find out what there is.
  init?(_ file: borrowing MediaFile, type: MediaType) {
    let demuxer =
      switch type {
      case .matroska, .webM: "matroska"
      case .avi: "avi"
      default: "mov"
      }
    guard let format = av_find_input_format(demuxer) else { return nil }
    var options: OpaquePointer?
    av_dict_set(&options, "protocol_whitelist", "file", 0)
    av_dict_set(&options, "probesize", "1000000", 0)
    av_dict_set(&options, "analyzeduration", "1000000", 0)
    defer { av_dict_free(&options) }
    var opened: UnsafeMutablePointer<AVFormatContext>?
    guard avformat_open_input(&opened, "file:" + file.alias, format, &options) >= 0,
      let context = opened
    else { return nil }
    self.context = context
    var video = Self.videoStream(context)
    // AVI's header alone tells no duration; the others' nearly always tells all.
    let isEnough = (video?.pointee.codecpar.pointee.width ?? 0) > 0 && type != .avi
    if !isEnough, avformat_find_stream_info(context, nil) >= 0 {
      video = Self.videoStream(context)
    }
    stream = video
  }

  deinit {
    var closing: UnsafeMutablePointer<AVFormatContext>? = context
    avformat_close_input(&closing)
  }

  /// The first moving picture; a cover is none.
  private static func videoStream(
    _ context: UnsafeMutablePointer<AVFormatContext>
  ) -> UnsafeMutablePointer<AVStream>? {
    streams(context).first {
      $0.pointee.codecpar.pointee.codec_type == AVMEDIA_TYPE_VIDEO
        && $0.pointee.disposition & AV_DISPOSITION_ATTACHED_PIC == 0
    }
  }

  private static func streams(
    _ context: UnsafeMutablePointer<AVFormatContext>
  ) -> [UnsafeMutablePointer<AVStream>] {
    (0..<Int(context.pointee.nb_streams)).compactMap { context.pointee.streams[$0] }
  }

  /// Whether there is sound but no picture.
  var isAudioOnly: Bool {
    stream == nil
      && Self.streams(context).contains {
        $0.pointee.codecpar.pointee.codec_type == AVMEDIA_TYPE_AUDIO
      }
  }

  /// The size in pixels as shown, quarter turns applied.
  var size: ImageHeader.Size? {
    guard let parameters = stream?.pointee.codecpar else { return nil }
    let width = Int(parameters.pointee.width)
    let height = Int(parameters.pointee.height)
    return isTurned ? ImageHeader.Size(height, width) : ImageHeader.Size(width, height)
  }

  private var isTurned: Bool {
    var size = 0
    guard let stream,
      let data = av_stream_get_side_data(stream, AV_PKT_DATA_DISPLAYMATRIX, &size),
      size >= 9 * MemoryLayout<Int32>.size
    else { return false }
    let degrees = data.withMemoryRebound(to: Int32.self, capacity: 9) {
      av_display_rotation_get($0)
    }
    guard degrees.isFinite else { return false }
    return Int((degrees / 90).rounded()) % 2 != 0
  }

  /// The running time in seconds.
  var duration: Double? {
    if let seconds = Self.seconds(context.pointee.duration, per: Double(AV_TIME_BASE)) {
      return seconds
    }
    guard let stream = stream?.pointee, stream.time_base.num > 0 else { return nil }
    return Self.seconds(
      stream.duration, per: Double(stream.time_base.den) / Double(stream.time_base.num))
  }

  private static func seconds(_ units: Int64, per second: Double) -> Double? {
    guard units != avshim_no_time, units >= 0, second > 0 else { return nil }
    return Double(units) / second
  }

  /// The value of a key of the file; keys are the same in upper and lower case.
  func text(_ key: String) -> String? {
    Self.text(key, in: context.pointee.metadata)
  }

  /// The value of a key of the moving picture's own.
  func streamText(_ key: String) -> String? {
    stream.flatMap { Self.text(key, in: $0.pointee.metadata) }
  }

  private static func text(_ key: String, in dictionary: OpaquePointer?) -> String? {
    guard let entry = av_dict_get(dictionary, key, nil, 0), let value = entry.pointee.value else {
      return nil
    }
    return DescriptiveText.trimmed(LegacyText.decode(cString: value))
  }
}
