import Diagnostics
import Testing

@testable import PolicyFiles

@Suite("Edits in fixes") struct EditTests {
    @Test(
        "An edit keeps the quotes of the text",
        arguments: [
            ("{p: {notificationRestriction: blok}}", "blok", "block"),
            ("{p: {notificationRestriction: 'blok'}}", "'blok'", "'block'"),
            ("{\"p\": {\"notificationRestriction\": \"blok\"}}", "\"blok\"", "\"block\""),
            (
                "{\"p\": {\"notificationRestrictio\": \"block\"}}", "\"notificationRestrictio\"",
                "\"notificationRestriction\""
            ),
            ("{\"p\": {\"saveAsBlocked\": \"true\"}}", "\"true\"", "true"),
        ]
    )
    func quotes(policies: String, underlined: String, replacement: String) throws {
        let result = read("demarc: 1\npolicies: \(policies)\n")
        let edit = try #require(result.diagnostics.first?.fix)
        #expect(text(at: edit.range, in: result.sources) == underlined)
        #expect(edit.replacement == replacement)
    }

    @Test("A name that needs quotes is quoted")
    func names() throws {
        let result = read("demarc: 1\npolicies: {'it''s: a': {}}\naccounts: [{account: a, policy: 'its: a'}]\n")
        #expect(try #require(result.diagnostics.first?.fix).replacement == "'it''s: a'")
        let joined = read(
            "demarc: 1\npolicies: {'it''\u{301}s: a': {}}\naccounts: [{account: a, policy: 'it''s: a'}]\n"
        )
        #expect(try #require(joined.diagnostics.first?.fix).replacement == "'it''\u{301}s: a'")
        let plain = read("demarc: 1\npolicies: {'Bob # a': {}}\naccounts: [{account: a, policy: Bob_# a}]\n")
        #expect(try #require(plain.diagnostics.first?.fix).replacement == "\"Bob # a\"")
    }
}
