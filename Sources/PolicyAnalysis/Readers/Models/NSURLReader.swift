import ByteText
import URLStandard

/// `NSURL` and `URL` of Foundation, for apps that are linked on iOS 17 or later.
///
/// This model follows documentation: [URL](https://developer.apple.com/documentation/foundation/url/init(string:))
/// states that since then parsing follows RFC 3986, and that invalid characters are percent- and IDNA-encoded. It is
/// compared with the open [swift-foundation](https://github.com/swiftlang/swift-foundation) of Swift 6.3 on Linux,
/// which is not the NSURL of a phone. User information ends at the last `@`, the port starts after the first `:`, and
/// `%xx` in the host is decoded, after a host that is not ASCII was converted to ASCII.
enum NSURLReader {
    /// Schemes whose hosts are percent-encoded, and not converted to ASCII.
    private static let schemesWithEncodedHosts: Set<String> = [
        "tel", "telemergencycall", "telprompt", "callto", "facetime", "facetime-prompt", "facetime-audio",
        "facetime-audio-prompt", "imap", "pop", "addressbook", "contact", "phasset", "http+unix", "https+unix",
        "ws+unix", "wss+unix",
    ]

    /// Reads a text. The result is nil if the initializer returns nil.
    static func read(_ text: ReaderText) -> ReaderReading? {
        // The initializer rejects an empty text.
        guard !text.isEmpty else { return nil }
        var (scheme, rest) = (ReaderText(), text)
        // One of these characters before a colon means that there is no scheme.
        let head = text.split(atAny: ":/?#[]@")
        if text.first == UInt8(ascii: ":") {
            // An empty scheme is dropped.
            rest = text.dropFirst()
        } else if head.rest.first == UInt8(ascii: ":"), !head.before.isEmpty {
            guard let found = text.scheme else { return nil }
            (scheme, rest) = found
        }
        var (host, port): ([UInt8], Int?) = ([], nil)
        if rest.begins(with: "//") {
            let (authority, behind) = rest.dropping(2).split(atAny: "/?#")
            rest = behind
            guard let place = place(authority, scheme: scheme) else { return nil }
            (host, port) = place
        }
        let (path, query, _) = rest.tail
        return ReaderReading(
            scheme: scheme,
            host: host,
            port: port,
            path: path.encodingInvalid(isPath: true),
            query: query?.encodingInvalid(isPath: false)
        )
    }

    private static func place(_ authority: ReaderText, scheme: ReaderText) -> ([UInt8], Int?)? {
        let place = authority.cutAtLast("@").behind
        if place.first == UInt8(ascii: "["), let end = place.firstIndex(of: UInt8(ascii: "]")) {
            let behind = place[(end + 1)...]
            guard behind.isEmpty || behind.first == UInt8(ascii: ":"), behind.dropFirst().allSatisfy(\.isASCIIDigit),
                let literal = literal(place[(place.startIndex + 1)..<end])
            else { return nil }
            return (literal, number(behind.dropFirst()))
        }
        let (host, port) = place.cut(at: ":")
        guard port?.allSatisfy(\.isASCIIDigit) != false, let name = name(host, scheme: scheme) else { return nil }
        return (name, port.flatMap(number))
    }

    /// A port, or nil if it is empty or larger than an `Int`.
    private static func number(_ port: ReaderText) -> Int? { Int(port.characters) }

    /// The text between brackets, decoded. Whether it is an address is not checked.
    private static func literal(_ text: ReaderText) -> [UInt8]? {
        let (address, zone) = text.cut(at: "%")
        guard address.allSatisfy({ isInName($0) || $0 == UInt8(ascii: ":") }) else { return nil }
        // A zone that is not valid after `%25` is encoded as a whole, and decoding it returns it as written.
        guard let zone, zone.begins(with: "25"), zone.dropping(2).allSatisfy(isInZone), text.hasPercentSequences
        else { return Array(text) }
        return decoded(text)
    }

    /// A host, decoded; in ASCII form if it contains characters that no host may contain.
    private static func name(_ host: ReaderText, scheme: ReaderText) -> [UInt8]? {
        if isValid(host) { return decoded(host) }
        // Encoding the host and decoding it returns it as written.
        let name = String(decoding: scheme.map(\.asciiLowercased), as: UTF8.self)
        guard !schemesWithEncodedHosts.contains(name) else { return Array(host) }
        guard let ascii = try? DomainToASCII.unicodeToASCII(Array(host).span, refusingAnyError: true),
            isValid(ascii[...])
        else { return nil }
        return decoded(ascii[...])
    }

    private static func isValid(_ host: ReaderText) -> Bool { host.allSatisfy(isInName) && host.hasPercentSequences }

    /// The text with every `%xx` decoded. If that is not valid text, there is no host.
    private static func decoded(_ text: ReaderText) -> [UInt8] {
        let decoded = text.percentDecoded
        return String(validating: decoded, as: UTF8.self) == nil ? [] : decoded
    }

    private static func isInZone(_ byte: UInt8) -> Bool {
        byte.isASCIIAlphanumeric || "-._~%".utf8.contains(byte)
    }

    private static func isInName(_ byte: UInt8) -> Bool {
        byte.isASCIIAlphanumeric || "-._~!$&'()*+,;=%".utf8.contains(byte)
    }
}

extension ReaderText {
    /// The text unchanged if RFC 3986 allows all of it. Otherwise everything that it does not allow is encoded, and
    /// each `%` too.
    fileprivate func encodingInvalid(isPath: Bool) -> [UInt8] {
        func isPlain(_ byte: UInt8) -> Bool {
            byte.isASCIIAlphanumeric || "-._~!$&'()*+,;=:@/?".utf8.contains(byte)
        }
        if hasPercentSequences, allSatisfy({ isPlain($0) || $0 == UInt8(ascii: "%") }) { return Array(self) }
        // A colon in the first segment would turn the segment into a scheme.
        let firstSegment = isPath ? split(atAny: "/").before.endIndex : startIndex
        return indices.flatMap { place -> [UInt8] in
            let byte = self[place]
            if isPlain(byte), byte != UInt8(ascii: ":") || place >= firstSegment { return [byte] }
            return Array("%\(Hexadecimal.upperText(of: byte))".utf8)
        }
    }
}
