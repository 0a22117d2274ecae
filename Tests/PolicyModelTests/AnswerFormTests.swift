import Diagnostics
import Testing
import URLStandard

@testable import PolicyModel

@Suite("An answer") struct AnswerFormTests {
    private static let place = Diagnostics.SourceLocation(path: "p.yaml", line: 2, column: 3)
    private static let rule = RuleReference(ruleSet: "r", id: "a\"b", urlClass: .blocked, location: place)

    @Test(
        "has the members of its kind in JSON, null where there is nothing",
        arguments: [
            (
                Answer(.navigation(.route), to: .managedBrowser, route: "x:\u{2028}", urlClass: .external),
                #""verdict":"route","to":"managedBrowser","route":"x:\u2028","page":null,"class":"external","rule":null,"#
                    + #""reasons":[]"#
            ),
            (
                Answer(
                    .navigation(.block),
                    urlClass: .blocked,
                    reasons: [Reason(code: .ruleBlocked, rule: rule, location: place)]
                ),
                #""verdict":"block","to":null,"route":null,"page":null,"class":"blocked","rule":"a\"b","#
                    + #""reasons":[{"code":"rule.blocked","rule":"a\"b","setting":null,"at":"p.yaml:2:3"}]"#
            ),
            (
                Answer(.decision(.switchAccount), account: AccountID("Dana")),
                #""verdict":"switchAccount","to":null,"route":null,"account":"dana","reasons":[]"#
            ),
            (
                Answer(.decision(.block), value: .required),
                #""verdict":"block","to":null,"route":null,"value":"required","reasons":[]"#
            ),
            (Answer(.identity(.notAllowed)), #""verdict":"notAllowed""#),
        ]
    )
    func json(answer: Answer, members: String) {
        #expect(answer.jsonParts(explains: false) == members)
    }

    @Test("names its sentences, the rules that lost and what is no URL where that is asked for")
    func explained() {
        var answer = Answer(.decision(.block), reasons: [Reason(code: .urlInvalid)], overridden: [Self.rule])
        answer.parsingError = .hostMissing
        let text = answer.jsonMembers(explains: true)
        #expect(text.contains(#""message":"This is not a valid URL."}]"#))
        #expect(text.contains(#""overridden":[{"rule":"a\"b","class":"blocked","at":"p.yaml:2:3"}]"#))
        #expect(text.hasSuffix(#","error":{"code":"host-missing","message":"the host is missing"}"#))
    }

    @Test(
        "says which of its reasons decided",
        arguments: [
            (.allow, [], nil),
            (.block, [.ruleBlocked, .transitionNone], 0),
            (.route, [.identityLockDown, .ruleExternal, .browserRequired, .browserManaged], 1),
            (.allow, [.viewUnmanaged, .clipboardUnmanaged], 1),
            (.allow, [.pageExternal], 0),
            // Both sides are named; the one that blocks decided.
            (.block, [.pageExternal, .clipboardOutboundAllApps, .clipboardInboundManagedApps], 2),
            (.block, [.clipboardOutboundManagedApps, .clipboardInboundAllApps], 0),
            (.block, [.clipboardOutboundManagedApps, .clipboardInboundBlocked], 1),
            (.block, [.clipboardOutboundManagedApps, .clipboardInboundManagedApps], 0),
            (.block, [.clipboardException, .clipboardInboundBlocked], 1),
            (.allow, [.viewCurrentIdentity, .clipboardOutboundAllApps, .clipboardInboundAllApps], 1),
            (.block, [.uploadOutboundAllApps, .uploadInboundNone], 1),
        ] as [(Verdict, [ReasonCode], Int?)]
    )
    func decidedBy(verdict: Verdict, codes: [ReasonCode], position: Int?) {
        let answer = Answer(.decision(verdict), reasons: codes.map { Reason(code: $0) })
        #expect(answer.decidedBy == position)
    }
}
