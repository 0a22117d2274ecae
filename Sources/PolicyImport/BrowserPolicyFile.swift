import Diagnostics
import PolicyFiles

/// A policy in JSON, with the usable parts of its lists.
struct BrowserPolicyFile {
    struct List {
        var entries: [ImportEntry]
        /// How many other entries a long list of lines has.
        var more = 0
        /// The place of the first element that can block something; nil if all of them are empty.
        var place: SourceRange?
        /// Whether the browser ignores every such list of the file; then there are no entries.
        var isIgnored = false
        /// The list that a name in JSON introduces; nil if the list has no name.
        var named: BrowserPolicyLists.List?
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

    /// A list, or nil if it is missing, is no list or occurs several times; the latter two add a finding.
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
                "the file has `\(Self.key(found[0]))` \(found.count) times, and it is not clear which is meant",
                at: lists.source.range(found[0].keyRange),
                also: found.dropFirst().prefix(9).map { lists.source.range($0.keyRange) },
                help: "keep the one that is meant in a file of its own"
            )
            return nil
        }
        if let named = found.first {
            var list = read(named, called: name, &result)
            list?.named = named
            return list
        }
        if mayBeBare, lists.lists.isEmpty, let bare = lists.bareList { return read(bare, called: name, &result) }
        return all.isEmpty ? nil : List(entries: [], isIgnored: true)
    }

    /// The entries of a list in force; nil, after a report, if its value is no list.
    private func read(
        _ list: BrowserPolicyLists.List,
        called name: BrowserPolicyLists.Name,
        _ result: inout ImportResult
    ) -> List? {
        if let range = list.mistyped {
            result.refuse(
                "wrong-type",
                "this value of `\(Self.key(list))` is not a list",
                at: lists.source.range(range),
                help: name.form
            )
            return nil
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
        if let key = list.oldName {
            result.note(
                "old-name",
                "`\(Quoted.word(key))` is \(name.ofOldName)",
                at: [lists.source.range(list.keyRange)],
                help: "write `\(name.rawValue)` in the browser's policy, or the browser does not read the list",
                severity: .warning
            )
        }
        for other in list.others {
            let message = "this is not an entry of `\(name.rawValue)`"
            result.drop("wrong-type", message, at: lists.source.range(other), help: "an entry is a text in quotes")
        }
        let isOfSchemes = name == .disabledSchemes
        let entries = list.entries.map { entry in
            ImportEntry(
                text: isOfSchemes ? entry.text + "://*" : entry.text,
                in: lists.source,
                at: entry.range,
                isVerbatim: entry.isVerbatim && !isOfSchemes
            )
        }
        return List(entries: entries, place: list.firstFilled.map { lists.source.range($0) })
    }

    /// Refuses an allow and a block list of the file that belong to different apps, to different configurations of one,
    /// or to different payloads of a configuration profile: together they are no app's lists.
    func refuseDifferentApps(_ allow: List?, _ block: List?, _ result: inout ImportResult) {
        guard let allow = allow?.named, let block = block?.named, allow.configuration != block.configuration else {
            return
        }
        result.refuse(
            "several-lists",
            "`\(Self.key(allow))` and `\(Self.key(block))` belong to different apps or payloads, or to different "
                + "configurations, and it is not clear which is meant",
            at: lists.source.range(allow.keyRange),
            also: [lists.source.range(block.keyRange)],
            help: "keep the configuration that is meant in a file of its own"
        )
    }

    /// Adds a finding that an allow list with an old name was not read: the block list of another file has its current
    /// name.
    func noteOldAllowList(_ list: BrowserPolicyLists.List, _ result: inout ImportResult) {
        result.note(
            "unread-list",
            "`\(Self.key(list))` was not read: browsers that know the name of the block list do not know this one",
            at: [lists.source.range(list.keyRange)],
            help: "write `\(list.name.rawValue)` if the browser must read it",
            severity: .warning
        )
    }

    /// The name of a list as the file writes it.
    private static func key(_ list: BrowserPolicyLists.List) -> String {
        list.oldName.map { Quoted.word($0) } ?? list.name.rawValue
    }

    private static func reason(_ list: BrowserPolicyLists.List) -> String {
        list.error.map { ": `\(Quoted.word($0))`" } ?? ""
    }

    /// Adds a finding for each list of the file that was not requested.
    func noteUnread(_ names: [BrowserPolicyLists.Name], _ result: inout ImportResult) {
        for name in names {
            guard let list = lists.lists(called: name).first else { continue }
            noteUnread(list, help: "name the file without `--allow` and `--block` to read both lists", &result)
        }
    }

    /// Adds a finding for each list of another format that is in the configuration of these lists: a browser on a phone
    /// reads both formats.
    func noteOtherFormat(_ format: BrowserListFormat, beside read: [List?], _ result: inout ImportResult) {
        let configurations = Set(read.compactMap { $0?.named?.configuration })
        for list in lists.lists(called: format.allowName) + lists.lists(called: format.blockName)
        where list.isFilled && configurations.contains(list.configuration) {
            noteUnread(list, help: "`demarc import \(format.rawValue)` reads it into a rule set of its own", &result)
        }
    }

    private func noteUnread(_ list: BrowserPolicyLists.List, help: String, _ result: inout ImportResult) {
        result.note(
            "unread-list",
            "`\(Self.key(list))` of this file was not read",
            at: [lists.source.range(list.keyRange)],
            help: help,
            severity: .warning
        )
    }

    /// Adds a finding for each list that looks like a requested one and was not read.
    ///
    /// A list that a string seems to contain is an error, and so is the loss of a block list with an old name. If
    /// browsers read the string's list and the file has no other list of that name, there is no result: without the
    /// list, it would not decide as the browser does.
    func notePassedOver(_ names: [BrowserPolicyLists.Name], _ result: inout ImportResult) {
        let found = lists.passedOver.filter { names.contains($0.name) && !$0.isWithoutEffect }
        // Errors first, so that the limit does not hide them.
        for list in (found.filter(\.isError) + found.filter { !$0.isError }).prefix(10) {
            let message = "\(list.description), and was not read"
            let place = lists.source.range(list.keyRange)
            if case .oldName(_, isLoss: true) = list.reason {
                result.drop("unread-list", message, at: place, help: list.help)
                continue
            }
            let finding = Diagnostic(
                code: "unread-list",
                severity: list.isError ? .error : .warning,
                message: message,
                places: [place],
                help: list.help
            )
            if case .encoded(let encoding) = list.reason, encoding.isRead, lists.lists(called: list.name).isEmpty {
                result.refuse(finding)
            } else {
                result.findings.append(finding)
            }
        }
    }

    /// Whether a setting of the managed browser next to its lists extends them to the resources of a page. Adds
    /// findings about settings that are not carried over.
    func blocksSubresources(beside lists: [List?], _ result: inout ImportResult) -> Bool {
        let configurations = Set(lists.compactMap { $0?.named?.configuration })
        let settings = self.lists.settings.filter { configurations.contains($0.configuration) }
        let (subresources, others) = (
            settings.filter { $0.name == .manageRestrictedSubresourceEnabled },
            settings.filter { $0.name != .manageRestrictedSubresourceEnabled }
        )
        for setting in subresources where setting.isOn == nil {
            result.note(
                "unread-setting",
                "this value of `\(setting.name.rawValue)` is neither `true` nor `false`, and was not carried over",
                at: [self.lists.source.range(setting.valueRange)],
                help: "write `true` if the lists also apply to the resources of a page",
                severity: .warning
            )
        }
        if !others.isEmpty {
            let names = Set(others.map { "`\($0.name.rawValue)`" }).sorted().joined(separator: ", ")
            result.note(
                "unread-setting",
                "what the browser does with a blocked site was not carried over: \(names)",
                at: others.prefix(10).map { self.lists.source.range($0.keyRange) },
                help: "write `transitions` in the rule set if the app offers another context for blocked sites"
            )
        }
        return subresources.contains { $0.isOn == true }
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
            help: others.isEmpty
                ? "name a policy that has the list by this name, or write the list with an entry on each line" : nil
        )
    }
}

extension BrowserPolicyLists.Name {
    /// The form of the list, as help.
    fileprivate var form: String {
        switch self {
        case .urlAllowlist, .urlBlocklist, .disabledSchemes: "write an array of strings, even for a single entry"
        case .allowListURLs, .blockListURLs: "write a string with `|` between the entries"
        }
    }

    /// What an old name of the list is, without the final period.
    fileprivate var ofOldName: String { "an old name of `\(rawValue)`, unknown to current browsers" }
}

extension BrowserPolicyLists.PassedOver {
    /// Whether the result may lack a list because of it.
    fileprivate var isError: Bool {
        switch reason {
        case .encoded, .oldName(_, isLoss: true): true
        // A disabled list is not set, so the browser blocks nothing by it.
        case .ofExtension, .otherCase, .disabled, .oldName, .empty: false
        }
    }

    /// Whether the result is the same without it.
    fileprivate var isWithoutEffect: Bool {
        switch reason {
        // An empty block list blocks nothing in any case.
        case .empty: name == .blockListURLs
        case .disabled(let isEmpty): isEmpty
        case .ofExtension, .otherCase, .encoded, .oldName: false
        }
    }

    /// What it is, without the final period.
    fileprivate var description: String {
        switch reason {
        case .ofExtension(let key): "a `\(name.rawValue)` belongs to an extension, in `\(Quoted.word(key))`"
        case .otherCase(let key): "`\(Quoted.word(key))` is not `\(name.rawValue)` to the browser"
        case .disabled: "`\(name.rawValue)` is disabled in the settings catalog"
        case .encoded(let encoding):
            encoding.form == .omaURI
                ? "`\(Quoted.word(encoding.key))` names the list `\(name.rawValue)`"
                : "`\(Quoted.word(encoding.key))` seems to contain the list `\(name.rawValue)`"
        case .oldName(let key, _): "`\(Quoted.word(key))` is \(name.ofOldName)"
        case .empty: "`\(name.rawValue)` is empty"
        }
    }

    /// What to do.
    fileprivate var help: String? {
        switch reason {
        case .ofExtension: nil
        case .otherCase(let key):
            key.contains(where: \.isWhitespace)
                ? "remove the blanks from the name"
                : "the browser reads upper and lower case in names as different letters; correct the name"
        case .disabled: "enable it in the settings catalog if the browser must read it"
        case .encoded(let encoding):
            switch encoding.form {
            case .base64: "decode it from base64, and write its list with an entry on each line"
            case .json: "write the JSON of this string into a file of its own, and name that file"
            case .omaURI: "write the values of its `<data>` with an entry on each line"
            }
        case .oldName: "remove it, or write the current name if the browser must read it"
        case .empty: "an empty list counts as not set; remove it, or write its entries"
        }
    }
}
