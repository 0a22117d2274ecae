import PolicyModel
import Testing

@testable import Hosting

@Suite("Decision log: masks") struct URLMaskTests {
    private static let rows: [(url: String, expected: String, masked: Set<URLMask>)] = [
        ("https://a.example/", "https://a.example/", []),
        ("https://a.example/p@q", "https://a.example/p@q", []),
        ("https://a.example/?", "https://a.example/", [.query]),
        ("https://a.example/p?token=1#f", "https://a.example/p", [.query]),
        ("https://a.example/p#f?x", "https://a.example/p", [.query]),
        ("https://u@a.example/", "https://a.example/", [.credentials]),
        ("https://u:p%40@a.example:8080/p?q@r", "https://a.example:8080/p", [.credentials, .query]),
        ("https://u:p@[::1]/", "https://[::1]/", [.credentials]),
        ("foo://u:p@host", "foo://host", [.credentials]),
        ("blob:https://u:p@a.example/x", "blob:https://a.example/x", [.credentials]),
        ("data:text/plain,u@h?x", "data:text/plain,u@h", [.query]), ("", "", []), ("//@", "//", [.credentials]),
    ]

    @Test("Credentials and queries are removed, and the rest stays", arguments: rows)
    func masks(url: String, expected: String, masked: Set<URLMask>) {
        let all = URLMask.mask(url, [.credentials, .query])
        #expect(all.url == expected)
        #expect(all.masked == masked)
        let none = URLMask.mask(url, [])
        #expect(none.url == url && none.masked.isEmpty)
        #expect(URLMask.mask(url, [.query]).masked == masked.intersection([.query]))
    }

    /// The expected values are from Python's `hmac`, derived as the page about the decision log describes.
    @Test(
        "A pseudonym is derived from the key of the log as documented",
        arguments: [
            (7, "dana@contoso.com", "60610c9b1547d40f022d6825ec27404f5eb6b5be6039bfffd66e19e8d369c96c"),
            (7, "DANA@Contoso.com", "60610c9b1547d40f022d6825ec27404f5eb6b5be6039bfffd66e19e8d369c96c"),
            (0, "jos\u{C9}@contoso.com", "739a42b58cde40a2e53dd3973b1f9e81a3e764553f8a23e6ebcb835baffcf5e1"),
        ] as [(UInt8, String, String)]
    )
    func derivation(byte: UInt8, account: String, expected: String) throws {
        let pseudonyms = AccountPseudonyms(try SecretKey([UInt8](repeating: byte, count: 32)))
        #expect(pseudonyms.pseudonym(of: AccountID(account)) == expected)
    }

    @Test("An account has one pseudonym per key, under any spelling")
    func pseudonyms() throws {
        let pseudonyms = AccountPseudonyms(try SecretKey([UInt8](repeating: 7, count: 32)))
        let dana = pseudonyms.pseudonym(of: AccountID("dana@contoso.com"))
        #expect(dana.utf8.count == 64 && !dana.contains("dana"))
        #expect(pseudonyms.pseudonym(of: AccountID("Dana@Contoso.com")) == dana)
        #expect(pseudonyms.pseudonym(of: AccountID("kim@contoso.com")) != dana)
        #expect(AccountPseudonyms(.random()).pseudonym(of: AccountID("dana@contoso.com")) != dana)
        // Two names have one pseudonym exactly if they name one account.
        for (one, other) in [("kim", "\u{212A}im"), ("jos\u{E9}", "jose\u{301}")] {
            #expect(pseudonyms.pseudonym(of: AccountID(one)) != pseudonyms.pseudonym(of: AccountID(other)))
        }
    }
}
