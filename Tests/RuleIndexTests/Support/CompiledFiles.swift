import ByteText
import Diagnostics
import PolicyModel
import URLMatching

@testable import RuleIndex

/// The bytes of a policy's compiled file.
func compiledBytes(_ policy: CompiledPolicy) throws -> [UInt8] {
    let file = try policy.compiledFile()
    return file.span.array
}

/// A document that contains only rule sets.
func document(_ ruleSets: RuleSet...) -> PolicyDocument {
    PolicyDocument(accounts: AccountDirectory([]), user: nil, ruleSets: ruleSets)
}

/// The policy of a document after a round trip through a compiled file.
func reopened(_ document: PolicyDocument) throws -> CompiledPolicy {
    try CompiledPolicy(opening: try CompiledPolicy(document).compiledFile())
}

/// A rule set with every kind of matcher and every format of list: as the condition that finds its rule, next to
/// another condition, and under `unless`.
func manifoldRuleSet() throws -> RuleSet {
    let place = { SourceLocation(path: "rules/corporate.yaml", line: $0, column: 9) }
    func list(_ format: ListFormat, _ text: String) throws -> Condition {
        let list = try EntryList.read(text.utf8.span, format: format).list
        return Condition(key: .list, alternatives: [.list(list)], paths: ["lists/\(format.rawValue).txt"])
    }
    func value(_ key: MatcherKey, _ texts: String...) throws -> Condition {
        Condition(key: key, alternatives: try texts.map { try Matcher(key: key, text: $0) })
    }
    let conditions: [[Condition]] = [
        [try value(.url, "https://contoso.com/a?b", "x:y")],
        [try value(.host, "www.contoso.com", "10.0.0.1", "[::1]", "bücher.example")],
        [try value(.domain, "contoso.com", "bücher.example")],
        [try value(.scheme, "ftp", "contoso-app")],
        [try value(.pattern, "https://{*.}?contoso.com/docs/:page", "http{s}?://*.fabrikam.com/(a|b)+?q=*#f")],
        [try value(.edge, "https://*.contoso.com/teams/*", "10.0.0.0/24")],
        [try value(.address, "10.0.0.0/8", "fd00::/8", "::ffff:0:0/96", "192.168.1.7")],
        [try value(.regex, "[?&]download=1(&|$)")],
        [try list(.domains, "# comment\nevil.example\n\nworse.example\nevil.example\nwww.worse.example\n")],
        [try list(.hosts, "0.0.0.0 ads.example tracker.example\n# comment\n0.0.0.0 evil.example\n")],
        [try list(.adblockDomains, "! comment\n||ads.example^\n||evil.example^\n")],
        [try list(.edge, "https://evil.example/*\nhttps://*.ads.example\n")],
        [try list(.urls, "https://evil.example/a\n\nhttps://evil.example/a?d=1\n")],
        [try value(.domain, "evil.example"), try list(.domains, "evil.example\nother.example\n")],
    ]
    var rules = conditions.enumerated().map { number, conditions in
        Rule(
            id: "rule-\(number)",
            urlClass: URLClass.allCases[number % 3],
            priority: number % 4 - 1,
            conditions: conditions,
            because: number % 2 == 0 ? "It is so — since \(number)." : nil,
            location: place(number + 10)
        )
    }
    rules[2].exceptions = [try list(.domains, "www.contoso.com\nelsewhere.example\n")]
    rules[6].exceptions = [try value(.regex, "[?]ok$")]
    rules[8].exceptions = [try value(.regex, "/a$")]
    return RuleSet(
        name: "corporate",
        defaultClass: .external,
        defaultLocation: place(3),
        rules: rules,
        subresources: .block,
        transitions: [.privateWindow, .personalAccount]
    )
}
