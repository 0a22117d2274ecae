import PolicyModel
import RuleIndex
import TestSupport

@testable import PolicyAnalysis

/// A small random policy document, and the same document after a few random edits.
struct RandomEdits {
    let old: PolicyDocument
    let new: PolicyDocument

    init(seed: UInt64) {
        var random = SplitMix(seed: seed)
        let (old, other) = (Self.document(seed: seed), Self.document(seed: seed + 1_000_000))
        var new = old
        for _ in 0..<random.number(in: 1...3) { Self.edit(&new, from: other, &random) }
        if seed % 4 == 3 { new.appConfigurations = other.appConfigurations }
        (self.old, self.new) = (old, new)
    }

    /// A document with few parts, so that comparing a pair is fast.
    private static func document(seed: UInt64) -> PolicyDocument {
        var document = RandomWorld(seed: seed).document
        document.accounts = AccountDirectory(Array(document.accounts.accounts.prefix(3)))
        document.apps = document.apps.map { Array($0.prefix(1)) }
        document.views = Array(document.views.prefix(2))
        if seed % 3 == 0 { document.policies["p"]?.apps = ["app.unknown"] }
        return document
    }

    private static func edit(_ document: inout PolicyDocument, from other: PolicyDocument, _ random: inout SplitMix) {
        let name = random.one(of: ["p", "q", "r"])
        let position = random.number(in: 0...(document.ruleSets.count - 1))
        switch random.number(in: 0...9) {
        case 0: document.policies[name] = other.policies[name]
        case 1, 2:
            let setting = random.one(of: PolicySetting.allCases)
            document.policies[name]?.set(setting, to: other.policies[name]?[setting] ?? nil)
        case 3:
            var accounts = document.accounts.accounts
            let replaced = random.one(of: other.accounts.accounts)
            accounts.removeAll { $0.id == replaced.id }
            document.accounts = AccountDirectory(accounts + [replaced])
        case 4:
            let accounts = document.accounts.accounts
            if accounts.count > 1 { document.accounts = AccountDirectory(accounts.dropLast()) }
        case 5: document.apps = other.apps
        case 6: document.ruleSets[position].rules = other.ruleSets[position].rules
        case 7: document.ruleSets[position].defaultClass = other.ruleSets[position].defaultClass
        case 8:
            let view = random.one(of: other.views)
            document.views = document.views.filter { $0.id != view.id } + [view]
        default: (document.app, document.ambiguousURLs) = (other.app, other.ambiguousURLs)
        }
    }
}
