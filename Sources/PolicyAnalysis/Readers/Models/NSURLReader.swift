/// `NSURL` and `URL` of Foundation, for apps that are linked on iOS 17 or later.
///
/// This model follows documentation: [URL](https://developer.apple.com/documentation/foundation/url/init(string:))
/// states that since then parsing follows RFC 3986, and that invalid characters are percent- and IDNA-encoded. It is
/// compared with the open [swift-foundation](https://github.com/swiftlang/swift-foundation) of Swift 6.3 on Linux,
/// which is not the NSURL of a phone. User information ends at the last `@`, the port starts after the first `:`, and
/// `%xx` in the host is decoded.
enum NSURLReader {
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
            guard let place = place(authority) else { return nil }
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

    private static func place(_ authority: ReaderText) -> ([UInt8], Int?)? {
        let place = authority.cutAtLast("@").behind
        var (host, port) = (place, ReaderText())
        if place.first == UInt8(ascii: "["), let end = place.lastIndex(of: UInt8(ascii: "]")) {
            let behind = place[(end + 1)...]
            guard behind.isEmpty || behind.first == UInt8(ascii: ":") else { return nil }
            let address = place[(place.startIndex + 1)..<end]
            // Whether it is an address is not checked.
            let name = address.cut(at: "%").before
            guard name.allSatisfy({ isInName($0) || $0 == UInt8(ascii: ":") }), !address.contains(UInt8(ascii: "]"))
            else {
                return nil
            }
            guard let number = number(behind.dropFirst()) else { return nil }
            return (Self.literal(address, isAddress: name.allSatisfy(isInAddress)), number < 0 ? nil : number)
        }
        if let colon = place.firstIndex(of: UInt8(ascii: ":")) {
            (host, port) = (place[..<colon], place[(colon + 1)...])
        }
        guard let number = number(port), let name = name(host) else { return nil }
        return (name, number < 0 ? nil : number)
    }

    /// The text between brackets: unchanged, or with each `%25` decoded if the text before it cannot be an address.
    private static func literal(_ text: ReaderText, isAddress: Bool) -> [UInt8] {
        guard !isAddress else { return Array(text) }
        var (decoded, rest) = ([UInt8](), text)
        while let first = rest.first {
            decoded.append(first)
            rest = rest.dropping(rest.begins(with: "%25") ? 3 : 1)
        }
        return decoded
    }

    private static func isInAddress(_ byte: UInt8) -> Bool {
        byte.hexadecimalDigit != nil || byte == UInt8(ascii: ":")
    }

    /// A port; -1 if it is empty, nil if it is not a number.
    private static func number(_ port: ReaderText) -> Int? {
        port.isEmpty ? -1 : port.decimal(atMost: Int(Int32.max))
    }

    /// A host: unchanged, decoded, or in ASCII form if it contains characters that no host may contain.
    private static func name(_ host: ReaderText) -> [UInt8]? {
        guard host.allSatisfy({ $0 >= 0x80 || isInName($0) }), host.hasPercentSequences else { return nil }
        let decoded = host.percentDecoded
        guard host.contains(where: { $0 >= 0x80 }) else {
            // If it does not decode to valid text, there is no host.
            return String(validating: decoded, as: UTF8.self) == nil ? [] : decoded
        }
        guard let ascii = DomainText.ascii(decoded.characters) else { return nil }
        // The mapping accepts no empty labels except the last, and no hyphens at either end of a label.
        var labels = ascii.split(separator: ".", omittingEmptySubsequences: false)
        let isDotted = decoded.characters.unicodeScalars.last.map {
            ".\u{3002}\u{FF0E}\u{FF61}".unicodeScalars.contains($0)
        }
        if isDotted == true { labels.removeLast() }
        let areLabels = labels.allSatisfy { label in
            !label.isEmpty && !label.hasPrefix("-") && !label.hasSuffix("-") && !label.hasPrefix("xn---")
        }
        return areLabels ? Array(ascii.utf8) : nil
    }

    private static func isInName(_ byte: UInt8) -> Bool {
        byte.isLetter || byte.isDigit || "-._~!$&'()*+,;=%".utf8.contains(byte)
    }
}

extension ReaderText {
    /// The text unchanged if RFC 3986 allows all of it. Otherwise everything that it does not allow is encoded, and
    /// each `%` too.
    fileprivate func encodingInvalid(isPath: Bool) -> [UInt8] {
        func isPlain(_ byte: UInt8) -> Bool {
            byte.isLetter || byte.isDigit || "-._~!$&'()*+,;=:@/?".utf8.contains(byte)
        }
        if hasPercentSequences, allSatisfy({ isPlain($0) || $0 == UInt8(ascii: "%") }) { return Array(self) }
        // A colon in the first segment would turn the segment into a scheme.
        let firstSegment = isPath ? split(atAny: "/").before.endIndex : startIndex
        return indices.flatMap { place -> [UInt8] in
            let byte = self[place]
            if isPlain(byte), byte != UInt8(ascii: ":") || place >= firstSegment { return [byte] }
            let digits = String(byte, radix: 16, uppercase: true)
            return Array("%\(digits.count < 2 ? "0" : "")\(digits)".utf8)
        }
    }
}
