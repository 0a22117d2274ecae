import ByteText
import Demarc
import PolicyModel
import RequestReading
import URLStandard

/// With `--explain`: the readings of a path that are decided differently than the URL itself. An app opens the URL as a
/// browser reads it, but a server behind a proxy may read it differently. A Demarc server blocks such a request.
extension CheckReport {
    /// A reading and its decision.
    struct OtherReading {
        let reading: PathReading
        let url: String
        let decision: Decision
    }

    /// Decides each reading of the path of the last decided URL.
    ///
    /// - Parameters:
    ///   - decision: The decision on the unchanged URL.
    ///   - evaluator: The evaluator that made it; afterwards the decision can no longer be queried.
    ///   - input: The input that was decided.
    ///   - target: The view and account of the decision.
    /// - Returns: The readings that are decided differently.
    @inline(never)
    static func otherReadings(
        than decision: Decision,
        _ evaluator: inout Evaluator,
        _ input: Span<UInt8>,
        _ target: DecisionTarget
    ) -> [OtherReading] {
        guard !evaluator.url.isEmpty else { return [] }
        let ambiguities = PathAmbiguity.all(of: evaluator.url, in: input)
        guard !ambiguities.isEmpty else { return [] }
        let (start, end) = aroundPath(of: evaluator.url)
        return ambiguities.compactMap { ambiguity in
            let url = start + ambiguity.path.utf8 + end
            let other = evaluator.navigation(to: url.span, in: target.view, identity: target.identity)
            let isSame =
                other.verdict == decision.verdict && other.urlClass == decision.urlClass
                && other.destination == decision.destination
            return isSame
                ? nil
                : OtherReading(reading: ambiguity.reading, url: String(decoding: url, as: UTF8.self), decision: other)
        }
    }

    /// The part of a URL before its path, and its query.
    private static func aroundPath(of url: borrowing URLRecord) -> ([UInt8], [UInt8]) {
        let query = url.hasQuery ? url.query.count + 1 : 0
        let whole = url.hrefWithoutFragment.array
        let end = whole.count - query
        return (Array(whole[..<(end - url.path.count)]), Array(whole[end...]))
    }
}

extension CheckReport.OtherReading {
    /// The reading as a JSON object.
    var json: String {
        JSONForm.object([
            "code": .string(reading.rawValue), "url": .string(url),
            "class": .string(orNull: decision.urlClass?.rawValue), "verdict": .string(decision.verdict.rawValue),
        ]).text
    }

    /// The reading, and other readings of the same URL, as a line of text for people.
    func line(andOthers count: Int) -> String {
        let urlClass = decision.urlClass.map { " \($0.rawValue)" } ?? ""
        let readings = "\(reading.words(andOthers: count)) \(count > 0 ? "read" : "reads")"
        return "ambiguity: \(readings) \(url), which is \(decision.verdict.rawValue)\(urlClass)"
    }
}
