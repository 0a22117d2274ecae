package import Diagnostics
import PolicyFiles
package import PolicyModel

/// The browsers whose allow and block lists can be imported.
package enum BrowserListFormat: String, CaseIterable, Hashable, Sendable {
    /// The managed browser; see ``EdgeListImport``.
    case edge
    /// Browsers with the enterprise policies `URLAllowlist` and `URLBlocklist`; see ``URLFilterImport``.
    case chrome

    /// The maximum number of entries that these browsers read of each list. They ignore the rest.
    package static var entryLimit: Int { 1000 }

    /// Reads both lists, each from its own file; see ``EdgeListImport/read(allow:block:allowed:)`` and
    /// ``URLFilterImport/read(allow:block:allowed:)``.
    package func read(allow: SourceFile?, block: SourceFile?, allowed: URLClass) -> ImportResult {
        switch self {
        case .edge: EdgeListImport.read(allow: allow, block: block, allowed: allowed)
        case .chrome: URLFilterImport.read(allow: allow, block: block, allowed: allowed)
        }
    }

    /// Reads both lists from one policy file in JSON.
    package func read(policy: SourceFile, allowed: URLClass) -> ImportResult {
        switch self {
        case .edge: EdgeListImport.read(configuration: policy, allowed: allowed)
        case .chrome: URLFilterImport.read(policy: policy, allowed: allowed)
        }
    }

    fileprivate var allowName: BrowserPolicyLists.Name {
        switch self {
        case .edge: .allowListURLs
        case .chrome: .urlAllowlist
        }
    }

    fileprivate var blockName: BrowserPolicyLists.Name {
        switch self {
        case .edge: .blockListURLs
        case .chrome: .urlBlocklist
        }
    }

    /// The separator between entries on one line, or nil if each entry has its own line.
    fileprivate var separator: Character? {
        switch self {
        case .edge: "|"
        case .chrome: nil
        }
    }
}

/// The entries of an allow and a block list, from lines or from the JSON of a policy.
///
/// A list that is silently ignored is a security hole. So an ambiguous file yields no lists at all: JSON in which the
/// list is missing or occurs twice.
struct BrowserLists {
    /// The allow list, or nil if there is none.
    private(set) var allow: [ImportEntry]?
    /// The block list, or nil if there is none.
    private(set) var block: [ImportEntry]?

    /// Reads each list from its own file. If one of them cannot be read, adds a finding and returns nil.
    init?(allow: SourceFile?, block: SourceFile?, of format: BrowserListFormat, _ result: inout ImportResult) {
        let sides = [(allow, format.allowName, format.blockName), (block, format.blockName, format.allowName)]
        var lists: [BrowserPolicyFile.List?] = []
        for (file, name, other) in sides {
            guard let file else {
                lists.append(nil)
                continue
            }
            guard BrowserPolicyFile.isOne(file) else {
                let entries = ImportEntry.entries(of: file, separator: format.separator)
                lists.append(BrowserPolicyFile.List(entries: entries))
                continue
            }
            guard let policy = BrowserPolicyFile(file, &result) else { return nil }
            guard let list = policy.list(called: name, mayBeBare: true, &result) else {
                policy.refuseMissing([name], &result)
                return nil
            }
            policy.notePassedOver([name], &result)
            // The caller may pass the same file for the other list, too.
            if allow?.path != block?.path { policy.noteUnread(other, &result) }
            lists.append(list)
        }
        guard !result.isRefused else { return nil }
        self.init(allow: lists[0], block: lists[1])
    }

    /// Reads both lists from one policy. If it contains neither list or cannot be read, adds a finding and returns nil.
    init?(policy file: SourceFile, of format: BrowserListFormat, _ result: inout ImportResult) {
        guard BrowserPolicyFile.isOne(file) else {
            result.refuse(
                "not-json",
                "a policy with both lists is JSON, but this is not",
                at: SourceRange(wholeFile: file.path),
                help: "name a list of lines with `--allow` or `--block`"
            )
            return nil
        }
        guard let policy = BrowserPolicyFile(file, &result) else { return nil }
        let allow = policy.list(called: format.allowName, mayBeBare: false, &result)
        let block = policy.list(called: format.blockName, mayBeBare: false, &result)
        if allow == nil, block == nil {
            policy.refuseMissing([format.allowName, format.blockName], &result)
        } else {
            policy.notePassedOver([format.allowName, format.blockName], &result)
        }
        guard !result.isRefused else { return nil }
        self.init(allow: allow, block: block)
    }

    /// Next to a block list in force, an allow list that the browser ignores is no list: the managed browser would
    /// otherwise not read the block list. Without one it remains as an empty list, which allows nothing.
    private init(allow: BrowserPolicyFile.List?, block: BrowserPolicyFile.List?) {
        let isBlockInForce = block.map { !$0.isIgnored } ?? false
        self.allow = allow?.isIgnored == true && isBlockInForce ? nil : allow?.entries
        self.block = block?.entries
    }
}

extension ImportResult {
    /// The entries of a list that a browser reads. Each of the others is an error.
    mutating func withinLimit(_ entries: [ImportEntry]) -> ArraySlice<ImportEntry> {
        let limit = BrowserListFormat.entryLimit
        for entry in entries.dropFirst(limit) {
            drop("over-limit", "the browser ignores everything after the first \(limit) entries", at: entry.place)
        }
        return entries.prefix(limit)
    }
}

/// A policy in JSON, with the usable parts of its lists.
private struct BrowserPolicyFile {
    struct List {
        var entries: [ImportEntry]
        /// Whether the browser ignores every such list of the file; then there are no entries.
        var isIgnored = false
    }

    private let lists: BrowserPolicyLists

    static func isOne(_ file: SourceFile) -> Bool { ListAppearance.isJSON(file.bytes) }

    init?(_ file: SourceFile, _ result: inout ImportResult) {
        do throws(BrowserPolicyLists.Unreadable) {
            lists = try BrowserPolicyLists(file)
        } catch {
            result.refuse(error.finding)
            return nil
        }
        // Places refer to the file's text in UTF-8.
        result.sources = result.sources.map { $0.path == file.path ? lists.source : $0 }
    }

    /// A list, or nil if it is missing or occurs several times; the latter adds a finding.
    func list(called name: BrowserPolicyLists.Name, mayBeBare: Bool, _ result: inout ImportResult) -> List? {
        let all = lists.lists(called: name)
        let found = all.filter { !$0.isIgnored }
        for list in all where list.isIgnored {
            result.drop(
                "ignored-list",
                "according to its policy page, the browser ignores this `\(name.rawValue)`\(Self.reason(list))",
                at: lists.source.range(list.keyRange),
                help: "export the policy again after the browser has accepted the list"
            )
        }
        guard found.count <= 1 else {
            result.refuse(
                "several-lists",
                "the file has `\(name.rawValue)` \(found.count) times, and it is not clear which is meant",
                at: lists.source.range(found[0].keyRange),
                also: found.dropFirst().prefix(9).map { lists.source.range($0.keyRange) },
                help: "keep the one that is meant in a file of its own"
            )
            return nil
        }
        guard let list = found.first ?? (mayBeBare && lists.lists.isEmpty ? lists.bareList : nil) else {
            return all.isEmpty ? nil : List(entries: [], isIgnored: true)
        }
        if list.error != nil {
            result.note(
                "list-error",
                "the browser's policy page reports an error of this `\(name.rawValue)`\(Self.reason(list))",
                at: [lists.source.range(list.keyRange)],
                help: "the browser may ignore some of its entries",
                severity: .warning
            )
        }
        for other in list.others {
            let message = "this is not an entry of `\(name.rawValue)`"
            result.drop("wrong-type", message, at: lists.source.range(other), help: "an entry is a text in quotes")
        }
        return List(
            entries: list.entries.map { entry in
                ImportEntry(text: entry.text, in: lists.source, at: entry.range, isVerbatim: entry.isVerbatim)
            }
        )
    }

    private static func reason(_ list: BrowserPolicyLists.List) -> String {
        list.error.map { ": `\(Quoted.word($0))`" } ?? ""
    }

    /// Adds a finding if the file also contains a list that was not requested.
    func noteUnread(_ name: BrowserPolicyLists.Name, _ result: inout ImportResult) {
        guard let list = lists.lists(called: name).first else { return }
        result.note(
            "unread-list",
            "`\(name.rawValue)` of this file was not read",
            at: [lists.source.range(list.keyRange)],
            help: "name the file without `--allow` and `--block` to read both lists",
            severity: .warning
        )
    }

    /// Adds a finding for each list that looks like a requested one and was not read.
    func notePassedOver(_ names: [BrowserPolicyLists.Name], _ result: inout ImportResult) {
        for list in lists.passedOver.lazy.filter({ names.contains($0.name) }).prefix(10) {
            result.note(
                "unread-list",
                "\(list.description), and was not read",
                at: [lists.source.range(list.keyRange)],
                help: list.help,
                severity: list.isEncoded ? .error : .warning
            )
        }
    }

    /// Adds a finding that the file does not contain the lists, and names the lists it does contain.
    func refuseMissing(_ names: [BrowserPolicyLists.Name], _ result: inout ImportResult) {
        guard !result.isRefused else { return }
        let wanted = names.map { "`\($0.rawValue)`" }.joined(separator: " or ")
        if let list = lists.passedOver.first(where: { names.contains($0.name) }) {
            result.refuse(
                "no-list",
                "this JSON has no \(wanted) that can be read: \(list.description)",
                at: lists.source.range(list.keyRange),
                help: list.help
            )
            return
        }
        let others = BrowserPolicyLists.Name.allCases.filter { name in
            !names.contains(name) && !lists.lists(called: name).isEmpty
        }
        result.refuse(
            "no-list",
            "this JSON has no \(wanted)"
                + (others.isEmpty ? "" : ", but \(others.map { "`\($0.rawValue)`" }.joined(separator: " and "))"),
            at: SourceRange(wholeFile: lists.source.path),
            help: others.isEmpty ? "name the policy of the browser, or a list with an entry on each line" : nil
        )
    }
}

extension BrowserPolicyLists.PassedOver {
    /// Whether it may be the browser's list, which the result then lacks.
    fileprivate var isEncoded: Bool {
        guard case .encoded = reason else { return false }
        return true
    }

    /// What it is, without the final period.
    fileprivate var description: String {
        switch reason {
        case .ofExtension(let key): "a `\(name.rawValue)` belongs to an extension, in `\(Quoted.word(key))`"
        case .otherCase(let key): "`\(Quoted.word(key))` is not `\(name.rawValue)` to the browser"
        case .encoded(let key, _): "`\(Quoted.word(key))` seems to contain the list `\(name.rawValue)`"
        }
    }

    /// What to do.
    fileprivate var help: String? {
        switch reason {
        case .ofExtension: nil
        case .otherCase: "the browser reads upper and lower case in names as different letters; correct the name"
        case .encoded(_, isBase64: true): "decode it from base64, and write its list with an entry on each line"
        case .encoded(_, isBase64: false): "write the JSON of this string into a file of its own, and name that file"
        }
    }
}
