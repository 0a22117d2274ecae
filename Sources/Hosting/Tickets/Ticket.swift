import ByteText
public import PolicyModel

/// What a page needs to say of a denial, in a form that a client can carry and cannot make up.
///
/// Some proxies drop the body of an answer and fetch the page by themselves, or send the client there. The ticket tells the
/// page what was decided. Its text is base64url of a version, verdict, class, decision id, rule and expiry, and an
/// HMAC-SHA-256 of them; it can stand in a URL and in a line of Squid's without being escaped. Who has the key can read
/// the rule's id in it; so can the client, so a ticket has nothing in it that the page does not show.
public struct Ticket: Hashable, Sendable {
    /// How many seconds a ticket is good for.
    public static let lifetime = 60
    /// The longest text that is read.
    public static let longestText = 400
    /// So far ahead may the clock of the host be that made a ticket.
    static let clockAllowance = 60
    private static let longestID = 64
    private static let longestRule = 160
    private static let version: UInt8 = 1
    private static let headCount = 12

    /// What was decided.
    public let verdict: Verdict
    /// What the rules say of the URL; nil where they do not.
    public let urlClass: URLClass?
    /// The id of the rule that decided; nil where no rule did, and where its id is longer than 160 bytes.
    public let rule: String?
    /// The id of the decision.
    public let id: String
    /// The second, counted from 1970, at whose end the ticket is good no more.
    public let expiry: Int

    /// Makes a ticket.
    ///
    /// - Parameters:
    ///   - verdict: What was decided.
    ///   - urlClass: What the rules say of the URL.
    ///   - rule: The id of the rule that decided.
    ///   - id: The id of the decision, of which 64 bytes are kept.
    ///   - expiry: See ``expiry``; usually `now + Ticket.lifetime`.
    public init(verdict: Verdict, urlClass: URLClass?, rule: String?, id: String, expiry: Int) {
        self.verdict = verdict
        self.urlClass = urlClass
        self.rule = rule.flatMap { $0.utf8.count <= Self.longestRule ? $0 : nil }
        self.id = id.utf8.count <= Self.longestID ? id : String(decoding: id.utf8.prefix(Self.longestID), as: UTF8.self)
        self.expiry = max(0, expiry)
    }

    // MARK: Text

    /// What makes and checks tickets under one key: it has taken in the key already.
    public struct Seal: Sendable {
        private let codes: HMACSHA256

        /// Takes in a key.
        public init(_ key: SecretKey) { codes = key.codes(for: .ticket) }

        /// The text of a ticket: letters, digits, `-` and `_`, at most ``Ticket/longestText`` of them.
        ///
        /// - Complexity: O(1): two blocks of SHA-256 for a short rule id.
        public func text(of ticket: Ticket) -> String {
            var text: [UInt8] = []
            append(ticket, to: &text)
            return String(decoding: text, as: UTF8.self)
        }

        /// Appends the text of a ticket.
        func append(_ ticket: Ticket, to text: inout [UInt8]) {
            var bytes = ticket.bytes
            bytes += codes.code(of: bytes.span)
            Base64URL.append(bytes, to: &text)
        }

        /// Reads the text of a ticket.
        ///
        /// - Parameters:
        ///   - text: What a client sent; may be anything.
        ///   - now: The time in seconds since 1970.
        /// - Returns: The ticket; nothing of a bad one.
        /// - Throws: ``TicketError``. The time that takes depends on no more than the length of the text.
        public func ticket(_ text: [UInt8], now: Int) throws(TicketError) -> Ticket {
            guard text.count <= Ticket.longestText, let bytes = Base64URL.bytes(of: text),
                bytes.count > SHA256.digestCount
            else { throw .malformed }
            let end = bytes.count - SHA256.digestCount
            // Nothing is read of what nobody with the key has written.
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
    /// No class is 0xFF. No rule is nothing behind the id; before a rule there is a byte 1, so that it can be empty.
    private var bytes: [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(Self.headCount + id.utf8.count + 1 + (rule?.utf8.count ?? 0) + SHA256.digestCount)
        bytes.append(Self.version)
        bytes.append(verdict.ticketByte)
        bytes.append(urlClass.ticketByte)
        for place in 0..<8 { bytes.append(UInt8(truncatingIfNeeded: expiry &>> (56 - 8 * place))) }
        bytes.append(UInt8(id.utf8.count))
        bytes += id.utf8
        if let rule {
            bytes.append(1)
            bytes += rule.utf8
        }
        return bytes
    }

    private init?(bytes: ArraySlice<UInt8>) {
        let bytes = Array(bytes)
        guard bytes.count >= Self.headCount, bytes[0] == Self.version, let verdict = Verdict(ticketByte: bytes[1])
        else { return nil }
        self.verdict = verdict
        switch bytes[2] {
        case 0xFF: urlClass = nil
        case let byte:
            guard let value = URLClass(ticketByte: byte) else { return nil }
            urlClass = value
        }
        var expiry: UInt64 = 0
        for byte in bytes[3..<11] { expiry = expiry &<< 8 | UInt64(byte) }
        // An expiry beyond all clocks would overflow where it is compared.
        guard expiry <= UInt64(UInt32.max) else { return nil }
        self.expiry = Int(expiry)
        let idEnd = Self.headCount + Int(bytes[11])
        guard idEnd <= bytes.count, let id = String(validating: bytes[Self.headCount..<idEnd], as: UTF8.self) else {
            return nil
        }
        self.id = id
        guard idEnd < bytes.count else {
            rule = nil
            return
        }
        guard bytes[idEnd] == 1, let rule = String(validating: bytes[(idEnd + 1)...], as: UTF8.self) else { return nil }
        self.rule = rule
    }
}

/// Why a ticket is refused. A page shows the same whichever it is.
public enum TicketError: Error, Hashable, Sendable {
    /// It is no ticket, or too long for one.
    case malformed
    /// Its code is wrong.
    case forged
    /// Its time is over.
    case expired
}

extension Verdict {
    // Numbers of their own, so that a case that is added or moved changes no ticket that is under way.
    fileprivate var ticketByte: UInt8 {
        switch self {
        case .block: 0
        case .route: 1
        case .allow: 2
        default: 0
        }
    }

    fileprivate init?(ticketByte: UInt8) {
        switch ticketByte {
        case 0: self = .block
        case 1: self = .route
        case 2: self = .allow
        default: return nil
        }
    }
}

extension URLClass {
    fileprivate init?(ticketByte: UInt8) {
        switch ticketByte {
        case 0: self = .blocked
        case 1: self = .external
        case 2: self = .internal
        default: return nil
        }
    }
}

extension URLClass? {
    fileprivate var ticketByte: UInt8 {
        switch self {
        case .blocked: 0
        case .external: 1
        case .internal: 2
        case nil: 0xFF
        }
    }
}
