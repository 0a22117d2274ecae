import Diagnostics
import PolicyModel

/// The result of one case, with everything that is needed to reproduce it.
struct ProbeResult {
    var name: String
    /// The bytes that were sent, as readable text.
    var sent: String
    /// The URLs that Demarc was asked about; nil if there is no log.
    var asked: [String]?
    /// The heads that arrived.
    var received: [String]
    var status: Int?
    var verdict: ProbeVerdict
    var directive: String?

    /// The result as one JSON object.
    var json: String {
        JSONForm.object([
            "case": .string(name), "sent": .string(sent),
            "asked": asked.map { JSONForm.list($0.map { .string($0) }) } ?? JSONForm.null,
            "received": .list(received.map { .string($0) }),
            "status": status.map { JSONForm.number($0) } ?? JSONForm.null,
            "verdict": .string(verdict.rawValue), "directive": .string(orNull: directive),
        ]).text
    }

    /// The result for people: one line, and more if something is wrong.
    var text: String {
        let padding = String(repeating: " ", count: max(1, 28 - name.utf8.count))
        var text = "\(verdict.isFailure ? "FAIL" : "ok  ") \(name)\(padding)\(verdict.rawValue)"
        if let status { text += " (\(status))" }
        text += "\n"
        guard verdict.isFailure else { return text }
        text += "       sent      \(VisibleText.of(sent))\n"
        if let asked {
            text += "       asked     \(asked.isEmpty ? "nothing" : VisibleText.of(asked.joined(separator: " ")))\n"
        }
        for head in received { text += "       received  \(VisibleText.of(head))\n" }
        if let directive { text += "       change    \(directive)\n" }
        return text
    }
}

/// The results of all cases.
struct ProbeReport {
    var results: [ProbeResult]

    /// Whether a case passed that should not.
    var hasFailure: Bool { results.contains { $0.verdict.isFailure } }

    func text(_ format: ReportFormat) -> String {
        switch format {
        case .text: results.map(\.text).joined()
        case .json: JSONText.array(results.map(\.json)) + "\n"
        }
    }

    /// The number of cases for each result, in one line.
    var summary: String {
        let counts = ProbeVerdict.allCases.compactMap { verdict -> String? in
            let count = results.count { $0.verdict == verdict }
            return count == 0 ? nil : "\(count) \(verdict.rawValue)"
        }
        return "\(Quoted.count(results.count, "case")): \(counts.joined(separator: ", "))\n"
    }
}
