import Diagnostics
import DocumentReading
import PolicyModel
import URLMatching

/// `ruleSets`: rules by the name that views refer to, including those of included files.
///
/// A file is read once, however many rule sets include it, and the number of rules shared between rule sets is bounded.
final class RulesSection {
    let context: ReadingContext
    /// Whether the text of every list is kept.
    let keepsLists: Bool
    /// Rule files by resolved path.
    var ruleFiles: [String: RuleFile] = [:]
    /// Whether the document that includes the rules is known.
    private let hasDocument: Bool
    /// The references that may be right in a document that is not known, and were not followed.
    private var unfollowedCount = 0
    /// The chain of files that include one another, ending with the current file.
    var includeChain: [String]
    /// Lists by resolved path, format and side.
    var lists: [ListKey: ReadList] = [:]
    var listBytesLeft: Int
    var includesLeft: Int
    /// The bytes of lists that were named again; negative once they exceeded the limit.
    var repeatedListBytes = 0
    private var repeatedRulesLeft: Int
    /// The rule files that a rule set already includes, by resolved path.
    private var includedRuleFiles: Set<String> = []

    /// - Parameters:
    ///   - context: The reading that this is part of.
    ///   - path: The resolved path of the file being read; empty for a text that is not a file.
    ///   - keepsLists: Whether the text of every list is kept.
    ///   - hasDocument: Whether the document that includes the rules is known.
    init(_ context: ReadingContext, of path: String, keepsLists: Bool, hasDocument: Bool = true) {
        self.context = context
        self.keepsLists = keepsLists
        self.hasDocument = hasDocument
        includeChain = path.isEmpty ? [] : [path]
        listBytesLeft = context.bounds.allListBytes
        includesLeft = context.bounds.includes
        repeatedRulesLeft = context.bounds.repeatedRules
    }

    /// The number of errors, and of references that were not followed: if it has grown, something is missing.
    var problemCount: Int { context.errorCount + unfollowedCount }

    /// The rule file or list that a value names.
    func reference(_ node: DocumentNode) -> FileReference? {
        let errorsBefore = context.errorCount
        let reference = context.reference(node, hasDocument: hasDocument)
        if reference == nil, context.errorCount == errorsBefore { unfollowedCount += 1 }
        return reference
    }

    func read(_ node: DocumentNode) -> [RuleSet] {
        guard case .mapping(let entries) = node.content else {
            context.report(
                .wrongType,
                "expected rule sets by name, found \(context.description(of: node))",
                at: node.place
            )
            return []
        }
        if entries.count > RuleSet.countLimit {
            context.report(
                .tooManyValues,
                "there are \(entries.count) rule sets, and \(RuleSet.countLimit) are supported",
                at: node.place.beginning,
                help: "let views share rule sets, or divide the document"
            )
        }
        // Views can also name a rule set that contains a mistake.
        return entries.map { ruleSet($0) }
    }

    private func ruleSet(_ entry: DocumentNode.Entry) -> RuleSet {
        context.checkName(entry)
        let setLocation = context.location(of: entry.keyPlace)
        var ruleSet = RuleSet(name: entry.key, defaultClass: .blocked, defaultLocation: setLocation, rules: [])
        guard let fields = context.fields(entry.value, "a rule set", keys: DocumentKeys.ruleSet) else { return ruleSet }

        let help = "specify the class of URLs that no rule matches: `internal`, `external` or `blocked`"
        if let node = context.required("default", of: fields, help: help) {
            ruleSet.defaultClass = context.choice(node, called: "class") ?? .blocked
            ruleSet.defaultLocation = context.location(of: node.place)
        }
        ruleSet.rules = uniqueRules(of: rules(fields))
        ruleSet.subresources = fields["subresources"].flatMap { context.choice($0) } ?? .allow
        ruleSet.transitions = fields["transitions"].map { transitions($0) } ?? []
        return ruleSet
    }

    private func transitions(_ node: DocumentNode) -> [RuleSet.Transition] {
        (context.elements(node, of: "transitions") ?? []).compactMap { context.choice($0, called: "transition") }
    }

    /// The rules of a rule set and of every file it includes, each file once; their ids must be unique.
    func uniqueRules(of own: RuleFile) -> [Rule] {
        var rules: [Rule] = []
        var places: [String: DocumentNode.Place] = [:]
        var visited: Set<String> = []
        var waiting = [own]
        while let file = waiting.popLast() {
            for read in file.rules {
                let id = read.rule.id
                if let place = places[id] {
                    context.report(
                        .duplicateName,
                        "there are two rules `\(Quoted.word(id))` in one rule set",
                        at: read.idPlace,
                        also: [place],
                        help: "give one of them another id"
                    )
                    continue
                }
                places[id] = read.idPlace
                rules.append(read.rule)
            }
            // The last element is read next, so files are added in reverse to be read in the order they are named.
            for path in file.includes.reversed() where visited.insert(path).inserted {
                guard let included = ruleFiles[path] else { continue }
                if !includedRuleFiles.insert(path).inserted, !repeatRules(of: included) { return rules }
                waiting.append(included)
            }
        }
        return rules
    }

    /// Charges for the rules of a file that another rule set includes, because each rule set has its own index of them.
    ///
    /// - Returns: False, after a single report, if the rule sets share too many rules.
    private func repeatRules(of file: RuleFile) -> Bool {
        guard repeatedRulesLeft >= 0 else { return false }
        for read in file.rules {
            for list in read.rule.lists {
                guard repeatList(of: list.entryByteCount, at: read.idPlace) else { return false }
            }
        }
        repeatedRulesLeft -= file.rules.count
        guard repeatedRulesLeft < 0, let first = file.rules.first else { return true }
        context.report(
            .tooManyValues,
            "rule sets include more than \(context.bounds.repeatedRules) rules that others have too",
            at: first.idPlace,
            help: "include the file in one rule set that several views name"
        )
        return false
    }
}

/// A rule as it was read, with the place of its id.
struct ReadRule {
    var rule: Rule
    var idPlace: DocumentNode.Place
}

/// The content of a rule set or a rule file: its own rules, and the rule files it includes, by resolved path.
struct RuleFile {
    var rules: [ReadRule] = []
    var includes: [String] = []
    /// The number of levels of files that include each other, from this one down.
    var height = 1
}

/// Identifies one reading of a list.
struct ListKey: Hashable {
    var resolvedPath: String
    var format: ListFormat
    var side: URLFilter.Side
}

/// A list that was read; without entries if it cannot be used.
struct ReadList {
    /// The path shown in explanations.
    var path: String
    /// The size of the file in bytes.
    var byteCount = 0
    var reading: EntryListReading?
    /// The number of the file with its bad lines; nil if it has none.
    var file: Int32?
}
