package import Answering

/// A request as reported by an ICAP client, in the terms of ``RequestReading``.
///
/// It observes and translates, and judges nothing: faults are noted, and the reader blocks.
struct ICAPObservation {
    /// The observed request.
    var request: ObservedRequest
    /// Whether the request is a navigation of a browser that accepts HTML.
    let wantsHTML: Bool
    /// The value of `Accept-Language`.
    var language: [UInt8]?
    /// The value of `traceparent`.
    var traceparent: [UInt8]?

    /// Observes a request.
    ///
    /// - Parameters:
    ///   - head: The head of the ICAP request.
    ///   - encapsulated: The head of the request itself.
    ///   - binding: How requests are read.
    ///   - targetLimit: The maximum length of a target in bytes.
    init(_ head: ICAPRequestHead, _ encapsulated: EncapsulatedHead, binding: ServerBinding, targetLimit: Int) {
        let fields = encapsulated.scanned.observedFields
        request = ObservedRequest(
            .icap,
            method: Array(encapsulated.method),
            target: Array(encapsulated.target),
            fields: fields,
            accountField: binding.accountField
        )
        wantsHTML = !encapsulated.isConnect && fields.wantsHTML
        if encapsulated.target.count > targetLimit { request.note(.targetTooLong) }
        if encapsulated.hasAmbiguousFraming { request.note(.framingAmbiguous) }
        if case .icapUser = binding.account { claimUser(of: head) }
        // Fields that only affect the form of the answer may be repeated: the first one is used.
        language = fields.value(of: "accept-language")
        traceparent = fields.value(of: "traceparent")
    }

    // MARK: The user

    /// The fields in which clients name the user.
    private static let userFields: [ICAPUser.Field] = [.squid, .draft]

    private mutating func claimUser(of head: ICAPRequestHead) {
        var claims: [AccountID: [UInt8]] = [:]
        for field in Self.userFields {
            let values = head.scanned.values(of: field.name)
            if values.count > 1 { request.note(.fieldRepeated) }
            // Some clients send both fields; the same user in both is one claim, and an empty field is none.
            for value in values where !value.isEmpty {
                let account = ICAPUser.account(of: value, in: field)
                let id = AccountID(String(decoding: account, as: UTF8.self))
                claims[id] = claims[id] ?? account
            }
        }
        for account in claims.values { request.claim(account: account) }
        for field in head.scanned.fields {
            let name = head.scanned.bytes[field.name]
            if Self.userFields.contains(where: { name.isAlias(of: $0.name) }) { request.note(.fieldAlias) }
        }
    }
}

/// The account in a field of an ICAP client.
enum ICAPUser {
    /// A field that names the user.
    enum Field {
        /// Squid's field.
        case squid
        /// The field of the [draft](https://datatracker.ietf.org/doc/html/draft-stecher-icap-subid-00) that most other
        /// clients follow.
        case draft

        /// Its name in lower case.
        var name: StaticString {
            switch self {
            case .squid: "x-client-username"
            case .draft: "x-authenticated-user"
            }
        }
    }

    /// Reads the value of a field.
    ///
    /// Clients write the name in plain text, or in base64 (Squid's `icap_client_username_encode`). In the field of the
    /// draft, base64 may also contain the method of authentication before the name: `Local://dana@contoso.com`.
    ///
    /// Nothing tells which form it is, and a plain name such as `dana` can be base64 of something. So a value counts as
    /// base64 only if it decodes to what nobody writes by accident: a user principal name, an object id, or the form
    /// with a method. Whoever can choose any login name, at a proxy that sends it in plain text, can still choose the
    /// base64 of another account.
    ///
    /// - Parameters:
    ///   - value: The value of the field.
    ///   - field: The field.
    /// - Returns: The account. A value that is not an account is unknown to every policy, which blocks.
    static func account(of value: ArraySlice<UInt8>, in field: Field) -> [UInt8] {
        // Decoded once: a name that is base64 itself stays as it was chosen.
        guard let decoded = Base64.decoded(value), isText(decoded) else { return Array(value) }
        if field == .draft, let name = nameAfterMethod(decoded) { return Array(name) }
        return decoded.contains(UInt8(ascii: "@")) || isObjectID(decoded) ? decoded : Array(value)
    }

    private static func isText(_ bytes: [UInt8]) -> Bool {
        bytes.allSatisfy { $0 >= 0x20 && $0 != 0x7F } && String(validating: bytes, as: UTF8.self) != nil
    }

    /// The name after a method of authentication and `://`; nil if there is no method, or no name.
    private static func nameAfterMethod(_ text: [UInt8]) -> ArraySlice<UInt8>? {
        let method = text.prefix(while: ByteClass.isToken)
        let name = text[method.endIndex...]
        guard !method.isEmpty, name.starts(with: "://".utf8), name.count > 3 else { return nil }
        return name.dropFirst(3)
    }

    /// Whether a text is an object id, such as `5f0f1d9c-0000-4000-8000-000000000001`.
    private static func isObjectID(_ text: [UInt8]) -> Bool {
        let groups = text.split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
        return groups.map(\.count) == [8, 4, 4, 4, 12]
            && groups.joined().allSatisfy { HexDigit.value(of: $0) != nil }
    }
}

/// Base64 with padding, as in [RFC 4648](https://www.rfc-editor.org/rfc/rfc4648#section-4).
enum Base64 {
    /// The decoded bytes; nil if the text is empty or not base64.
    static func decoded(_ text: ArraySlice<UInt8>) -> [UInt8]? {
        guard !text.isEmpty, text.count.isMultiple(of: 4) else { return nil }
        let padding = text.suffix(2).count { $0 == UInt8(ascii: "=") }
        var result: [UInt8] = []
        result.reserveCapacity(text.count / 4 * 3)
        var bits = 0
        var count = 0
        for byte in text.dropLast(padding) {
            guard let digit = digit(byte) else { return nil }
            bits = (bits << 6 | digit) & 0xFFFF
            count += 6
            guard count >= 8 else { continue }
            count -= 8
            result.append(UInt8(truncatingIfNeeded: bits >> count))
        }
        // Two texts for the same bytes would be two names for one account.
        guard bits & ((1 << count) - 1) == 0 else { return nil }
        return result
    }

    private static func digit(_ byte: UInt8) -> Int? {
        switch byte {
        case 0x41...0x5A: Int(byte) - 0x41
        case 0x61...0x7A: Int(byte) - 0x61 + 26
        case 0x30...0x39: Int(byte) - 0x30 + 52
        case UInt8(ascii: "+"): 62
        case UInt8(ascii: "/"): 63
        default: nil
        }
    }
}

extension ScannedHead {
    /// The fields, in the original order.
    package var observedFields: [ObservedField] {
        fields.map { ObservedField(name: Array(bytes[$0.name]), value: Array(bytes[$0.value])) }
    }
}
