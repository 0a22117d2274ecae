import ByteText
import Demarc
import PolicyModel
import URLStandard

extension CheckReport {
    /// Writes a decision as an object on one line.
    ///
    /// PERF: what depends on the input is escaped directly into the output; everything else consists of a few fragments
    /// that are rendered once and then copied. No string is created for a URL.
    mutating func appendObject(
        _ decision: Decision,
        _ evaluator: inout Evaluator,
        input: Span<UInt8>,
        target: DecisionTarget
    ) throws(StaleDecision) {
        output.append("{")
        output.append(frame.reference)
        output.append("\"input\":\"")
        output.appendInput(input)
        if evaluator.url.isEmpty {
            output.append("\",\"url\":null")
        } else {
            output.append("\",\"url\":\"")
            output.appendEscaped(evaluator.url.href)
            output.append(UInt8(ascii: "\""))
        }
        output.append(target.json)
        appendFragment(.outcome(decision)) { Self.outcome(decision) }
        try appendRoute(of: decision, evaluator)
        try appendReasons(of: decision, evaluator)
        if let error = evaluator.parsingError { appendFragment(.error(error)) { ",\"error\":\(error.form.text)" } }
        if explains {
            try appendOverridden(decision, &evaluator)
            let readings = Self.otherReadings(than: decision, &evaluator, input, target).map(\.json)
            output.append(text: ",\"ambiguities\":[\(readings.joined(separator: ","))]")
        }
        output.append(UInt8(ascii: "}"))
    }

    // MARK: Fragments

    @inline(__always)
    private mutating func appendFragment(_ key: FragmentCache.Key, _ text: () -> String) {
        let range = fragments.range(of: key) ?? fragments.insert(text(), for: key)
        output.append(range, of: fragments)
    }

    @inline(__always)
    private mutating func appendReasons(
        of decision: Decision,
        _ evaluator: borrowing Evaluator
    ) throws(StaleDecision) {
        // The message contains the hosts of this URL, so it is not cached.
        guard !explains || !decision.has(.urlAmbiguous) else {
            return output.append(text: try reasons(of: decision, evaluator))
        }
        let key = FragmentCache.Key(try evaluator.reasonsKey(of: decision), decision)
        guard let range = fragments.range(of: key) else {
            return output.append(try insertReasons(of: decision, evaluator, key), of: fragments)
        }
        output.append(range, of: fragments)
    }

    @inline(never)
    private mutating func insertReasons(
        of decision: Decision,
        _ evaluator: borrowing Evaluator,
        _ key: FragmentCache.Key
    ) throws(StaleDecision) -> Range<Int> {
        fragments.insert(try reasons(of: decision, evaluator), for: key)
    }

    private func reasons(
        of decision: Decision,
        _ evaluator: borrowing Evaluator
    ) throws(StaleDecision) -> String {
        let page = decision.page.map { "\"\($0.rawValue)\"" } ?? "null"
        let reasons = try evaluator.reasons(of: decision).map { $0.form(explains: explains).text }
        let decidedBy = decision.decidedBy.map { "\($0)" } ?? "null"
        return ",\"page\":\(page),\"reasons\":[\(reasons.joined(separator: ","))],\"decidedBy\":\(decidedBy)"
    }

    private mutating func appendRoute(
        of decision: Decision,
        _ evaluator: borrowing Evaluator
    ) throws(StaleDecision) {
        guard decision.verdict == .route else { return output.append("null") }
        route.removeAll(keepingCapacity: true)
        guard try evaluator.appendRoute(of: decision, to: &route) else { return output.append("null") }
        output.append(UInt8(ascii: "\""))
        output.appendEscaped(route)
        output.append(UInt8(ascii: "\""))
    }

    @inline(never)
    private mutating func appendOverridden(
        _ decision: Decision,
        _ evaluator: inout Evaluator
    ) throws(StaleDecision) {
        let rules = try evaluator.explanation(of: decision).overridden.map(\.form.text)
        output.append(text: ",\"overridden\":[\(rules.joined(separator: ","))]")
    }

    private static func outcome(_ decision: Decision) -> String {
        ",\"class\":\(decision.urlClass.map { "\"\($0.rawValue)\"" } ?? "null")"
            + ",\"verdict\":\"\(decision.verdict.rawValue)\""
            + ",\"to\":\(decision.destination.map { "\"\($0.rawValue)\"" } ?? "null"),\"route\":"
    }
}

extension FragmentCache.Key {
    /// Kinds of fragments, with 16 bits that differ from those of reason codes.
    private enum Kind: UInt64 {
        case outcome = 0xFFFF_0000
        case error
    }

    private init(_ kind: Kind, _ value: Int) { self.init(first: kind.rawValue, second: UInt64(value)) }

    @inline(__always)
    fileprivate init(_ reasons: ReasonsKey, _ decision: Decision) {
        let pageBits: UInt64 =
            switch decision.page {
            case nil: 0
            case .managed?: 1
            case .unmanaged?: 2
            }
        self.init(
            first: reasons.firstCodes,
            second: reasons.furtherCodes,
            third: reasons.rankAndEntry,
            fourth: reasons.viewAndRuleSet | pageBits << 56 | UInt64(Self.position(of: decision.verdict)) << 58,
            fifth: reasons.policies
        )
    }

    @inline(__always)
    fileprivate static func outcome(_ decision: Decision) -> Self {
        let urlClass = decision.urlClass.map { $0.restrictiveness + 1 } ?? 0
        let destination = decision.destination.map(position) ?? 0
        return Self(.outcome, urlClass | position(of: decision.verdict) << 8 | destination << 16)
    }

    @inline(__always)
    private static func position(of verdict: Verdict) -> Int {
        switch verdict {
        case .allow: 0
        case .block: 1
        case .route: 2
        // Navigation yields only the three verdicts above.
        case .allowEncrypted, .allowAsOrganizationData, .switchAccount, .plain, .protected: 3
        }
    }

    fileprivate static func error(_ error: URLParsingError) -> Self {
        Self(.error, URLParsingError.allCases.firstIndex(of: error) ?? 0)
    }

    @inline(__always)
    private static func position(of destination: Destination) -> Int {
        switch destination {
        case .view: 1
        case .managedBrowser: 2
        case .unmanagedBrowser: 3
        case .managedApp: 4
        case .unmanagedApp: 5
        case .system: 6
        case .installBrowser: 7
        }
    }
}

extension OutputStream {
    /// Appends a cached fragment.
    @inline(__always)
    fileprivate mutating func append(_ range: Range<Int>, of fragments: borrowing FragmentCache) {
        append(fragments.span.extracting(range))
    }
}
