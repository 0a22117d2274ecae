import Diagnostics
import Foundation
import Testing
import URLStandard

@testable import PolicyModel

@Suite("Answers in JSON") struct AnswerFormTests {
    private static let place = Diagnostics.SourceLocation(path: "p.yaml", line: 2, column: 3)
    private static let rule = RuleReference(ruleSet: "r", id: "a\"b", urlClass: .blocked, location: place)

    @Test(
        "The answer has the members of its kind, with null for absent values",
        arguments: [
            (
                Answer(.navigation(.route), to: .managedBrowser, url: "y:z", route: "x:\u{2028}", urlClass: .external),
                #""verdict":"route","to":"managedBrowser","url":"y:z","route":"x:\u2028","page":null,"#
                    + #""class":"external","rule":null,"reasons":[],"decidedBy":null"#
            ),
            (
                Answer(
                    .navigation(.block),
                    urlClass: .blocked,
                    reasons: [Reason(code: .ruleBlocked, rule: rule, location: place)]
                ),
                #""verdict":"block","to":null,"url":null,"route":null,"page":null,"class":"blocked","rule":"a\"b","#
                    + #""reasons":[{"code":"rule.blocked","rule":"a\"b","setting":null,"at":"p.yaml:2:3"}],"#
                    + #""decidedBy":0"#
            ),
            (
                Answer(.connection(.allow), to: .view, url: "https://a.example/", urlClass: .internal),
                #""verdict":"allow","to":"view","url":"https://a.example/","route":null,"class":"internal","rule":null,"#
                    + #""reasons":[],"decidedBy":null"#
            ),
            (
                Answer(.decision(.switchAccount), account: AccountID("Dana")),
                #""verdict":"switchAccount","to":null,"route":null,"account":"dana","reasons":[],"decidedBy":null"#
            ),
            (
                Answer(.decision(.block), value: .required),
                #""verdict":"block","to":null,"route":null,"value":"required","reasons":[],"decidedBy":null"#
            ),
            (
                Answer(.decision(.allow), to: .system, url: "https://a.example/"),
                #""verdict":"allow","to":"system","url":"https://a.example/","route":null,"reasons":[],"decidedBy":null"#
            ),
            (
                Answer(.decision(.block), parsingError: .hostMissing),
                #""verdict":"block","to":null,"url":null,"route":null,"reasons":[],"decidedBy":null"#
            ),
            (Answer(.identity(.notAllowed)), #""verdict":"notAllowed""#),
        ] as [(Answer, String)]
    )
    func json(answer: Answer, members: String) {
        #expect(JSONForm.text(of: answer.partMembers(explains: false)) == members)
    }

    @Test("A launch has challenges and the next check, and a PIN question has neither")
    func launch() {
        let reason = Reason(code: .accessPIN, setting: "pinRequired", action: .challenge, limit: "PT30M")
        let next = Instant(secondsSince1970: 0)
        let asked = Answer(.launch(.challenge), challenges: [.pin, .credentials], nextCheck: next, reasons: [reason])
        let members = JSONForm.text(of: asked.partMembers(explains: false))
        #expect(
            members
                == #""verdict":"challenge","challenges":["credentials","pin"],"nextCheck":"1970-01-01T00:00:00Z","#
                + #""reasons":[{"code":"access.pin.due","rule":null,"setting":"pinRequired","at":null,"#
                + #""action":"challenge","limit":"PT30M"}],"decidedBy":0"#
        )
        let opens = JSONForm.text(of: Answer(.launch(.allow), challenges: []).partMembers(explains: false))
        #expect(opens == #""verdict":"allow","challenges":[],"nextCheck":null,"reasons":[],"decidedBy":null"#)
        let late = Answer(
            .launch(.allow),
            challenges: [],
            nextCheck: Instant(secondsSince1970: 253_402_300_800)
        )
        #expect(JSONForm.text(of: late.partMembers(explains: false)) == opens, "no time after the year 9999 is written")
        let short = Answer(.launch(.block), reasons: [Reason(code: .accessPINTooShort)])
        let refused = JSONForm.text(of: short.partMembers(explains: false))
        #expect(
            refused == #""verdict":"block","reasons":[{"code":"access.pin.tooShort","rule":null,"setting":null,"#
                + #""at":null}],"decidedBy":0"#
        )
    }

    @Test("The encoded answer has the members and values of the JSON")
    func encoded() throws {
        let answers = [
            Answer(.navigation(.block), urlClass: .blocked, reasons: [Reason(code: .ruleBlocked, rule: Self.rule)]),
            Answer(.decision(.allow), value: .notRequired, overridden: [Self.rule], parsingError: .hostMissing),
            Answer(.decision(.switchAccount), route: "a\u{2028}\"", account: AccountID("Dana")),
            Answer(.identity(.failed)), Answer(.launch(.warn), challenges: [.pin]),
        ]
        for answer in answers {
            let encoded = try JSONSerialization.jsonObject(with: JSONEncoder().encode(answer)) as? NSDictionary
            let text = "{\(JSONForm.text(of: answer.members(explains: true)))}"
            let written = try JSONSerialization.jsonObject(with: Data(text.utf8)) as? NSDictionary
            #expect(encoded == written)
            #expect(encoded != nil)
        }
    }

    @Test("Messages, overridden rules and invalid URLs are included on request")
    func explained() {
        var answer = Answer(.decision(.block), reasons: [Reason(code: .urlInvalid)], overridden: [Self.rule])
        answer.parsingError = .hostMissing
        let text = JSONForm.text(of: answer.members(explains: true))
        #expect(text.contains(#""message":"This is not a valid URL."}]"#))
        #expect(text.contains(#""overridden":[{"rule":"a\"b","class":"blocked","at":"p.yaml:2:3"}]"#))
        #expect(text.hasSuffix(#","error":{"code":"host-missing","message":"the host is missing"}"#))
    }

    @Test(
        "The deciding reason is marked",
        arguments: [
            (.allow, [], nil),
            (.block, [.ruleBlocked, .transitionNone], 0),
            (.route, [.identityLockDown, .ruleExternal, .browserRequired, .browserManaged], 1),
            (.allow, [.viewUnmanaged, .clipboardUnmanaged], 1),
            (.allow, [.pageExternal], 0),
            // Both sides are named; the side that blocks decided.
            (.block, [.pageExternal, .clipboardOutboundAllApps, .clipboardInboundManagedApps], 2),
            (.block, [.clipboardOutboundManagedApps, .clipboardInboundAllApps], 0),
            (.block, [.clipboardOutboundManagedApps, .clipboardInboundBlocked], 1),
            (.block, [.clipboardOutboundManagedApps, .clipboardInboundManagedApps], 0),
            (.block, [.clipboardException, .clipboardInboundBlocked], 1),
            (.allow, [.viewCurrentIdentity, .clipboardOutboundAllApps, .clipboardInboundAllApps], 1),
            (.block, [.uploadOutboundAllApps, .uploadInboundNone], 1),
            // A reason that leads to the deciding reason does not decide.
            (.block, [.saveRestricted, .saveLocationUnlisted], 1),
            (.allow, [.saveRestricted, .saveLocationListed], 1),
            (.block, [.openFromRestricted, .openFromLocationAccount], 1),
            (.block, [.pageLoadedFor, .sendOutboundManagedApps], 1),
            (.allow, [.sendOutboundManagedApps, .sendOpenInUnprotected], 1),
            (.allowEncrypted, [.sendOutboundManagedApps, .sendOpenInEncrypted], 1),
            (.block, [.sendOutboundManagedApps, .sendOpenInFiltered], 1),
            (.allow, [.receiveInboundAllApps], 0),
            (.allowAsOrganizationData, [.receiveInboundAllApps, .receiveInboundProtected], 1),
            (.block, [.receiveInboundAllApps, .receiveOwnerOutbound], 1),
            (.switchAccount, [.receiveInboundManagedApps, .receiveSwitchAccount], 0),
            (.route, [.universalLinkManaged, .universalLinkNotInstalled, .browserManaged], 1),
            (.allow, [.universalLinkManaged], 0),
            // An obstacle turns a route into a block.
            (.block, [.defaultExternal, .browserRequired, .browserUnroutable], 2),
            (.block, [.ruleExternal, .browserRequired, .openRedirectInvalid], 2),
            (.block, [.openDialerManagedApps, .openAppNotManaged], 1),
            (.route, [.openDialerCustomApp, .openAppNotManaged], 0),
            (.block, [.openOutboundManagedApps, .openTwinMissing], 0),
            (.block, [.ruleLimit, .navigationNoAnswer], 0),
            // Of the conditions of `canOpen`, the first that fails decides.
            (.block, [.canOpenSchemeMissing, .openDialerManagedApps, .openAppNotManaged, .canOpenNotInstalled], 0),
            (.block, [.openOutboundManagedApps, .canOpenTwinMissing], 0),
            (.block, [.identityLockDown, .canOpenNotInstalled], 1),
            // Codes that only describe: the narrowest is last.
            (.allow, [.identityLockDown, .pageExternalFrame], 1),
            (.allow, [.viewUnmanaged], 0),
        ] as [(Verdict, [ReasonCode], Int?)]
    )
    func decidedBy(verdict: Verdict, codes: [ReasonCode], position: Int?) {
        let answer = Answer(.decision(verdict), reasons: codes.map { Reason(code: $0) })
        #expect(answer.decidedBy == position)
    }
}
