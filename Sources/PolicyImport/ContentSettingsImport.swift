package import Diagnostics
package import PolicyModel
import URLMatching

/// Converts a list of content-settings patterns (`PopupsBlockedForUrls` and similar) to a rule set.
///
/// The format looks like that of URL filters but has the opposite meaning: a bare `example.com` is exactly that host,
/// and `[*.]example.com` includes its subdomains. Each pattern becomes the equivalent filter.
package enum ContentSettingsImport {
    /// Reads a list.
    ///
    /// - Parameters:
    ///   - list: A file with patterns on separate lines or separated by `|`.
    ///   - urlClass: The class for URLs that match a pattern.
    ///   - standard: The class for URLs that match no pattern.
    /// - Returns: A policy document with a rule set `imported`; without text if the list is stricter than the default
    ///   and no pattern can be carried over.
    package static func read(_ list: SourceFile, as urlClass: URLClass, default standard: URLClass) -> ImportResult {
        let reading =
            "read as content-settings patterns, on lines or with `|` between them: a bare `example.com` is exactly that "
            + "host, `[*.]example.com` covers its subdomains"
        var result = ImportResult(.policyDocument, reading: reading, sources: [list])
        let help = "write the patterns of the policy on lines of their own, or with `|` between them"
        guard !result.refuseJSON(list, help: help) else { return result }
        var rule = ImportedRule(id: "content-settings", urlClass: urlClass, key: .chrome, because: nil)
        var seen: Set<String> = []
        var repeated = 0
        let entries = ImportEntry.entries(of: list, separator: "|")
        if entries.isEmpty { result.noteEmpty(list, effect: urlClass == .blocked ? "blocks" : "matches") }
        for entry in result.readable(entries) {
            do throws(ContentSettingsPattern.Problem) {
                let filter = try ContentSettingsPattern(entry.text).filter
                result.carried += 1
                if seen.insert(filter).inserted {
                    rule.values.append(filter)
                } else {
                    repeated += 1
                    if repeated <= ImportResult.findingLimit {
                        result.note("duplicate-entry", "the pattern is repeated here", at: [entry.place])
                    }
                }
            } catch {
                result.drop(error.code, error.message, at: entry.place(of: error.range), help: error.help)
            }
            if entry.text.hasPrefix(".") || entry.text.contains("://.") || entry.text.contains("?") {
                result.noteOnce(
                    "url-filter",
                    "a leading dot or a query belongs to URL filters, another format, where a bare host covers its subdomains",
                    at: entry.place,
                    help: "use `demarc import chrome` if that is what the list is"
                )
            }
        }
        if repeated > ImportResult.findingLimit {
            result.note("duplicate-entry", "\(repeated - ImportResult.findingLimit) more patterns are repeated")
        }
        result.text = ImportedDocument.text(
            rule.values.isEmpty ? [] : [rule],
            default: standard,
            heading: "Content-settings patterns, written as equivalent URL filters."
        )
        result.refuseTooLarge(list, help: "write the list as URL filters, and name it in a rule with `list`")
        result.nameForeignFile(unless: .chrome)
        // Without a rule, what the list closes would have the default, such as `internal` instead of `external`.
        if urlClass > standard, result.carried == 0, let first = entries.first {
            result.refuseLostBlockList(as: urlClass, at: first.place)
        }
        return result
    }
}

/// A content-settings pattern, `[scheme://]host[:port][/path]`, and the equivalent URL filter.
struct ContentSettingsPattern {
    /// Why a text is not a pattern, or has no equivalent filter.
    struct Problem: Error {
        let code: String
        let message: String
        var help: String?
        /// The bytes of the pattern that the message refers to; nil for the whole pattern.
        var range: Range<Int>?
    }

    /// The filter.
    let filter: String

    /// The schemes of the browser's own pages that a pattern can have, only with exactly one host and without a port.
    private static let browserSchemes = [
        "chrome", "chrome-extension", "chrome-search", "chrome-untrusted", "devtools", "isolated-app",
    ]

    init(_ text: String) throws(Problem) {
        guard !text.contains(",") else {
            let help = "write only the pattern of the page in question"
            throw Problem(code: "two-patterns", message: "a pair of patterns matches more than a URL", help: help)
        }
        try Self.checkSpaces(text)
        var scheme = ""
        var rest = text[...]
        if let separator = text.firstRange(of: "://") {
            scheme = String(text[..<separator.lowerBound]).lowercased()
            rest = text[separator.upperBound...]
        }
        let slash = rest.firstIndex(of: "/") ?? rest.endIndex
        let path = rest[slash...]
        rest = rest[..<slash]
        if scheme == "file" {
            self.filter = try Self.fileFilter(rest, path)
            return
        }
        // By bytes: an accent may follow the `@`. The filter would ignore what precedes it, and with it the dot that
        // makes the host exact.
        guard !rest.utf8.contains(UInt8(ascii: "@")) else {
            throw Problem(
                code: "has-credentials",
                message: "the pattern has a user name or a password, which patterns cannot have",
                help: "remove everything up to the `@`"
            )
        }
        guard path.isEmpty || path == "/" || path == "/*" else {
            throw Problem(
                code: "has-path",
                message: "the pattern has a path, which only `file:` patterns have",
                help: "remove \(Self.quoted(path))"
            )
        }
        let isOfBrowser = Self.browserSchemes.contains(scheme)
        guard isOfBrowser || ["", "*", "http", "https"].contains(scheme) else {
            throw Problem(
                code: "unsupported-scheme",
                message: "the browser ignores patterns with the scheme \(Self.quoted(scheme[...]))",
                help: "write `http://`, `https://`, or no scheme for both"
            )
        }
        let (host, port) = try Self.hostAndPort(rest)
        guard !isOfBrowser || host == ".\(rest)" else {
            throw Problem(
                code: "browser-page",
                message: "the browser ignores patterns with the scheme `\(scheme)` and a `*` or a port",
                help: "name exactly one host, without a port"
            )
        }
        let prefix = scheme.isEmpty || scheme == "*" ? "" : scheme + "://"
        filter = try Self.checked(prefix + host + port, isExact: host.utf8.first == UInt8(ascii: "."))
    }

    /// Rejects spaces and control characters in a pattern. The message about a filter would quote a text that is not in
    /// the list, and a pattern has no path in which a space could be encoded.
    private static func checkSpaces(_ text: String) throws(Problem) {
        guard let index = text.utf8.firstIndex(where: { $0 <= 0x20 || $0 == 0x7F }) else { return }
        let offset = text.utf8.distance(from: text.startIndex, to: index)
        let noun = text.utf8[index] == 0x20 ? "space" : "control character"
        throw Problem(
            code: "space",
            message: "there is a \(noun) in \(quoted(text[...]))",
            help: "remove it, or write each pattern on a line of its own",
            range: offset..<offset + 1
        )
    }

    private static func hostAndPort(_ authority: Substring) throws(Problem) -> (host: String, port: String) {
        var host = authority
        var port = ""
        // The colons of an IPv6 address are inside brackets.
        if let colon = authority.lastIndex(of: ":"), !authority[colon...].contains("]") {
            host = authority[..<colon]
            port = String(authority[colon...])
        }
        if port == ":*" { port = "" }
        if host == "*" || host == "[*.]" { return ("*", port) }
        if host.hasPrefix("[*.]") {
            var domain = host.dropFirst(4)
            guard !domain.hasPrefix(".") else {
                throw Problem(code: "leading-dot", message: "there is a dot after `[*.]`", help: "remove it")
            }
            // The browser ignores one dot at the end.
            if domain.hasSuffix(".") { domain.removeLast() }
            do throws(MatcherError) {
                _ = try DomainMatcher(String(domain))
            } catch {
                // The help is for a domain; as a pattern it would be exactly that host.
                throw Problem(code: error.code.rawValue, message: error.message)
            }
            return (String(domain), port)
        }
        guard !host.contains("*") else {
            let help = "`[*.]example.com` covers subdomains, and `*` alone is every host"
            throw Problem(code: "wildcard", message: "`*` has no meaning in the host \(quoted(host))", help: help)
        }
        guard !host.hasPrefix(".") else {
            throw Problem(code: "leading-dot", message: "the host begins with a dot", help: "a bare host is exact here")
        }
        return ("." + host, port)
    }

    private static func fileFilter(_ host: Substring, _ path: Substring) throws(Problem) -> String {
        guard host.isEmpty, path == "/*" else {
            let message = "the pattern matches exactly one file; a filter would match all that begins with it"
            throw Problem(code: "exact-path", message: message, help: "use a rule with `url`")
        }
        return "file://*"
    }

    /// Checks that a filter is valid, and that it is only about a host, exactly or with its subdomains. A filter may have
    /// a fragment, which is ignored; to the browser, a pattern with one has no valid host.
    private static func checked(_ filter: String, isExact: Bool) throws(Problem) -> String {
        let read: URLFilter
        do throws(MatcherError) {
            read = try URLFilter(filter)
        } catch {
            throw Problem(code: error.code.rawValue, message: error.message, help: error.help)
        }
        let isHost = if case .host? = read.anchor { true } else { false }
        guard isHost == isExact, read.pathPrefix.isEmpty, !read.hasQuery, !filter.utf8.contains(UInt8(ascii: "#"))
        else {
            let message = "the pattern has more than a scheme, a host and a port"
            throw Problem(code: "no-equivalent", message: message, help: "write only these")
        }
        return filter
    }

    private static func quoted(_ text: Substring) -> String { "`\(Quoted.word(String(text)))`" }
}
