import Glibc
import Platform
import TestSupport
import Testing

/// Notes on which threads it runs.
private actor Handle {
  let executor: ThreadExecutor
  private var threads: Set<UInt> = []
  private var order: [Int] = []

  nonisolated var unownedExecutor: UnownedSerialExecutor {
    executor.asUnownedSerialExecutor()
  }

  init(_ executor: ThreadExecutor) { self.executor = executor }

  func note(_ number: Int) {
    threads.insert(UInt(pthread_self()))
    order.append(number)
  }

  func result() -> (threads: Set<UInt>, order: [Int]) { (threads, order) }
}

@Suite struct ThreadExecutorTests {
  @Test func `keeps an actor on one thread, jobs in order`() async throws {
    let executor = ThreadExecutor(name: "test-handle-with-a-long-name")
    let handle = Handle(executor)
    for number in 0..<200 { await handle.note(number) }
    let (threads, order) = await handle.result()
    #expect(threads.count == 1)
    #expect(threads.contains(UInt(pthread_self())) == false)
    #expect(order == Array(0..<200))
    executor.stop()
    // A late job still runs, on a new thread.
    await handle.note(200)
    #expect(await handle.result().order.last == 200)
    executor.stop()
    executor.stop()
  }

  @Test func `runs many callers' jobs one at a time`() async throws {
    let handle = Handle(ThreadExecutor(name: "test"))
    await withTaskGroup(of: Void.self) { group in
      for number in 0..<500 { group.addTask { await handle.note(number) } }
    }
    let (threads, order) = await handle.result()
    #expect(threads.count == 1)
    #expect(Set(order) == Set(0..<500))
  }

  @Test func `goes with its actor`() async throws {
    weak var gone: ThreadExecutor?
    do {
      let executor = ThreadExecutor(name: "test")
      gone = executor
      let handle = Handle(executor)
      await handle.note(1)
    }
    try await wait(for: "the executor to go") { gone == nil }
  }
}
