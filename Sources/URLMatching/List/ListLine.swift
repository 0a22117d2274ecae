import ByteText
import URLStandard

/// Reads a line of a hosts file that blocks names by assigning them an unreachable address: `0.0.0.0 ads.example`.
enum HostsLine {
    /// The addresses that block a name.
    private static let nowhere = ["0.0.0.0", "127.0.0.1", "::", "::1", "0"]
    /// The names at the top of every hosts file, which belong to the machine itself and its networks.
    ///
    /// Public lists also contain `0.0.0.0 0.0.0.0`. A policy that blocks these addresses names them in a rule.
    private static let ownNames = [
        "localhost", "localhost.localdomain", "local", "broadcasthost", "0.0.0.0", "127.0.0.1", "::", "::1",
        "ip6-localhost", "ip6-loopback", "ip6-localnet", "ip6-mcastprefix", "ip6-allnodes", "ip6-allrouters",
        "ip6-allhosts",
        "localhost4", "localhost6", "localhost4.localdomain4", "localhost6.localdomain6",
    ]

    /// The positions of the names that the line blocks; empty if the line is about the machine itself.
    static func names(of text: Span<UInt8>) throws(MatcherError) -> [Range<Int>] {
        let words = self.words(of: text)
        let names = words.dropFirst().filter { !isAny(of: ownNames, text.extracting($0)) }
        guard let address = words.first, words.count > 1 else {
            // An address would be skipped as a name, and a URL is not one.
            let isName = !isAddress(text) && isHost(text, text.indices)
            throw MatcherError(
                .invalidHostsLine,
                "\(QuotedText.quote(text)) has no name after an address",
                help: isName
                    ? "write \(QuotedText.quote("0.0.0.0 " + QuotedText.decode(text))), or use the format `domains`"
                    : "a line needs an address such as `0.0.0.0` and a host, without scheme, port and path"
            )
        }
        if isAny(of: nowhere, text.extracting(address)) { return names }
        // In `ads.example 0.0.0.0` the columns are the other way round: its author means to block a name, although
        // 0.0.0.0 would be skipped as one.
        let isReversed = words.dropFirst().contains { isAny(of: nowhere, text.extracting($0)) }
        if names.isEmpty, !isReversed, isAddress(text.extracting(address)) { return [] }
        var help = "a name is blocked by \(nowhere.map { "`\($0)`" }.joined(separator: ", "))"
        if isReversed, words.count == 2, isHost(text, address) {
            let line = [words[1], address].map { QuotedText.decode(text.extracting($0)) }.joined(separator: " ")
            help = "write \(QuotedText.quote(line))"
        }
        throw MatcherError(
            .invalidHostsLine,
            "\(QuotedText.quote(text.extracting(address))) is not an address that blocks a name",
            help: help,
            range: address
        )
    }

    /// Leaves a name in the record as its host. An address instead of a name is also a host; in these files an IPv6
    /// address has no brackets.
    static func parse(_ text: Span<UInt8>, _ name: Range<Int>, into record: inout URLRecord) throws(MatcherError) {
        do throws(MatcherError) {
            let word = text.extracting(name)
            guard let address = IPAddress(parsing: word), case .v6 = address else {
                return try HostText.parse(word, for: .host, into: &record)
            }
            try HostText.parse("[\(address)]".utf8.span, for: .host, into: &record)
        } catch {
            throw error.moved(by: name.lowerBound, whole: name)
        }
    }

    /// Whether a word is an address with which a line may begin; a line for one network has a zone, `fe80::1%lo0`.
    private static func isAddress(_ word: Span<UInt8>) -> Bool {
        let end = word.firstOffset(of: UInt8(ascii: "%")) ?? word.count
        return isAny(of: nowhere, word) || IPAddress(parsing: word.extracting(..<end)) != nil
    }

    /// Whether a word can be a name of a line.
    private static func isHost(_ text: Span<UInt8>, _ word: Range<Int>) -> Bool {
        var record = URLRecord()
        return (try? parse(text, word, into: &record)) != nil
    }

    private static func words(of text: Span<UInt8>) -> [Range<Int>] {
        var words: [Range<Int>] = []
        var start: Int?
        for index in 0...text.count {
            let isBlank = index == text.count || text[index].isSpaceOrTab
            if isBlank, let begin = start {
                words.append(begin..<index)
                start = nil
            } else if !isBlank, start == nil {
                start = index
            }
        }
        return words
    }

    /// Whether a text is one of these words, which are in lower case. Names of hosts ignore case.
    private static func isAny(of words: [String], _ text: Span<UInt8>) -> Bool {
        for word in words where isEqual(text, word) { return true }
        return false
    }

    private static func isEqual(_ text: Span<UInt8>, _ word: String) -> Bool {
        guard text.count == word.utf8.count else { return false }
        var offset = 0
        for expected in word.utf8 {
            let byte = text[offset]
            guard byte.asciiLowercased == expected else { return false }
            offset += 1
        }
        return true
    }
}

extension MatcherError {
    /// The same error, for a text that contains this error's text.
    ///
    /// - Parameters:
    ///   - offset: The offset of this error's text in the larger text.
    ///   - whole: The range of this error's text, used if the error has no range.
    /// - Returns: The error with its range moved.
    func moved(by offset: Int, whole: Range<Int>) -> MatcherError {
        let place = range.map { $0.lowerBound + offset..<$0.upperBound + offset } ?? whole
        return MatcherError(code, message, help: help, range: place)
    }
}

/// Reads an ad blocker's filter that names a whole domain, `||ads.example^`.
///
/// Every other filter covers more or less than a domain. Read as a domain, `||ads.example^$third-party` would block
/// what its author allows, and `@@||ads.example^` would do the opposite of what it means.
enum AdblockLine {
    /// Leaves the domain in the record as its host.
    static func parse(_ text: Span<UInt8>, into record: inout URLRecord) throws(MatcherError) {
        let quoted = { (text: Span<UInt8>) in QuotedText.quote(text) }
        guard text.firstRange(of: "||")?.lowerBound == 0 else {
            throw MatcherError(
                .invalidFilter,
                "\(quoted(text)) is not a filter for a whole domain",
                help: "such a filter is `||`, a domain and `^`"
            )
        }
        guard let end = text.firstOffset(of: UInt8(ascii: "^")) else {
            throw MatcherError(
                .invalidFilter,
                "\(quoted(text)) has no `^` after the domain",
                help: "such a filter is `||`, a domain and `^`"
            )
        }
        guard end == text.count - 1 else {
            throw MatcherError(
                .invalidFilter,
                "\(quoted(text)) contains more than a domain",
                help: "write \(quoted(text.extracting(...end))) if you mean the whole domain",
                range: end + 1..<text.count
            )
        }
        do throws(MatcherError) {
            try HostText.parse(text.extracting(2..<end), for: .domain, into: &record)
        } catch {
            throw error.moved(by: 2, whole: 2..<max(end, 3))
        }
    }
}

/// A filter of an ad blocker that takes filters of whole domains back: `@@||cdn.example^` or
/// `||ads.example^$badfilter`.
package struct AdblockRetraction: Hashable, Sendable {
    /// The domain in canonical form.
    package let domain: [UInt8]
    /// Whether the filter is an exception, for its domain and everything below it, rather than a filter that disables
    /// another one.
    package let isException: Bool
    /// Whether it disables a filter with the same text: a block of the domain, or an exception.
    package let isDisabling: Bool

    /// Reads a line; nil if it is anything else.
    ///
    /// - Complexity: O(*n*) in the bytes of the line.
    package init?(line: Span<UInt8>) {
        var (start, end) = (0, line.count)
        while start < end, line[start].isSpaceOrTab { start += 1 }
        while end > start, line[end - 1].isSpaceOrTab { end -= 1 }
        isException = line.extracting(start..<end).begins(with: "@@".utf8.span)
        if isException { start += 2 }
        let option = "$badfilter"
        let optionStart = max(start, end - option.utf8.count)
        isDisabling = line.extracting(optionStart..<end).isEqual(to: option)
        if isDisabling { end = optionStart }
        guard isException || isDisabling else { return nil }
        var record = URLRecord()
        guard (try? AdblockLine.parse(line.extracting(start..<end), into: &record)) != nil else { return nil }
        domain = record.host.array
    }
}
