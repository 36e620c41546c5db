import Glibc
import Platform
import TestSupport
import Testing

@Suite struct ThisProcessTests {
  @Test func `hands out the environment unread`() throws {
    let path = try #require(environmentValue("PATH"))
    #expect(ThisProcess.environment.contains(Array("PATH=\(path)".utf8)))
    #expect(ThisProcess.environment.allSatisfy { !$0.contains(0) })
  }

  @Test func `knows what the machine is called`() throws {
    let name = try readFile("/proc/sys/kernel/hostname").filter { $0 != UInt8(ascii: "\n") }
    #expect(Array(ThisProcess.hostName.utf8) == name)
  }

  @Test func `a file is no terminal`() throws {
    let file = try Descriptor.open("/dev/null", .read)
    #expect(!Terminal.isTerminal(file.raw))
    #expect(Terminal.columns(file.raw) == nil)
  }
}

@Suite struct NotifySocketTests {
  @Test func `only paths and abstract names are addresses`() {
    for text in ["", "relative", "/", "@", "/" + String(repeating: "x", count: 200)] {
      #expect(NotifySocket(address: Array(text.utf8)) == nil, "\(text)")
    }
  }

  @Test func `sends states to a socket, also to an abstract one`() throws {
    try withTemporaryDirectory { root in
      let number = UInt64.random(in: .min ... .max)
      for address in ["\(root)/socket", "@albumen-test-\(number)"] {
        let sender = try #require(NotifySocket(address: Array(address.utf8)))
        let socket = Descriptor(owning: Glibc.socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue), 0))
        #expect(code { try sender.notify("READY=1") } != nil)
        try bind(socket, to: address)
        try sender.notify("READY=1\nSTATUS=watching")
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 256, alignment: 16)
        defer { buffer.deallocate() }
        let count = try socket.read(into: buffer)
        #expect(String(decoding: buffer[..<count], as: UTF8.self) == "READY=1\nSTATUS=watching")
      }
    }
  }

  private func bind(_ socket: borrowing Descriptor, to text: String) throws {
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    let isAbstract = text.hasPrefix("@")
    withUnsafeMutableBytes(of: &address.sun_path) { path in
      path.copyBytes(from: Array(text.utf8))
      if isAbstract { path[0] = 0 }
    }
    let size = socklen_t(MemoryLayout<sa_family_t>.size + text.utf8.count)
    let raw = socket.raw
    try SystemCall.retrying("bind") {
      withUnsafePointer(to: &address) { pointer in
        pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { Glibc.bind(raw, $0, size) }
      }
    }
  }
}
