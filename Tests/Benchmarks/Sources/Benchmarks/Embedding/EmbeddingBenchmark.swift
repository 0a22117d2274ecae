import ByteText
import CAllocationCounter
import CDemarc
import Demarc
import DemarcC
import PolicyFiles

/// The cost of a decision through the C ABI, alternating with the same decision in Swift: single decisions, and a
/// million in a batch.
struct EmbeddingBenchmark {
    let passes: Int

    private static let yaml = """
        demarc: 1
        app: {multiManagedIdentities: true}
        user: dana
        policies: {free: {}}
        accounts: [{account: dana, policy: free}]
        ruleSets:
          corporate:
            default: external
            rules:
              - {id: shops, class: internal, domain: [alber.com, cor.org, dafo.example]}
              - {id: admin, class: blocked, pattern: 'https://contoso.example/admin/*'}
              - {id: gambling, class: blocked, domain: casino.example}
              - {id: network, class: blocked, address: 10.0.0.0/8}
        views: [{id: page, policy: currentIdentity, isExternalURL: corporate}]
        """

    /// The rows of the table.
    func run() throws -> [BarRow] {
        let loaded = PolicyDocumentReader(files: MemoryFiles([String: String]())).load(text: Self.yaml, path: "p.yaml")
        guard let document = loaded.document else { return [BarRow("C", skipped: "the policy is not valid")] }
        let policy = CompiledPolicy(document)
        guard var pair = Pair(policy) else { return [BarRow("C", skipped: "the library does not open the policy")] }
        let column = Column(urls: 1_000_000)
        var (single, batch, times): ([Double], [Double], [Double]) = ([], [], [])
        for pass in 0...passes {
            // Both sides go first equally often.
            let isFirst = pass % 2 == 0
            let before = isFirst ? pair.swift(column) : 0
            let one = pair.c(column)
            let swift = isFirst ? before : pair.swift(column)
            let many = pair.batch(column)
            let loop = pair.swift(column)
            guard pass > 0 else { continue }  // The first round warms caches.
            single.append(one / swift)
            batch.append(many / loop)
            times.append(one)
        }
        let middle = { (values: [Double]) in values.sorted()[values.count / 2] }
        let source = "--measure c"
        var rows = [
            BarRow("a decision through C", middle(single), atMost: 1.2, unit: "× Swift", source),
            BarRow("a batch of a million through C", middle(batch), atMost: 1.2, unit: "× the Swift loop", source),
            BarRow("a decision through C, in time", middle(times), unit: "ns", source),
        ]
        if demarc_allocation_counting_available() {
            rows.append(BarRow("allocations of a decision through C", pair.allocations(column), unit: "each", source))
        }
        return rows
    }

    /// URLs in Arrow's layout.
    private struct Column {
        let bytes: [UInt8]
        let offsets: [Int32]

        init(urls count: Int) {
            let corpus = Corpus.generated()
            var (bytes, offsets): ([UInt8], [Int32]) = ([], [0])
            for index in 0..<count {
                let place = index % corpus.count * 2
                bytes += corpus.bytes[Int(corpus.offsets[place])..<Int(corpus.offsets[place + 1])]
                offsets.append(Int32(bytes.count))
            }
            (self.bytes, self.offsets) = (bytes, offsets)
        }

        var count: Int { offsets.count - 1 }
    }

    /// The same policy on both sides.
    @safe
    private struct Pair: ~Copyable {
        private var evaluator: Evaluator
        private let view: ViewID
        private let handle: OpaquePointer?
        private let viewNumber: demarc_view

        init?(_ policy: CompiledPolicy) {
            let engine = PolicyEngine(policy)
            guard let view = engine.view(named: "page"), let file = try? policy.compiledFile() else { return nil }
            let bytes = file.span.array
            var (handle, maker): (OpaquePointer?, OpaquePointer?) = (nil, nil)
            var number: demarc_view = 0
            unsafe demarc_engine_open_memory(bytes, bytes.count, nil, &maker, nil)
            unsafe demarc_view_find(maker, Array("page".utf8), 4, &number, nil)
            unsafe demarc_evaluator_make(maker, &handle, nil)
            evaluator = engine.makeEvaluator()
            self.view = view
            unsafe self.handle = unsafe handle
            viewNumber = number
        }

        /// Nanoseconds per URL for a loop in Swift that stores the verdicts.
        mutating func swift(_ column: Column) -> Double {
            var verdicts = [UInt8](repeating: 0, count: column.count)
            let (bytes, offsets) = (column.bytes.span, column.offsets.span)
            let start = Measurement.threadTime()
            for index in 0..<column.count {
                let url = bytes.extracting(Int(offsets[index])..<Int(offsets[index + 1]))
                verdicts[index] = evaluator.navigation(to: url, in: view).verdict == .block ? 0 : 1
            }
            let time = Measurement.threadTime() - start
            precondition(verdicts.contains(1), "nothing was allowed")
            return Double(time) / Double(column.count)
        }

        /// The same with one C call per URL.
        mutating func c(_ column: Column) -> Double {
            var verdicts = [UInt8](repeating: 0, count: column.count)
            let start = Measurement.threadTime()
            unsafe column.bytes.withUnsafeBufferPointer { bytes in
                var answer = demarc_answer()
                answer.size = UInt32(MemoryLayout<demarc_answer>.size)
                for index in 0..<column.count {
                    let (first, end) = (Int(column.offsets[index]), Int(column.offsets[index + 1]))
                    // SAFETY: the offsets are within the bytes.
                    let url = unsafe bytes.baseAddress.map { unsafe $0 + first }
                    unsafe demarc_navigate(handle, viewNumber, url, end - first, nil, &answer, nil)
                    verdicts[index] = UInt8(truncatingIfNeeded: answer.verdict)
                }
            }
            let time = Measurement.threadTime() - start
            precondition(verdicts.contains(1), "nothing was allowed")
            return Double(time) / Double(column.count)
        }

        /// The same in a single call.
        mutating func batch(_ column: Column) -> Double {
            var rows = [demarc_row](repeating: demarc_row(), count: column.count)
            var time = 0
            unsafe column.bytes.withUnsafeBufferPointer { bytes in
                unsafe column.offsets.withUnsafeBytes { offsets in
                    var batch = unsafe demarc_batch()
                    unsafe batch.size = UInt32(MemoryLayout<demarc_batch>.size)
                    unsafe batch.offset_bits = 32
                    unsafe batch.bytes = bytes.baseAddress
                    unsafe batch.byte_count = bytes.count
                    unsafe batch.offsets = offsets.baseAddress
                    unsafe batch.count = column.count
                    unsafe batch.row_size = MemoryLayout<demarc_row>.size
                    let start = Measurement.threadTime()
                    unsafe demarc_navigate_batch(handle, viewNumber, &batch, nil, &rows, nil)
                    time = Measurement.threadTime() - start
                }
            }
            precondition(rows.contains { $0.verdict == 1 }, "nothing was allowed")
            return Double(time) / Double(column.count)
        }

        mutating func allocations(_ column: Column) -> Double {
            let before = demarc_allocation_count()
            _ = c(column)
            // The array of verdicts belongs to the benchmark.
            return Double(demarc_allocation_count() - before - 1) / Double(column.count)
        }
    }
}
