import Testing

@testable import Operations

/// A new time is above all that were seen, whatever the device's clock says.
@Suite struct HybridClockTests {
  private static let now: Int64 = 1_800_000_000_000

  @Test func followsTheDeviceClock() throws {
    var clock = HybridClock()
    #expect(try clock.next(wall: Self.now) == UInt64(Self.now) << 16)
    #expect(try clock.next(wall: Self.now) == UInt64(Self.now) << 16 + 1)
    #expect(try clock.next(wall: Self.now - 5000) == UInt64(Self.now) << 16 + 2)
    #expect(try clock.next(wall: Self.now + 1) == UInt64(Self.now + 1) << 16)
  }

  @Test(arguments: [Int64.min, -1, 0, 1, 1 << 46, 1 << 47, 1 << 48, Int64.max])
  func aClockThatIsNoneHasNoSay(wall: Int64) throws {
    var clock = HybridClock()
    #expect(try clock.next(wall: wall) == HybridClock.floor << 16)
    #expect(try clock.next(wall: wall) == HybridClock.floor << 16 + 1)
  }

  @Test(arguments: propertySeeds)
  func isAboveAllThatWasSeen(seed: UInt64) throws {
    var random = TransactionGenerator(seed: seed)
    var clock = HybridClock(highest: 0)
    var highest: UInt64 = 0
    for _ in 0..<100 {
      let seen = random.number() >> 3
      clock.observe(seen)
      highest = max(highest, seen)
      #expect(clock.highest == highest)
      let wall = Int64(bitPattern: random.number())
      let time = try clock.next(wall: wall)
      #expect(time > highest && time < HybridClock.end && time >= HybridClock.floor << 16)
      if (0..<1 << 46).contains(wall) { #expect(time >= UInt64(wall) << 16) }
      highest = time
    }
  }

  @Test func timesOutOfRangeAreIgnored() throws {
    var clock = HybridClock(highest: HybridClock.end)
    #expect(clock.highest == 0)
    clock.observe(.max)
    clock.observe(HybridClock.end)
    #expect(clock.highest == 0)
    #expect(HybridClock(highest: .max).highest == 0)
  }

  @Test func theLastTimeIsTheEnd() throws {
    var clock = HybridClock(highest: HybridClock.end - 2)
    #expect(try clock.next(wall: Self.now) == HybridClock.end - 1)
    for _ in 0..<2 {
      let error = #expect(throws: OperationsError.self) { try clock.next(wall: Self.now) }
      #expect(error?.code == .clockExhausted)
      #expect(clock.highest == HybridClock.end - 1)
    }
  }
}
