import Demarc

/// Prints decisions for people: the verdict, the destination, the page and the reason.
struct DecisionTable {
    private var rows: [(link: String, verdict: String, why: [String])] = []

    mutating func begin(_ title: String) {
        print("\n\(title)")
        rows = []
    }

    mutating func add(_ link: String, _ frame: Frame, _ explanation: Explanation) {
        let decision = explanation.decision
        let place = decision.destination.map { $0 == .view ? "" : " to \($0.rawValue)" } ?? ""
        let page = decision.page.map { ", \($0.rawValue)" } ?? ""
        let subject = frame == .top ? link : "\(link) (\(frame == .sub ? "frame" : "resource"))"
        var why = explanation.reasons.map { reason in
            let code = reason.code.rawValue
            let rule = reason.rule.map { " by `\($0.id)`" } ?? ""
            let location = reason.location.map { " \(lastComponent(of: $0.path)):\($0.line)" } ?? ""
            return code + rule + location
        }
        if let route = explanation.route { why.append("→ \(route)") }
        rows.append((subject, decision.verdict.rawValue + place + page, why))
    }

    mutating func end() {
        let linkWidth = rows.map(\.link.count).max() ?? 0
        let verdictWidth = rows.map(\.verdict.count).max() ?? 0
        for (link, verdict, why) in rows {
            print(
                "  \(padded(link, to: linkWidth))  \(padded(verdict, to: verdictWidth))  \(why.joined(separator: ", "))"
            )
        }
    }

    private func padded(_ text: String, to width: Int) -> String {
        text + String(repeating: " ", count: max(0, width - text.count))
    }

    private func lastComponent(of path: String) -> Substring { path.split(separator: "/").last ?? path[...] }
}
