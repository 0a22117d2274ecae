import ByteText
public import PolicyModel

/// What a page needs to explain a denial, in a form that a client can carry but cannot forge.
///
/// Some proxies drop the body of an answer and fetch the page by themselves, or send the client there. The ticket
/// carries the decision to the page. Its text is the base64url encoding of a version, verdict, class, decision id, rule
/// and expiry, followed by their HMAC-SHA-256; it needs no escaping in a URL or in a line of Squid's. The contents are
/// not encrypted: clients can read the rule's id in it, so a ticket contains nothing that the page does not show.
///
/// The explanation of a rule can be long, so a ticket only recognizes it: the page takes it from a policy, which may
/// have another one by then.
public struct Ticket: Hashable, Sendable {
    /// How long a ticket is valid, in seconds.
    public static let lifetime = 60
    /// The maximum length of a text that is read.
    public static let longestText = 400
    /// How many seconds the clock of the host that issued a ticket may be ahead.
    static let clockAllowance = 60
    private static let longestID = 64
    private static let longestRule = 160
    private static let version: UInt8 = 1
    private static let headCount = 12
    /// How many bytes of an explanation's SHA-256 recognize it.
    private static let explanationCount = 8
    /// The verdicts by their numbers in tickets. New ones are appended, so that issued tickets keep their meaning.
    private static let verdicts: [Verdict] = [.block, .route, .allow]
    /// The classes by their numbers in tickets, likewise.
    private static let classes: [URLClass] = [.blocked, .external, .internal]
    /// The number of no class.
    private static let noClass: UInt8 = 0xFF

    /// The verdict.
    public let verdict: Verdict
    /// The class that the rules give to the URL; nil if there is none.
    public let urlClass: URLClass?
    /// The id of the rule that decided; nil if no rule did, or if its id is longer than 160 bytes.
    public let rule: String?
    /// What recognizes the explanation of the rule; nil if it has none.
    private let explanation: [UInt8]?
    /// The id of the decision.
    public let id: String
    /// The last second, counted from 1970, in which the ticket is valid.
    public let expiry: Int

    /// Creates a ticket.
    ///
    /// - Parameters:
    ///   - verdict: The verdict.
    ///   - urlClass: The class that the rules give to the URL.
    ///   - rule: The id of the rule that decided.
    ///   - because: The explanation of the rule.
    ///   - id: The id of the decision, of which 64 bytes are kept.
    ///   - expiry: See ``expiry``; usually `now + Ticket.lifetime`.
    public init(
        verdict: Verdict,
        urlClass: URLClass?,
        rule: String?,
        because: String? = nil,
        id: String,
        expiry: Int
    ) {
        let rule = rule.flatMap { $0.utf8.count <= Self.longestRule ? $0 : nil }
        self.verdict = verdict
        self.urlClass = urlClass
        self.rule = rule
        explanation = rule == nil ? nil : because.map(Self.recognition)
        self.id = id.utf8.count <= Self.longestID ? id : String(decoding: id.utf8.prefix(Self.longestID), as: UTF8.self)
        self.expiry = max(0, expiry)
    }

    /// Whether a text is the explanation that the rule had when it decided.
    ///
    /// - Complexity: O(1): longer texts are compared by their beginning, and no page shows more of them.
    public func recognizes(because text: String) -> Bool { explanation == Self.recognition(of: text) }

    private static func recognition(of explanation: String) -> [UInt8] {
        Array(SHA256.hash(of: Array(explanation.utf8.prefix(1024))).prefix(explanationCount))
    }

    // MARK: Text

    /// Issues and verifies tickets with one key. The key schedule is computed once.
    public struct Seal: Sendable {
        private let codes: HMACSHA256

        /// Creates a seal with a key.
        public init(_ key: SecretKey) { codes = key.codes(for: .ticket) }

        /// The text of a ticket: letters, digits, `-` and `_`, at most ``Ticket/longestText`` of them.
        ///
        /// - Complexity: O(1): two blocks of SHA-256 for a short rule id.
        public func text(of ticket: Ticket) -> String {
            var bytes = ticket.bytes
            bytes += codes.code(of: bytes.span)
            return Base64URL.text(of: bytes)
        }

        /// Verifies and reads the text of a ticket.
        ///
        /// - Parameters:
        ///   - text: What a client sent; untrusted.
        ///   - now: The time in seconds since 1970.
        /// - Returns: The ticket; nothing of an invalid one.
        /// - Throws: ``TicketError``. The time of comparing its code depends only on the length of the text.
        public func ticket(_ text: [UInt8], now: Int) throws(TicketError) -> Ticket {
            guard text.count <= Ticket.longestText, let bytes = Base64URL.bytes(of: text),
                bytes.count > SHA256.digestCount
            else { throw .malformed }
            let end = bytes.count - SHA256.digestCount
            // Nothing is parsed unless a holder of the key has written it.
            guard codes.isValid(bytes.span.extracting(end...), of: bytes.span.extracting(..<end)) else {
                throw .forged
            }
            guard let ticket = Ticket(bytes: bytes[..<end]) else { throw .malformed }
            guard now <= ticket.expiry else { throw .expired }
            guard ticket.expiry - now <= Ticket.lifetime + Ticket.clockAllowance else { throw .malformed }
            return ticket
        }
    }

    /// Version, verdict, class, expiry in eight bytes, the length of the id, the id, and the rule up to the end.
    ///
    /// Without a rule, nothing follows the id; a rule is preceded by a byte 1, so that it can be empty, or by a byte 2
    /// and what recognizes its explanation.
    private var bytes: [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(
            Self.headCount + id.utf8.count + 1 + Self.explanationCount + (rule?.utf8.count ?? 0) + SHA256.digestCount
        )
        bytes.append(Self.version)
        // Any other verdict is explained like a block.
        bytes.append(UInt8(Self.verdicts.firstIndex(of: verdict) ?? 0))
        bytes.append(urlClass.flatMap { Self.classes.firstIndex(of: $0) }.map { UInt8($0) } ?? Self.noClass)
        for place in 0..<8 { bytes.append(UInt8(truncatingIfNeeded: expiry &>> (56 - 8 * place))) }
        bytes.append(UInt8(id.utf8.count))
        bytes += id.utf8
        if let rule {
            bytes.append(explanation == nil ? 1 : 2)
            bytes += explanation ?? []
            bytes += rule.utf8
        }
        return bytes
    }

    private init?(bytes: ArraySlice<UInt8>) {
        let bytes = Array(bytes)
        guard bytes.count >= Self.headCount, bytes[0] == Self.version, Self.verdicts.indices.contains(Int(bytes[1])),
            bytes[2] == Self.noClass || Self.classes.indices.contains(Int(bytes[2]))
        else { return nil }
        verdict = Self.verdicts[Int(bytes[1])]
        urlClass = bytes[2] == Self.noClass ? nil : Self.classes[Int(bytes[2])]
        var expiry: UInt64 = 0
        for byte in bytes[3..<11] { expiry = expiry &<< 8 | UInt64(byte) }
        // An expiry beyond the range of clocks would overflow in comparisons.
        guard expiry <= UInt64(UInt32.max) else { return nil }
        self.expiry = Int(expiry)
        let idEnd = Self.headCount + Int(bytes[11])
        guard idEnd <= bytes.count, let id = String(validating: bytes[Self.headCount..<idEnd], as: UTF8.self) else {
            return nil
        }
        self.id = id
        guard idEnd < bytes.count else {
            rule = nil
            explanation = nil
            return
        }
        var ruleStart = idEnd + 1
        switch bytes[idEnd] {
        case 1: explanation = nil
        case 2:
            ruleStart += Self.explanationCount
            guard ruleStart <= bytes.count else { return nil }
            explanation = Array(bytes[(idEnd + 1)..<ruleStart])
        default: return nil
        }
        guard let rule = String(validating: bytes[ruleStart...], as: UTF8.self) else { return nil }
        self.rule = rule
    }
}

/// Why a ticket is refused. A page shows the same for all of them.
public enum TicketError: Error, Hashable, Sendable {
    /// The text is not a ticket, or is too long.
    case malformed
    /// The authentication code is wrong.
    case forged
    /// The ticket has expired.
    case expired
}
