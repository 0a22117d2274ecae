/// A second implementation of the clipboard tables: plain, and without code shared with the engine, so that two
/// readings of one table can be compared.
///
/// Levels are columns and rows are texts, as on the page that describes them.
enum ClipboardOracle {
    /// The kind of question.
    enum Question { case clipboard, upload }

    /// One side, as the tables see it.
    struct Side: Hashable {
        enum Kind { case unmanaged, managed, unknown }
        var kind: Kind
        var account: String?
        /// Several accounts at once belong to no organization, so they do not even share one with themselves.
        var organization: String?
        /// "P", "Q", "lockDown"; nil if only another app knows the policy.
        var policy: String?
        var isHere = true
        /// Whether it was recorded as unmanaged, so that an organization takes it only if it takes anybody's content.
        var mayBeUnmanaged = false
        /// Why nothing may be pasted there, regardless of the acting account.
        var refusesPastes: String?
        /// Why the side is unmanaged or unknown, or the fact that it is a page's.
        var why: String?
        /// Whether the side is an account without a policy, or no account, for a reason other than a page or view.
        var isUnmanagedAccount = false
    }

    /// The parts of a policy that the tables use.
    struct Policy {
        /// The column in the clipboard table.
        var column: Int
        var exception: Int
        /// The column in the table for uploads.
        var uploadColumn: Int
        static let lockDown = Policy(column: 0, exception: 0, uploadColumn: 0)
    }

    struct Answer: Equatable {
        var verdict: String
        var reasons: [String]
    }

    static let columns = ["blocked", "managedApps", "managedAppsWithPasteIn", "allApps"]
    static let uploadColumns = ["none", "managedApps", "", "allApps"]

    private enum Cell { case allow, block, star }

    private static func row(_ text: String) -> [Cell] {
        text.split(separator: " ").map { $0 == "allow" ? .allow : $0 == "block" ? .block : .star }
    }

    //                                           blocked managedApps pasteIn allApps
    private static let withinOrganization = row("block*  allow       allow   allow")
    private static let outward = row("           block*  block*      block*  allow")
    private static let inward = row("            block   block       allow   allow")

    static func answer(
        _ question: Question,
        from owner: Side,
        into destination: Side,
        characters: Int?,
        _ policies: [String: Policy]
    ) -> Answer {
        let family = question == .clipboard ? "clipboard" : "upload"
        func block(_ why: String?) -> Answer { Answer(verdict: "block", reasons: [why ?? "identity.unknown"]) }
        if let why = destination.refusesPastes {
            let first = [owner, destination].contains { $0.policy == "lockDown" } ? ["identity.lockDown"] : []
            return Answer(
                verdict: "block",
                reasons: first + [why, "\(family).blockUpload"]
            )
        }
        if owner.kind == .unknown { return block(owner.why) }
        if destination.kind == .unknown { return block(destination.why) }
        var reasons: [String] = []
        func add(_ code: String?) { if let code, !reasons.contains(code) { reasons.append(code) } }
        let sides = [owner, destination]
        if sides.allSatisfy({ $0.kind == .unmanaged }) {
            for side in sides { add(side.why) }
            return Answer(verdict: "allow", reasons: reasons + ["\(family).unmanaged"])
        }
        if let account = owner.account, account == destination.account, owner.isHere, destination.isHere {
            for side in sides { add(side.why) }
            return Answer(verdict: "allow", reasons: reasons + ["\(family).sameAccount"])
        }
        if sides.contains(where: { $0.policy == "lockDown" }) { add("identity.lockDown") }
        // Next to a managed side, an unmanaged account needs no separate reason.
        for side in sides where !side.isUnmanagedAccount { add(side.why) }

        let isSame = owner.organization != nil && owner.organization == destination.organization
        let limit = question == .upload ? 0 : owner.policy.flatMap { policies[$0]?.exception } ?? 0
        let isShort = characters.map { $0 > 0 && $0 <= limit } ?? false
        var allows = true
        for (side, way, row) in [(owner, "outbound", outward), (destination, "inbound", inward)] {
            guard side.kind == .managed else { continue }
            guard let policy = side.policy.flatMap({ policies[$0] }) else {
                add("\(family).\(way).otherApp")
                continue
            }
            let column = question == .clipboard ? policy.column : policy.uploadColumn
            let level = (question == .clipboard ? columns : uploadColumns)[column]
            let isWithin = isSame && !(way == "inbound" && owner.mayBeUnmanaged)
            switch (isWithin ? withinOrganization : row)[column] {
            case .allow: add("\(family).\(way).\(level)")
            case .star where isShort: add("clipboard.exception")
            case .star, .block:
                add("\(family).\(way).\(level)")
                allows = false
            }
        }
        return Answer(verdict: allows ? "allow" : "block", reasons: reasons)
    }

    static func copy(from owner: Side, characters: Int?, _ policies: [String: Policy]) -> Answer {
        switch owner.kind {
        case .unknown: return Answer(verdict: "block", reasons: [owner.why ?? "identity.unknown"])
        case .unmanaged:
            return Answer(verdict: "plain", reasons: [owner.why, "clipboard.unmanaged"].compactMap(\.self))
        case .managed:
            guard let name = owner.policy, let policy = policies[name] else {
                return Answer(verdict: "protected", reasons: ["clipboard.outbound.otherApp"])
            }
            let first = (name == "lockDown" ? ["identity.lockDown"] : []) + [owner.why].compactMap(\.self)
            let level = "clipboard.outbound.\(columns[policy.column])"
            if policy.column == 3 { return Answer(verdict: "plain", reasons: first + [level]) }
            if let characters, (1...65535).contains(characters), characters <= policy.exception {
                return Answer(verdict: "plain", reasons: first + ["clipboard.exception"])
            }
            return Answer(verdict: "protected", reasons: first + [level])
        }
    }
}
