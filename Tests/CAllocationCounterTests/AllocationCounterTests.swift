import CAllocationCounter
import Foundation
import Testing

@Suite("Allocation counter")
struct AllocationCounterTests {
    /// Whether this process may replace `malloc`: glibc, and no sanitizer that needs it for itself.
    private static var shouldCount: Bool {
        #if canImport(Glibc)
            let sanitizers = ["__asan_init", "__tsan_init"]
            return sanitizers.allSatisfy { unsafe dlsym(dlopen(nil, RTLD_NOW), $0) == nil }
        #else
            return false
        #endif
    }

    @Test("The counter works wherever it can, and reports where it cannot")
    func availability() {
        #expect(demarc_allocation_counting_available() == Self.shouldCount)
    }

    @Test("Every allocation function of the C library is counted", .enabled(if: shouldCount, "malloc is not ours here"))
    func libraryCalls() {
        #expect(allocations { unsafe free(malloc(100)) } == 1)
        #expect(allocations { unsafe free(calloc(10, 10)) } == 1)
        #expect(allocations { unsafe free(realloc(malloc(10), 1000)) } == 2)
        #expect(allocations { unsafe free(aligned_alloc(64, 128)) } == 1)
        let aligned = allocations {
            var block: UnsafeMutableRawPointer?
            _ = unsafe posix_memalign(&block, 64, 100)
            unsafe free(block)
        }
        #expect(aligned == 1)
    }

    @Test("An invalid alignment is refused as the C library refuses it", .enabled(if: shouldCount))
    func wrongAlignment() {
        var block: UnsafeMutableRawPointer?
        #expect(unsafe posix_memalign(&block, 3, 100) == EINVAL)
        #expect(unsafe posix_memalign(&block, 4, 100) == EINVAL)
        #expect(unsafe block == nil)
    }

    @Test("Allocations of Swift's runtime are counted", .enabled(if: shouldCount))
    func swiftRuntime() {
        let length = Int.random(in: 100...200)
        #expect(allocations { consume(Array(repeating: 1, count: length)) } == 1)
    }

    @Test("Work without allocations counts nothing", .enabled(if: shouldCount))
    func nothing() {
        var sum = 0
        let counted = allocations { for number in 0..<1000 { sum &+= number } }
        #expect(counted == 0)
        #expect(sum == 499_500)
    }

    @Test("Each thread has its own count", .enabled(if: shouldCount))
    func threads() {
        let done = DispatchSemaphore(value: 0)
        // A thread's start allocates on the thread that starts it, so the other one is started first.
        let go = DispatchSemaphore(value: 0)
        let finished = DispatchSemaphore(value: 0)
        Thread.detachNewThread {
            done.signal()
            go.wait()
            for _ in 0..<1000 { unsafe free(malloc(10)) }
            finished.signal()
        }
        done.wait()
        let counted = allocations {
            go.signal()
            finished.wait()
        }
        #expect(counted < 1000)
    }

    private func allocations(during work: () -> Void) -> UInt64 {
        let before = demarc_allocation_count()
        work()
        return demarc_allocation_count() - before
    }

    /// Keeps an unused value from being optimised away.
    @inline(never)
    private func consume(_ array: [Int]) {}
}
