import Demarc
import PolicyModel
import Testing

@testable import QuestionAnswering

/// What an answer in JSON has beside the decision: who acted, and what the host stores.
@Suite("Answered requests") struct AnsweredRequestTests {
    @Test(
        "The acting account of an answer is the one that the decision is about",
        arguments: [
            (#""when": {"copy": {"from": "left"}}"#, "home"),
            (#""when": {"setting": {"name": "print", "in": "left"}}"#, "home"),
            (#""when": {"setting": {"name": "fileEncryption", "in": "left"}}"#, "home"),
            (#""when": {"setting": "fileEncryption"}"#, "dana@contoso.com"),
            (#""when": {"save": {"to": "localStorage", "from": "left"}}"#, "home"),
            (#""when": {"send": {"to": "com.example.other", "from": "left"}}"#, "home"),
            (#""when": {"paste": {"from": "E", "into": "left"}}"#, "home"),
            (#""when": {"paste": {"from": "left", "into": "app:com.example.other"}}"#, "home"),
            (#""when": {"paste": {"from": "left", "into": "native"}}"#, "3ec2c00f"),
            (#""when": {"paste": {"from": "left", "into": "E"}}"#, "3ec2c00f"),
            (#""when": {"upload": {"from": "native", "into": "left"}}"#, "home"),
            (#""when": {"navigate": {"url": "https://contoso.com/", "view": "left"}}"#, "home"),
            (#""when": {"connection": {"host": "contoso.com", "port": 443, "view": "left"}}"#, "home"),
            (#""window": "left", "when": {"setting": "print"}"#, "home"),
            (#""window": "left", "when": {"copy": {"from": "E"}}"#, "3ec2c00f"),
            (#""user": "home", "when": {"copy": {"from": "E"}}"#, "home"),
            (#""given": {"task": "home"}, "when": {"copy": {"from": "E"}}"#, "home"),
            (#""given": {"user": "unset", "process": "3ec2c00f"}, "when": {"copy": {"from": "E"}}"#, "3ec2c00f"),
            (#""given": {"user": "home"}, "when": {"copy": {"from": "E"}}"#, "home"),
            (#""given": {"user": ["home", "3ec2c00f"]}, "when": {"copy": {"from": "E"}}"#, nil),
        ] as [(String, String?)]
    )
    func actingAccount(members: String, user: String?) throws {
        var world = try LiveWorld()
        _ = try world.engine.addView(named: "left", policy: .currentIdentity, window: "left")
        world.engine.switchIdentity(to: AccountID("dana@contoso.com"), at: .process)
        world.engine.switchIdentity(to: AccountID("3ec2c00f"))
        world.engine.switchIdentity(to: AccountID("home"), at: .window("left"))
        let json = try world.ask("{\(members)}").json
        let expected = user.map { "\"\($0)\"" } ?? "null"
        #expect(json.contains("\"user\":\(expected),"), "\(json)")
    }

    @Test("The acting account is that of the state that decided, whoever acts by now")
    func switchedMeanwhile() throws {
        var world = try LiveWorld()
        let question = Question.navigate(to: "https://contoso.com/", in: "E")
        world.engine.switchIdentity(to: AccountID("home"))
        let decided = try world.evaluator.decide(question)
        world.engine.switchIdentity(to: AccountID("dana@contoso.com"))
        let account = world.evaluator.actingAccount(of: question, decided, in: nil)
        #expect(account == AccountID("home"))
    }

    @Test(
        "The answer to an unlock has the access to store, and no other answer has it",
        arguments: [
            (
                #"{"unlock": {"by": ["pin"], "access": {"pinFailures": 2}, "at": "2026-11-23T12:00:00Z"}}"#,
                #""access":{"pinFailures":2}}"#
            ),
            (#"{"unlock": {"by": ["pin"], "at": "2026-11-23T12:00:00Z"}}"#, #""access":{}}"#),
            // What the question states to be missing can be stated in the next one.
            (
                #"{"unlock": {"by": ["pin"], "access": {"pinFailures": null}, "at": "2026-11-23T12:00:00Z"}}"#,
                #""access":{}}"#
            ),
            (#"{"launch": {"access": {"pinFailures": 2}, "at": "2026-11-23T12:00:00Z"}}"#, #""decidedBy":0}"#),
        ]
    )
    func access(question: String, end: String) throws {
        var world = try LiveWorld()
        let json = try world.ask("{\"user\": \"dana@contoso.com\", \"when\": \(question)}").json
        #expect(json.hasSuffix(end), "\(json)")
    }

    @Test("The access of an unlock is what the next launch needs")
    func unlocked() throws {
        var world = try LiveWorld()
        var document = world.engine.policy.document
        document.policies["strict"]?.accessRequirements.organizationalCredentialsRequired = true
        document.policies["strict"]?.accessRequirements.periodOnlineBeforeAccessCheck = PolicyDuration("PT30M")
        world.engine.reload(document)
        let head = #"{"user": "dana@contoso.com", "when": {"#
        let at = #""device": {"hasPasscode": true}, "at": "2026-11-23T12:00:00Z""#
        let checkedIn = #"{"lastCheckIn": "2026-11-23T11:00:00Z"}"#
        #expect(world.verdict(head + #""launch": {"access": \#(checkedIn), \#(at)}}}"#) == "challenge")
        let unlocking = head + #""unlock": {"by": ["credentials"], "access": \#(checkedIn), \#(at)}}}"#
        let json = try world.ask(unlocking).json
        let access = try #require(json.ranges(of: #","access":"#).last.map { json[$0.upperBound...].dropLast() })
        #expect(access.contains(#""lastMet":"2026-11-23T12:00:00Z""#), "\(json)")
        #expect(access.contains(#""authentication":"valid""#), "\(json)")
        #expect(world.verdict(head + #""launch": {"access": \#(access), \#(at)}}}"#) == "allow")
    }

    @Test("The answer to a switch names the account that acts afterwards, at every level")
    func switched() throws {
        var world = try LiveWorld()
        func user(_ to: String, _ level: String) throws -> String {
            let json = try world.ask(#"{"when": {"switchIdentity": {"to": "\#(to)", "level": "\#(level)"}}}"#).json
            return try #require(json.firstMatch(of: #/"user":("[^"]*"|null)/#)).1.description
        }
        #expect(try user("home", "ui") == #""home""#)
        #expect(try user("dana@contoso.com", "task") == #""dana@contoso.com""#)
        #expect(try user("home", "task") == #""home""#)
        #expect(try user("unset", "task") == #""home""#)
    }
}
