import ByteText
import PolicyModel
import Testing

@testable import Hosting

@Suite("Tickets") struct TicketTests {
    private static let now = 1_795_000_000
    private let seal: Ticket.Seal

    init() throws { seal = Ticket.Seal(try SecretKey(Array("0123456789abcdef0123456789abcdef".utf8))) }

    private func ticket(rule: String? = "gambling", id: String = "abc", expiry: Int = now + 60) -> Ticket {
        Ticket(verdict: .block, urlClass: .blocked, rule: rule, id: id, expiry: expiry)
    }

    @Test("Reading a ticket gives the original", arguments: [Verdict.block, .route, .allow])
    func roundTrip(verdict: Verdict) throws {
        for urlClass in URLClass.allCases.map(Optional.some) + [nil] {
            for rule in [nil, "", "gambling", "Größe\n", String(repeating: "r", count: 160)] {
                for id in ["", "0123456789abcde", String(repeating: "i", count: 64)] {
                    let made = Ticket(
                        verdict: verdict,
                        urlClass: urlClass,
                        rule: rule,
                        because: id.isEmpty ? nil : "Games are not work.",
                        id: id,
                        expiry: Self.now + 60
                    )
                    let text = seal.text(of: made)
                    #expect(text.utf8.count <= Ticket.longestText)
                    #expect(
                        text.utf8.allSatisfy {
                            $0 == 0x2D || $0 == 0x5F || (0x30...0x7A).contains($0) && !(0x3A...0x40).contains($0)
                        }
                    )
                    #expect(try seal.ticket(Array(text.utf8), now: Self.now) == made)
                }
            }
        }
    }

    @Test("A ticket with any bit changed is refused")
    func everyBit() {
        let text = Array(seal.text(of: ticket()).utf8)
        for place in text.indices {
            for bit in 0..<8 {
                var changed = text
                changed[place] ^= 1 << UInt8(bit)
                #expect(throws: TicketError.self) { try seal.ticket(changed, now: Self.now) }
            }
            #expect(throws: TicketError.self) { try seal.ticket(Array(text[..<place]), now: Self.now) }
            #expect(throws: TicketError.self) { try seal.ticket(Array(text[place...].dropFirst()), now: Self.now) }
        }
    }

    @Test(
        "Garbage is refused",
        arguments: [
            "", "-", "A", "AA==", "not a ticket", "\0", "é", String(repeating: "A", count: 42),
            String(repeating: "A", count: 43), String(repeating: "A", count: 400), String(repeating: "A", count: 401),
            String(repeating: "_", count: 1_000_000),
        ]
    )
    func garbage(text: String) {
        #expect(throws: TicketError.self) { try seal.ticket(Array(text.utf8), now: Self.now) }
    }

    @Test("A ticket is valid for a minute, and only under its own key")
    func validity() throws {
        let text = Array(seal.text(of: ticket()).utf8)
        #expect(try seal.ticket(text, now: Self.now + 60).id == "abc")
        #expect(throws: TicketError.expired) { try seal.ticket(text, now: Self.now + 61) }
        #expect(throws: TicketError.expired) { try seal.ticket(text, now: .max) }
        // The clock that made it may be ahead, but not by an hour.
        #expect(try seal.ticket(text, now: Self.now - 60).id == "abc")
        #expect(throws: TicketError.malformed) { try seal.ticket(text, now: Self.now - 61) }
        let other = Ticket.Seal(SecretKey.random())
        #expect(throws: TicketError.forged) { try other.ticket(text, now: Self.now) }
        for expiry in [Int.max, Int.min, 0] {
            let odd = seal.text(of: ticket(expiry: expiry))
            #expect(throws: TicketError.self) { try seal.ticket(Array(odd.utf8), now: Self.now) }
        }
    }

    @Test("Values that would make a ticket too long are left out")
    func bounds() throws {
        let long = ticket(rule: String(repeating: "r", count: 161), id: String(repeating: "é", count: 1000))
        #expect(long.rule == nil)
        #expect(long.id == String(repeating: "é", count: 32))
        let text = seal.text(of: long)
        #expect(text.utf8.count <= Ticket.longestText)
        #expect(try seal.ticket(Array(text.utf8), now: Self.now) == long)
    }

    @Test(
        "A ticket recognizes the explanation of its rule",
        arguments: [
            ("", " "), ("Games are not work.", "games are not work."),
            (String(repeating: "x", count: 1_000_000), "x"),
        ]
    )
    func explanation(because: String, other: String) throws {
        for rule in [nil, "", "gambling"] {
            let made = Ticket(
                verdict: .block,
                urlClass: .blocked,
                rule: rule,
                because: because,
                id: "abc",
                expiry: Self.now + 60
            )
            let ticket = try seal.ticket(Array(seal.text(of: made).utf8), now: Self.now)
            #expect(ticket.recognizes(because: because) == (rule != nil))
            #expect(!ticket.recognizes(because: other))
            #expect(!self.ticket(rule: rule).recognizes(because: because))
        }
    }

    @Test("A code for one use of a key is invalid for another use")
    func uses() throws {
        let key = try SecretKey(Array("0123456789abcdef0123456789abcdef".utf8))
        let message = Array("dana@contoso.com".utf8)
        let ticket = key.codes(for: .ticket).code(of: message.span)
        let account = key.codes(for: .account).code(of: message.span)
        #expect(ticket != account)
    }
}

@Suite("Base64 for URLs") struct Base64URLTests {
    @Test(
        "The texts equal those of RFC 4648, without padding",
        arguments: [
            ("", ""), ("f", "Zg"), ("fo", "Zm8"), ("foo", "Zm9v"), ("foob", "Zm9vYg"), ("fooba", "Zm9vYmE"),
            ("foobar", "Zm9vYmFy"), ("\u{3FB}\u{3FF}~?", "z7vPv34_"),
        ]
    )
    func texts(plain: String, text: String) {
        #expect(Base64URL.text(of: Array(plain.utf8)) == text)
        #expect(Base64URL.bytes(of: text.utf8) == Array(plain.utf8))
    }

    @Test(
        "An invalid text is refused",
        arguments: ["A", "Zh", "Zm9", "Zm9vY", "Zg==", "Zm+v", "Zm/v", "Z g", "é"]
    )
    func refused(text: String) { #expect(Base64URL.bytes(of: text.utf8) == nil) }
}
