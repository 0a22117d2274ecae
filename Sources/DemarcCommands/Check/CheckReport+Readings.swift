import ByteText
import Demarc
import PolicyModel
import RequestReading
import URLStandard

/// With `--explain`: the readings of path and query that are decided differently than the URL itself. An app opens the URL
/// as a browser reads it, but a server behind a proxy may read it differently. A Demarc server blocks such a request.
extension CheckReport {
    /// A reading and its decision.
    struct OtherReading {
        let path: PathAmbiguity?
        let query: QueryAmbiguity?
        let url: String
        let decision: Decision
    }

    /// Decides each reading of the path and the query of the last decided URL.
    ///
    /// - Parameters:
    ///   - decision: The decision on the unchanged URL.
    ///   - evaluator: The evaluator that made it; afterwards the decision can no longer be queried.
    ///   - input: The input that was decided.
    ///   - target: The view and account of the decision.
    /// - Returns: The readings that are decided differently. A reading of the path is combined with that of the query only
    ///   if neither of them alone is decided differently.
    @inline(never)
    static func otherReadings(
        than decision: Decision,
        _ evaluator: inout Evaluator,
        _ input: Span<UInt8>,
        _ target: DecisionTarget
    ) -> [OtherReading] {
        guard !evaluator.url.isEmpty else { return [] }
        let paths = PathAmbiguity.all(of: evaluator.url, in: input)
        let query = QueryAmbiguity(of: evaluator.url, in: input)
        guard !paths.isEmpty || query != nil else { return [] }
        let parts = Parts(evaluator.url)
        var found: [OtherReading] = []
        var agreeing: [PathAmbiguity] = []
        for path in paths {
            if let other = otherReading(parts, path, nil, than: decision, &evaluator, target) {
                found.append(other)
            } else {
                agreeing.append(path)
            }
        }
        guard let query else { return found }
        if let other = otherReading(parts, nil, query, than: decision, &evaluator, target) { return found + [other] }
        for path in agreeing {
            if let other = otherReading(parts, path, query, than: decision, &evaluator, target) { found.append(other) }
        }
        return found
    }

    /// Decides one reading; nil if the decision is the same.
    private static func otherReading(
        _ parts: Parts,
        _ path: PathAmbiguity?,
        _ query: QueryAmbiguity?,
        than decision: Decision,
        _ evaluator: inout Evaluator,
        _ target: DecisionTarget
    ) -> OtherReading? {
        var url = parts.origin
        url += path.map { Array($0.path.utf8) } ?? parts.path
        url += query.map { Array("?\($0.query)".utf8) } ?? parts.query
        let other = evaluator.navigation(to: url.span, in: target.view, identity: target.identity)
        guard !other.isSame(as: decision) else { return nil }
        return OtherReading(path: path, query: query, url: String(decoding: url, as: UTF8.self), decision: other)
    }

    /// A URL without its fragment, in parts.
    private struct Parts {
        let origin: [UInt8]
        let path: [UInt8]
        /// With its `?`; empty if the URL has none.
        let query: [UInt8]

        init(_ url: borrowing URLRecord) {
            let whole = url.hrefWithoutFragment.array
            let end = whole.count - (url.hasQuery ? url.query.count + 1 : 0)
            let start = end - url.path.count
            (origin, path, query) = (Array(whole[..<start]), Array(whole[start..<end]), Array(whole[end...]))
        }
    }
}

extension CheckReport.OtherReading {
    /// The codes of the readings, that of the path first.
    private var codes: [String] { [path?.reading.rawValue, query?.reading.rawValue].compactMap(\.self) }

    /// The reading as a JSON object.
    var json: String {
        JSONForm.object([
            "code": .string(orNull: codes.first), "queryCode": codes.count > 1 ? .string(orNull: codes.last) : nil,
            "url": .string(url), "class": .string(orNull: decision.urlClass?.rawValue),
            "verdict": .string(decision.verdict.rawValue),
        ]).text
    }

    /// The reading, and the number of other readings of the same URL, as a line of text for people.
    func line(andOthers count: Int, hiding password: HiddenPassword) -> String {
        let urlClass = decision.urlClass.map { " \($0.rawValue)" } ?? ""
        let readings = "\(codes.joined(separator: " with ").andOthers(count)) \(count > 0 ? "read" : "reads")"
        let shown = String(decoding: password.shown(url.utf8.span), as: UTF8.self)
        let note = path?.showsDots == true ? "; \(PathAmbiguity.noteOnDots)" : ""
        return "ambiguity: \(readings) \(shown), which is \(decision.verdict.rawValue)\(urlClass)\(note)"
    }
}
