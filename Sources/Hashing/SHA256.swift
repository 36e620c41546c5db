import CGcrypt

/// Hashes with SHA-256 (FIPS 180-4), by libgcrypt and so with the CPU's SHA instructions.
///
/// As a value it is an incremental hasher for data that comes in pieces, one a file. For data that
/// is in memory use the static functions: they allocate nothing, and are the fastest way to hash a
/// million short messages or the links of a chain.
///
/// A hasher stays on one thread at a time; any number of hashers may be used at once.
package struct SHA256: ~Copyable {
  private let handle: gcry_md_hd_t

  /// Begins an empty message (`gcry_md_open`).
  package init() {
    Gcrypt.requireInitialized()
    var opened: gcry_md_hd_t?
    let status = gcry_md_open(&opened, CInt(GCRY_MD_SHA256.rawValue), 0)
    guard status == 0, let opened else {
      Gcrypt.fail("gcry_md_open", status)
    }
    handle = opened
  }

  deinit {
    gcry_md_close(handle)
  }

  /// Appends bytes to the message (`gcry_md_write`).
  package mutating func update(_ bytes: UnsafeRawBufferPointer) {
    guard let base = bytes.baseAddress else { return }
    gcry_md_write(handle, base, bytes.count)
  }

  /// Appends bytes to the message; without a copy if they are contiguous, as an array's are.
  package mutating func update(_ bytes: some Sequence<UInt8>) {
    let wasContiguous: Void? = bytes.withContiguousStorageIfAvailable {
      update(UnsafeRawBufferPointer($0))
    }
    if wasContiguous == nil {
      [UInt8](bytes).withUnsafeBytes { update($0) }
    }
  }

  /// Ends the message and returns its digest (`gcry_md_read`).
  package consuming func finalize() -> Digest32 {
    guard let read = gcry_md_read(handle, CInt(GCRY_MD_SHA256.rawValue)),
      let digest = Digest32(bytes: .init(start: read, count: Digest32.byteCount))
    else {
      Gcrypt.fail("gcry_md_read", 0)
    }
    return digest
  }
}

extension SHA256 {
  /// Returns the digest of one message in memory (`gcry_md_hash_buffer`).
  package static func hash(_ message: UnsafeRawBufferPointer) -> Digest32 {
    hash(message, UnsafeRawBufferPointer(start: nil, count: 0))
  }

  /// Returns the digest of one message; without a copy if it is contiguous, as an array is.
  package static func hash(_ message: some Sequence<UInt8>) -> Digest32 {
    let digest = message.withContiguousStorageIfAvailable { hash(UnsafeRawBufferPointer($0)) }
    return digest ?? [UInt8](message).withUnsafeBytes { hash($0) }
  }

  /// Returns the digest of `first` followed by `second` (`gcry_md_hash_buffers`).
  package static func hash(
    _ first: UnsafeRawBufferPointer, _ second: UnsafeRawBufferPointer
  ) -> Digest32 {
    Digest32 { hash(first, second, into: $0) }
  }

  /// Returns the next link of a hash chain: the digest of the previous link followed by `message`.
  package static func hash(
    _ previous: Digest32, _ message: UnsafeRawBufferPointer
  ) -> Digest32 {
    previous.withUnsafeBytes { hash($0, message) }
  }

  /// Writes the digest of one message into `destination`, which must hold exactly 32 bytes.
  package static func hash(
    _ message: UnsafeRawBufferPointer, into destination: UnsafeMutableRawBufferPointer
  ) {
    hash(message, UnsafeRawBufferPointer(start: nil, count: 0), into: destination)
  }

  /// Writes the digest of `first` followed by `second` into `destination`, which must hold exactly
  /// 32 bytes; it may overlap the messages, so a chain can be hashed in place.
  package static func hash(
    _ first: UnsafeRawBufferPointer, _ second: UnsafeRawBufferPointer,
    into destination: UnsafeMutableRawBufferPointer
  ) {
    precondition(destination.count == Digest32.byteCount, "A SHA-256 digest has 32 bytes")
    Gcrypt.requireInitialized()
    let status = albumen_gcry_sha256_pair(
      destination.baseAddress, first.baseAddress, first.count, second.baseAddress, second.count)
    guard status == 0 else { Gcrypt.fail("gcry_md_hash_buffers", status) }
  }
}
