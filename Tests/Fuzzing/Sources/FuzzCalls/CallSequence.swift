import CDemarc
import DemarcC
import Dispatch

/// The handles of one input, and the calls that use them.
struct CallSequence {
    var reader: CallReader
    var engines: [OpaquePointer?] = [nil]
    var evaluators: [OpaquePointer?] = [nil]
    /// Handles that were freed and are invalid forever.
    var freed: [OpaquePointer?] = [nil]
    var views: [demarc_view] = [0]
    var rules: [UInt64] = [0, 1]
    var answers: [demarc_answer] = [demarc_answer()]
    var requestAnswer = demarc_request_answer()
    private var callCount = 0

    init(_ bytes: [UInt8]) { reader = CallReader(bytes) }

    mutating func run() {
        open(compiledPolicies[0])
        makeEvaluator()
        while !reader.isAtEnd, callCount < 200 {
            callCount += 1
            call()
        }
        for evaluator in evaluators { _ = demarc_evaluator_free(evaluator) }
        for engine in engines { _ = demarc_engine_free(engine) }
        for handle in freed where handle != nil {
            require(demarc_engine_free(handle) == DEMARC_HANDLE, "a freed handle is good again as an engine")
            require(demarc_evaluator_free(handle) == DEMARC_HANDLE, "a freed handle is good again as an evaluator")
        }
    }

    private mutating func call() {
        switch reader.byte() % 32 {
        case 0: open(policy())
        case 1: makeEvaluator()
        case 2: free()
        case 3: changeEngine()
        case 4, 5: changeViews()
        case 6: changeIdentities()
        case 7: reload()
        case 8...13: ask()
        case 14...16: batch()
        case 17...20: readRequest()
        case 21...23: text()
        case 24: report()
        case 25: askInJSON()
        case 26: onTwoThreads()
        case 27: names()
        default: ask()
        }
    }

    // MARK: Choosing

    /// A handle of an engine, or another value.
    mutating func engine() -> OpaquePointer? { handle(of: engines, other: evaluators) }

    /// A handle of an evaluator, or another value.
    mutating func evaluator() -> OpaquePointer? { handle(of: evaluators, other: engines) }

    private mutating func handle(of ours: [OpaquePointer?], other: [OpaquePointer?]) -> OpaquePointer? {
        switch reader.byte() {
        case 0..<220: ours.last ?? nil
        case 220..<232: reader.choice(ours)
        case 232..<240: reader.choice(freed)
        case 240..<248: reader.choice(other)
        case 248..<252: nil
        default: OpaquePointer(bitPattern: UInt(reader.word()))
        }
    }

    mutating func view() -> demarc_view {
        let kind = reader.byte()
        return kind < 250 ? views[Int(kind) % views.count] : reader.word()
    }

    /// The size of a struct, usually the correct one.
    mutating func size<Value>(of type: Value.Type) -> UInt32 {
        let kind = reader.byte()
        if kind < 240 { return UInt32(MemoryLayout<Value>.size) }
        // Never larger than the struct, because the host guarantees that.
        return UInt32(kind - 240) * UInt32(MemoryLayout<Value>.size) / 15
    }

    /// The bytes of a policy: one of ours, truncated, or with one byte changed.
    private mutating func policy() -> [UInt8] {
        var bytes = reader.choice(compiledPolicies)
        switch reader.byte() % 8 {
        case 0: bytes = Array(bytes.prefix(Int(reader.number()) % (bytes.count + 1)))
        case 1: bytes[Int(reader.number()) % bytes.count] ^= reader.byte() | 1
        default: break
        }
        return bytes
    }

    // MARK: Handles

    private mutating func open(_ bytes: [UInt8]) {
        var engine = OpaquePointer(bitPattern: 8)
        var options = demarc_open_options()
        options.size = size(of: demarc_open_options.self)
        options.flags = reader.byte() > 250 ? 1 : 0
        let status = demarc_engine_open_memory(bytes, bytes.count, &options, &engine, nil)
        require((status == DEMARC_OK) == (engine != nil), "an engine is open, and the status is \(status)")
        guard status == DEMARC_OK else { return }
        require(!freed.contains(engine), "a handle is given out again")
        engines.append(engine)
        for name in ["A", "B", "C", "E"] {
            var view: demarc_view = 1
            if demarc_view_find(engine, Array(name.utf8), 1, &view, nil) == DEMARC_OK { views.append(view) }
        }
    }

    private mutating func makeEvaluator() {
        var evaluator = OpaquePointer(bitPattern: 8)
        let status = demarc_evaluator_make(engine(), &evaluator, nil)
        require((status == DEMARC_OK) == (evaluator != nil), "an evaluator is open, and the status is \(status)")
        if evaluator != nil { evaluators.append(evaluator) }
    }

    private mutating func free() {
        if reader.byte() & 1 == 0 {
            let handle = engine()
            if demarc_engine_free(handle) == DEMARC_OK, handle != nil {
                engines.removeAll { $0 == handle && handle != nil }
                freed.append(handle)
            }
        } else {
            let handle = evaluator()
            if demarc_evaluator_free(handle) == DEMARC_OK, handle != nil {
                evaluators.removeAll { $0 == handle && handle != nil }
                freed.append(handle)
            }
        }
        if engines.isEmpty { engines = [nil] }
        if evaluators.isEmpty { evaluators = [nil] }
    }

    private mutating func reload() {
        let bytes = policy()
        var changed: UInt32 = 9
        switch reader.byte() % 3 {
        case 0:
            _ = demarc_engine_reload_if_changed(engine(), &changed, nil)
            require(changed <= 1, "it is neither changed nor not")
        case 1: _ = demarc_engine_reload_memory(engine(), bytes, bytes.count, nil)
        default: _ = demarc_evaluator_rest(evaluator(), nil)
        }
    }

    // MARK: Two threads

    /// Two threads query, and possibly free, the same evaluator at once.
    private mutating func onTwoThreads() {
        let (evaluator, view, frees) = (UInt(bitPattern: evaluator()), view(), reader.byte() > 200)
        let url = reader.text()
        secondThread.async {
            for _ in 0..<20 { Self.navigate(OpaquePointer(bitPattern: evaluator), view, url) }
        }
        for _ in 0..<20 { Self.navigate(OpaquePointer(bitPattern: evaluator), view, url) }
        let handle = OpaquePointer(bitPattern: evaluator)
        if frees, demarc_evaluator_free(handle) == DEMARC_OK, handle != nil {
            evaluators.removeAll { $0 == handle }
            freed.append(handle)
            if evaluators.isEmpty { evaluators = [nil] }
        }
        secondThread.sync {}
    }

    private static func navigate(_ evaluator: OpaquePointer?, _ view: demarc_view, _ url: [UInt8]) {
        var answer = demarc_answer()
        answer.size = UInt32(MemoryLayout<demarc_answer>.size)
        answer.verdict = 1
        let status = demarc_navigate(evaluator, view, url, url.count, nil, &answer, nil)
        require(
            status == DEMARC_OK || (answer.verdict == 0 && answer.reason_count == 0),
            "a failure that does not block"
        )
    }
}
