import CAllocationCounter
import Glibc

/// The cost of one workload on one corpus.
struct Measurement: Encodable {
    let corpus: String
    let urls: Int
    let workload: String
    /// Thread CPU time per URL in nanoseconds, for the fastest and the median pass.
    let minimum: Double
    let median: Double
    /// The ratio of ``minimum`` to the peer's, absent without a peer.
    var ratio: Double?
    /// The largest ratio that the project allows itself, if it sets one.
    var bar: Double?
    /// Allocations per URL in a pass after the first, absent if they cannot be counted.
    let allocations: Double?
    /// The result of the loop; equal for workloads that do the same work.
    let checksum: UInt64

    /// Runs `workloads` alternately, `passes` times, so that changes in the machine's speed affect all of them.
    static func measure(_ workloads: [Workload], on corpus: Corpus, passes: Int) -> [Measurement] {
        // The first round warms caches, buffers and branch predictors, and is not counted.
        var checksums = workloads.map { $0.run(corpus) }
        var times: [[Double]] = Array(repeating: [], count: workloads.count)
        var allocations: [UInt64] = Array(repeating: 0, count: workloads.count)
        let operations = Double(corpus.count * corpus.repetitions)
        for _ in 0..<passes {
            for (index, workload) in workloads.enumerated() {
                let allocationsBefore = demarc_allocation_count()
                let start = threadTime()
                let checksum = workload.run(corpus)
                let end = threadTime()
                allocations[index] = demarc_allocation_count() - allocationsBefore
                precondition(checksum == checksums[index], "\(workload.name) gave two answers for one corpus")
                checksums[index] = checksum
                times[index].append(Double(end - start) / operations)
            }
        }
        let minima = times.map { $0.min() ?? .nan }
        let reference = workloads.firstIndex { $0.isReference }.map { minima[$0] }
        return workloads.indices.map { index in
            Measurement(
                corpus: corpus.name,
                urls: corpus.count,
                workload: workloads[index].name,
                minimum: minima[index],
                median: times[index].sorted()[passes / 2],
                ratio: reference.map { minima[index] / $0 },
                bar: reference.flatMap { _ in workloads[index].bar?.ratio(onCorpus: corpus.name) },
                allocations: demarc_allocation_counting_available() ? Double(allocations[index]) / operations : nil,
                checksum: checksums[index]
            )
        }
    }

    /// CPU time of this thread in nanoseconds. Other processes on the machine do not add to it, although they use the
    /// cache.
    static func threadTime() -> Int {
        var time = timespec()
        unsafe clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return time.tv_sec * 1_000_000_000 + time.tv_nsec
    }
}
