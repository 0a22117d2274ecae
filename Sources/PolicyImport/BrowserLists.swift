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

    /// Reads both lists, each from its own file.
    ///
    /// - Parameters:
    ///   - allow: The allow list: lines with its entries, or a policy in JSON that contains the list.
    ///   - block: The block list, likewise.
    ///   - allowed: The class for what is allowed. Not `blocked`.
    /// - Returns: A policy document with a rule set `imported`; without text if a list cannot be read, or if nothing of
    ///   a block list in force can be carried over.
    package func read(allow: SourceFile?, block: SourceFile?, allowed: URLClass = .internal) -> ImportResult {
        read([allow, block].compactMap(\.self), allowed) { BrowserLists(allow: allow, block: block, of: self, &$0) }
    }

    /// Reads one or both lists from one policy file in JSON.
    ///
    /// - Parameters:
    ///   - policy: The policy of a browser, or an app configuration in the form of Graph or device management.
    ///   - allowed: The class for what is allowed. Not `blocked`.
    /// - Returns: As for two files.
    package func read(policy: SourceFile, allowed: URLClass = .internal) -> ImportResult {
        read([policy], allowed) { BrowserLists(policy: policy, of: self, &$0) }
    }

    private func read(
        _ sources: [SourceFile],
        _ allowed: URLClass,
        _ readLists: (inout ImportResult) -> BrowserLists?
    ) -> ImportResult {
        var result = ImportResult(.policyDocument, reading: reading, sources: sources)
        guard let lists = readLists(&result) else { return result }
        switch self {
        case .edge: EdgeListImport.convert(lists, allowed: allowed, &result)
        case .chrome: URLFilterImport.convert(lists, allowed: allowed, &result)
        }
        return result
    }

    private var reading: String {
        switch self {
        case .edge: "read as entries of the managed browser's list format, on lines or with `|` between them"
        case .chrome:
            "read as enterprise URL filters: a bare `example.com` covers its subdomains, "
                + "`.example.com` is exactly that host"
        }
    }

    var allowName: BrowserPolicyLists.Name {
        switch self {
        case .edge: .allowListURLs
        case .chrome: .urlAllowlist
        }
    }

    var blockName: BrowserPolicyLists.Name {
        switch self {
        case .edge: .blockListURLs
        case .chrome: .urlBlocklist
        }
    }

    /// The names of the lists whose entries are the block list.
    fileprivate var blockNames: [BrowserPolicyLists.Name] {
        switch self {
        case .edge: [.blockListURLs]
        case .chrome: [.urlBlocklist, .disabledSchemes]
        }
    }

    /// The other format, whose lists may be beside those of this one.
    fileprivate var other: BrowserListFormat { self == .edge ? .chrome : .edge }

    /// The separator between entries on one line, or nil if each entry has its own line.
    fileprivate var separator: Character? {
        switch self {
        case .edge: "|"
        case .chrome: nil
        }
    }
}

extension BrowserListFormat {
    /// Adds a finding about a list without entries that the command line names. As an allow list of the managed browser
    /// it would block everything, and hide the block list; so it is refused.
    fileprivate func noteEmpty(_ file: SourceFile, as name: BrowserPolicyLists.Name, _ result: inout ImportResult) {
        guard self == .edge, name == allowName else {
            return result.noteEmpty(file, effect: name == allowName ? "allows" : "blocks")
        }
        result.refuse(
            "empty-list",
            "the allow list has no entries: with it, the document would block everything but the sites of the vendor",
            at: SourceRange(wholeFile: file.path),
            help: "leave out `--allow` if there is no allow list"
        )
    }
}

extension BrowserPolicyFile {
    /// A list with all that the browser puts into it; nil as for a list alone.
    ///
    /// Browsers on computers put `DisabledSchemes` into the block list, at its beginning, so that the limit for entries
    /// never excludes it.
    fileprivate func list(
        inForceAs name: BrowserPolicyLists.Name,
        mayBeBare: Bool,
        _ result: inout ImportResult
    ) -> List? {
        let named = list(called: name, mayBeBare: mayBeBare, &result)
        guard name == .urlBlocklist, !result.isRefused,
            let schemes = list(called: .disabledSchemes, mayBeBare: false, &result), !schemes.isIgnored
        else { return named }
        guard var both = named, !both.isIgnored else { return schemes }
        refuseDifferentApps(schemes, both, &result)
        both.entries = schemes.entries + both.entries
        both.place = both.place ?? schemes.place
        return both
    }
}

/// The entries of an allow and a block list, from lines or from the JSON of a policy.
///
/// A list that is silently ignored is a security hole. So an ambiguous file yields no lists at all: JSON in which the
/// list is missing, is no list, or occurs twice.
struct BrowserLists {
    /// The entries of one list.
    struct Entries {
        /// The entries; of a long list of lines, those that the browser reads, and those whose loss is a finding.
        var kept: [ImportEntry]
        /// How many others there are.
        var more: Int

        var count: Int { kept.count + more }
    }

    /// The allow list, or nil if there is none.
    let allow: Entries?
    /// The block list, or nil if there is none.
    let block: Entries?
    /// Whether the lists also apply to the resources of a page.
    private(set) var blocksSubresources = false
    /// The place of the block list's first element that can block something; nil if there is none.
    private let blockPlace: SourceRange?

    /// Reads each list from its own file. If one of them cannot be read, adds a finding and returns nil.
    init?(allow: SourceFile?, block: SourceFile?, of format: BrowserListFormat, _ result: inout ImportResult) {
        let sides = [
            (allow, format.allowName, [format.allowName], format.blockNames),
            (block, format.blockName, format.blockNames, [format.allowName]),
        ]
        var lists: [BrowserPolicyFile.List?] = []
        var allowPolicy: BrowserPolicyFile?
        var blocksSubresources = false
        // The caller may pass the same file for both lists.
        let isShared = allow?.path == block?.path
        for (file, name, names, others) in sides {
            guard let file else {
                lists.append(nil)
                continue
            }
            guard BrowserPolicyFile.isOne(file) else {
                let limit = BrowserListFormat.entryLimit + ImportResult.findingLimit
                let (entries, rest) = ImportEntry.entries(of: file, separator: format.separator, keeping: limit)
                lists.append(BrowserPolicyFile.List(entries: entries, more: rest, place: entries.first?.place))
                if entries.isEmpty { format.noteEmpty(file, as: name, &result) }
                continue
            }
            guard let policy = BrowserPolicyFile(file, &result) else { return nil }
            guard let list = policy.list(inForceAs: name, mayBeBare: true, &result) else {
                policy.refuseMissing([name], &result)
                return nil
            }
            policy.notePassedOver(names, &result)
            if name == format.allowName { allowPolicy = policy }
            if !isShared { policy.noteUnread(others, &result) }
            if name == format.allowName || !isShared {
                policy.noteOtherFormat(format.other, beside: [list], &result)
                if format == .edge {
                    blocksSubresources = policy.blocksSubresources(beside: [list], &result) || blocksSubresources
                }
            }
            // An array without a name may be empty, too.
            if list.named == nil, !list.isIgnored, list.entries.isEmpty { format.noteEmpty(file, as: name, &result) }
            lists.append(list)
        }
        if let allowPolicy {
            if isShared {
                allowPolicy.refuseDifferentApps(lists[0], lists[1], &result)
            } else if let old = lists[0]?.named, old.oldName != nil, let new = lists[1]?.named, new.oldName == nil {
                // As within one file, an old allow list would open what the current block list closes.
                allowPolicy.noteOldAllowList(old, &result)
                lists[0] = nil
            }
        }
        guard !result.isRefused else { return nil }
        self.init(allow: lists[0], block: lists[1])
        self.blocksSubresources = blocksSubresources
    }

    /// Reads both lists from one policy. If it contains neither list or cannot be read, adds a finding and returns nil.
    init?(policy file: SourceFile, of format: BrowserListFormat, _ result: inout ImportResult) {
        guard BrowserPolicyFile.isOne(file) else {
            result.refuse(
                "not-json",
                "a policy with both lists is JSON, but this is not",
                at: SourceRange(wholeFile: file.path),
                help: ListAppearance(of: file.bytes)?.kind == .propertyList
                    ? "convert the property list with `plutil -convert json -o policy.json FILE`, and name `policy.json`"
                    : "name a list of lines with `--allow` or `--block`"
            )
            return nil
        }
        guard let policy = BrowserPolicyFile(file, &result) else { return nil }
        let allow = policy.list(inForceAs: format.allowName, mayBeBare: false, &result)
        let block = policy.list(inForceAs: format.blockName, mayBeBare: false, &result)
        policy.refuseDifferentApps(allow, block, &result)
        if allow == nil, block == nil {
            policy.refuseMissing([format.allowName, format.blockName], &result)
        } else {
            policy.notePassedOver([format.allowName] + format.blockNames, &result)
            policy.noteOtherFormat(format.other, beside: [allow, block], &result)
        }
        let blocksSubresources = format == .edge && policy.blocksSubresources(beside: [allow, block], &result)
        guard !result.isRefused else { return nil }
        self.init(allow: allow, block: block)
        self.blocksSubresources = blocksSubresources
    }

    /// Next to a block list in force, an allow list that the browser ignores is no list: the managed browser would
    /// otherwise not read the block list. Without one it remains as an empty list, which allows nothing.
    private init(allow: BrowserPolicyFile.List?, block: BrowserPolicyFile.List?) {
        let isBlockInForce = block.map { !$0.isIgnored } ?? false
        let allowInForce = allow?.isIgnored == true && isBlockInForce ? nil : allow
        self.allow = allowInForce.map { Entries(kept: $0.entries, more: $0.more) }
        self.block = block.map { Entries(kept: $0.entries, more: $0.more) }
        blockPlace = block?.place
    }

    /// Refuses the lists if none of the entries of the block list in force could be carried over. The document would
    /// look as if there were no list.
    ///
    /// - Parameters:
    ///   - carried: How many entries of the block list were carried over.
    ///   - result: Receives the finding.
    func refuseLostBlockList(carried: Int, _ result: inout ImportResult) {
        guard carried == 0, let blockPlace else { return }
        result.refuseLostBlockList(as: .blocked, at: blockPlace)
    }
}
