import PolicyModel
import Testing

@Suite("Accounts") struct AccountTests {
    @Test(
        "Names are compared without regard to the case of `A` to `Z`, and otherwise byte by byte",
        arguments: [
            ("Dana@Contoso.com", "dana@contoso.COM", true), ("Z\u{E9}", "z\u{E9}", true), ("", "", true),
            ("a", "", false), ("kim", "kin", false),
            // U+212A is the Kelvin sign, and U+212B the sign of the angstrom.
            ("kim", "\u{212A}im", false), ("KIM", "\u{212A}IM", false), ("\u{C5}", "\u{212B}", false),
            // The letters i without and with a dot, an accent in one character and in two, and cases beyond ASCII.
            ("i", "\u{131}", false), ("I", "\u{130}", false), ("\u{E9}", "e\u{301}", false),
            ("\u{E9}", "\u{C9}", false), ("\u{DF}", "SS", false),
        ]
    )
    func names(one: String, other: String, areSame: Bool) {
        let (id, otherID) = (AccountID(one), AccountID(other))
        #expect((id == otherID) == areSame)
        #expect(Set([id, otherID]).count == (areSame ? 1 : 2))
        #expect(id.canonical.utf8.elementsEqual(otherID.canonical.utf8) == areSame)
        let directory = AccountDirectory([Account(id: id)])
        #expect(directory.position(of: otherID) == (areSame ? 0 : nil))
    }

    @Test(
        "Only a document without accounts has the implicit account alone",
        arguments: [
            (["demarc:default"], true), (["Demarc:Default"], true), ([], false), (["dana"], false),
            (["demarc:default", "dana"], false), (["dana", "demarc:default"], false),
        ]
    )
    func implicit(ids: [String], isImplicit: Bool) {
        let directory = AccountDirectory(ids.map { Account(id: AccountID($0)) })
        #expect(directory.isImplicit == isImplicit)
    }

    @Test("The empty id is no user, and is written as `none`")
    func noUser() {
        #expect(AccountID("").isNoUser && AccountID("") == .noUser && AccountID.noUser.description == "none")
        #expect(!AccountID(" ").isNoUser && AccountID("Dana").description == "dana")
    }
}
