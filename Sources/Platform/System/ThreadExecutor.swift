import CLinux
import Glibc

/// Runs an actor's jobs one after the other on a thread of their own.
///
/// For an actor that owns a handle which blocks or must stay on one thread; it returns the executor
/// from `unownedExecutor` and keeps it in a `let`. The thread starts with the first job, and ends
/// with ``stop()`` or with the executor.
package final class ThreadExecutor: SerialExecutor {
  private let worker: Worker
  private let name: String

  /// Makes an executor; `name` is what a debugger shows, cut to 15 bytes.
  package init(name: String) {
    self.name = name
    self.worker = Worker()
  }

  deinit {
    worker.stop()
  }

  /// Queues a job.
  package func enqueue(_ job: consuming ExecutorJob) {
    worker.submit(Worker.Item(job: UnownedJob(job), executor: self), name: name)
  }

  /// Names the executor to the runtime.
  package func asUnownedSerialExecutor() -> UnownedSerialExecutor {
    UnownedSerialExecutor(ordinary: self)
  }

  /// Whether the caller runs on this executor's thread.
  package func isIsolatingCurrentContext() -> Bool? {
    worker.isCurrent
  }

  /// Stops with an error unless the caller runs on this executor's thread.
  package func checkIsolated() {
    precondition(worker.isCurrent, "called off the thread of \(name)")
  }

  /// Runs what is queued, then ends the thread; blocks until it has ended.
  ///
  /// A job that is queued later starts a new thread. Called on the thread itself it does not block.
  package func stop() {
    worker.stop()
  }
}

/// Holds the queue of a ``ThreadExecutor`` and its thread; it outlives the executor if the last job
/// lets go of that.
///
/// Sendable unchecked: everything mutable is read and written only with `lock` held.
private final class Worker: @unchecked Sendable {
  struct Item {
    let job: UnownedJob
    /// Keeps the executor until the job is done.
    let executor: ThreadExecutor
  }

  // Allocated, because a pthread mutex must not move.
  private let lock = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
  private let wakeUp = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)
  private var queue: [Item] = []
  private var thread: PlatformThread?
  private var isStopping = false

  init() {
    pthread_mutex_init(lock, nil)
    pthread_cond_init(wakeUp, nil)
  }

  deinit {
    pthread_cond_destroy(wakeUp)
    pthread_mutex_destroy(lock)
    wakeUp.deallocate()
    lock.deallocate()
  }

  var isCurrent: Bool {
    pthread_mutex_lock(lock)
    defer { pthread_mutex_unlock(lock) }
    return thread?.isCurrent ?? false
  }

  func submit(_ item: Item, name: String) {
    pthread_mutex_lock(lock)
    queue.append(item)
    if thread == nil { startThread(name: name) }
    pthread_cond_signal(wakeUp)
    pthread_mutex_unlock(lock)
  }

  func stop() {
    pthread_mutex_lock(lock)
    guard let running = thread, !isStopping else {
      pthread_mutex_unlock(lock)
      return
    }
    isStopping = true
    pthread_cond_signal(wakeUp)
    pthread_mutex_unlock(lock)
    // If the last job let go of the executor, this is the thread itself, which ends by itself.
    if !running.isCurrent { running.join() }
  }

  /// Called with the lock held.
  private func startThread(name: String) {
    thread = PlatformThread(name: name) { self.run() }
  }

  private func run() {
    while true {
      pthread_mutex_lock(lock)
      while queue.isEmpty, !isStopping { pthread_cond_wait(wakeUp, lock) }
      if queue.isEmpty {
        // Under the same lock, so that a job that comes now starts the next thread.
        thread = nil
        isStopping = false
        pthread_mutex_unlock(lock)
        return
      }
      let batch = queue
      queue = []
      pthread_mutex_unlock(lock)
      for item in batch {
        item.job.runSynchronously(on: item.executor.asUnownedSerialExecutor())
      }
    }
  }
}
