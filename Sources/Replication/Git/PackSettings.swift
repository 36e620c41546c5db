import GitKit
import Platform

/// Is the file of settings for libgit2's work on packs, in the cache.
///
/// Without it, libgit2 would look for what large pieces have in common, which is nothing: they are
/// segments, each compressed by its tables of ids. Measured, 64 MiB took a minute instead of seconds.
enum PackSettings {
  /// The settings: what is larger than 16 KiB is not compared with anything.
  ///
  /// libgit2 1.5 takes the threshold for large files from `pack.deltaCacheSize` (src/libgit2/
  /// pack-objects.c, packbuilder_config), others from where git has it.
  private static let text =
    "[core]\n\tbigFileThreshold = 16384\n[pack]\n\tdeltaCacheSize = 16384\n"

  /// Lets the settings count for a repository; writes the file where it is missing, or another version's.
  static func apply(
    to repository: borrowing GitRepository, cache: Path
  ) throws(GitError) {
    let file = cache / "git/packs.config"
    if (try? DurableFile.contents(of: file, limit: 4_096)) != Array(text.utf8) {
      do throws(PlatformError) {
        try Files.createDirectories(file.parent, permissions: 0o700)
        try DurableFile.replace(file, with: Array(text.utf8))
      } catch { throw GitError(error, path: file) }
    }
    try repository.configure(by: file)
  }
}
