import CAllocationCounter

/// The cost of one kind of question other than a URL.
struct DecisionMeasurement: Encodable {
    /// The minimum number of decisions per second on one core.
    static let bar = 1_000_000.0

    let workload: String
    /// Thread CPU time per decision in nanoseconds, for the fastest and the median pass.
    let minimum: Double
    let median: Double
    /// Decisions per second on one core, for the median pass.
    let perSecond: Double
    /// Allocations per decision in a pass after the first, absent if they cannot be counted.
    let allocations: Double?
    let checksum: UInt64

    /// Runs the workloads alternately, `passes` times.
    static func measure(_ workloads: [DecisionWorkload], passes: Int) -> [DecisionMeasurement] {
        // The first round warms caches and branch predictors, and is not counted.
        let checksums = workloads.map { $0.run() }
        var times: [[Double]] = Array(repeating: [], count: workloads.count)
        var allocations: [UInt64] = Array(repeating: 0, count: workloads.count)
        for _ in 0..<passes {
            for (index, workload) in workloads.enumerated() {
                let allocationsBefore = demarc_allocation_count()
                let start = Measurement.threadTime()
                let checksum = workload.run()
                let end = Measurement.threadTime()
                allocations[index] = demarc_allocation_count() - allocationsBefore
                precondition(checksum == checksums[index], "\(workload.name) gave two answers to the same questions")
                times[index].append(Double(end - start) / Double(workload.decisions))
            }
        }
        return workloads.indices.map { index in
            let sorted = times[index].sorted()
            return DecisionMeasurement(
                workload: workloads[index].name,
                minimum: sorted[0],
                median: sorted[passes / 2],
                perSecond: 1e9 / sorted[passes / 2],
                allocations: demarc_allocation_counting_available()
                    ? Double(allocations[index]) / Double(workloads[index].decisions) : nil,
                checksum: checksums[index]
            )
        }
    }
}
