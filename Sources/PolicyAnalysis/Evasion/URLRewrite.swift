import ByteText
import URLStandard

/// A URL written in another way that a server may treat as equivalent, and rules may not.
///
/// The [URL Standard](https://url.spec.whatwg.org) gives many equivalent URLs the same text. It keeps these variants
/// distinct, because only the server knows whether they are equivalent: [RFC 3986, section
/// 6.2.2](https://www.rfc-editor.org/rfc/rfc3986#section-6.2.2) lists some of them.
package struct URLRewrite: Hashable, Sendable {
    /// The kind of a rewrite.
    package enum Kind: String, CaseIterable, Hashable, Sendable {
        /// A letter, digit, `-`, `_` or `~` of the path percent-encoded.
        case encodedPath
        /// A `/` of the path doubled.
        case doubledSlash
        /// A parameter such as `;x` after a segment of the path.
        case pathParameter
        /// A letter or digit of a key or value of the query percent-encoded.
        case encodedQuery
        /// A key or a value of the query in the other case.
        case queryCase
        /// `http` for `https`, and `ws` for `wss`.
        case cleartext

        /// A description for display.
        package var words: String {
            switch self {
            case .encodedPath: "a percent-encoded letter in the path"
            case .doubledSlash: "a doubled slash"
            case .pathParameter: "a path parameter"
            case .encodedQuery: "a percent-encoded letter in the query"
            case .queryCase: "a different letter case in the query"
            case .cleartext: "no TLS"
            }
        }
    }

    /// The kind of rewrite.
    package let kind: Kind
    /// The URL, in canonical form without its fragment.
    package let url: String

    /// The maximum number of query parameters to rewrite.
    private static let mostParameters = 8

    /// All rewrites of a URL. Each is a valid URL that the URL Standard does not treat as equal.
    ///
    /// - Parameter url: A URL.
    /// - Returns: The rewrites by kind, without duplicates; none if the URL is not hierarchical.
    /// - Complexity: O(*n*) in the bytes, for each of some dozen rewrites.
    package static func all(of url: String) -> [URLRewrite] {
        guard let parts = Parts(url) else { return [] }
        var seen: Set<String> = [parts.text]
        return Kind.allCases.flatMap { kind in
            parts.rewrites(kind).compactMap { text -> URLRewrite? in
                guard let canonical = Parts(text)?.text, seen.insert(canonical).inserted else { return nil }
                return URLRewrite(kind: kind, url: canonical)
            }
        }
    }

    /// The parts of a URL that rewrites need.
    private struct Parts {
        var scheme: String
        var authority: String
        var path: String
        var query: String?

        /// Reads a URL. The result is nil if the text is not a URL or has no host.
        init?(_ text: String) {
            guard let record = URLRecord(text), !record.hasOpaquePath, record.hostKind != .none else { return nil }
            var form = URLRecord()
            form.become(matchingFormOf: record)
            let canonical = form.hrefWithoutFragment.string
            guard let mark = canonical.firstRange(of: "://") else { return nil }
            scheme = String(canonical[..<mark.lowerBound])
            let rest = canonical[mark.upperBound...]
            authority = String(rest.prefix { $0 != "/" && $0 != "?" })
            let tail = rest.dropFirst(authority.count)
            path = String(tail.prefix { $0 != "?" })
            query = tail.count > path.count ? String(tail.dropFirst(path.count + 1)) : nil
        }

        var text: String { "\(scheme)://\(authority)\(path)\(query.map { "?\($0)" } ?? "")" }

        func rewrites(_ kind: Kind) -> [String] {
            switch kind {
            case .encodedPath: segments { URLRewrite.encodingFirst(of: $0) }
            case .doubledSlash: segments { "/" + $0 } + [with { $0.path = path.replacing("/", with: "//") }]
            case .pathParameter: segments { $0 + ";x" }
            case .encodedQuery: parameters { URLRewrite.encodingFirst(of: $0) }
            case .queryCase: parameters { URLRewrite.otherCase(of: $0) }
            case .cleartext:
                [("https", "http"), ("wss", "ws")].filter { $0.0 == scheme }.map { pair in with { $0.scheme = pair.1 } }
            }
        }

        private func with(_ change: (inout Parts) -> Void) -> String {
            var changed = self
            change(&changed)
            return changed.text
        }

        /// The URLs with the first or the last segment of the path changed.
        private func segments(_ change: (String) -> String?) -> [String] {
            guard path.hasPrefix("/") else { return [] }
            let segments = path.dropFirst().split(separator: "/", omittingEmptySubsequences: false).map(String.init)
            let named = segments.indices.filter { !segments[$0].isEmpty }
            // A path that ends with a slash has an empty last segment, for which a server may look for an index.
            return Set([named.first, named.last, segments.indices.last].compactMap(\.self)).sorted().compactMap {
                place in
                guard let changed = change(segments[place]) else { return nil }
                var all = segments
                all[place] = changed
                return with { $0.path = "/" + all.joined(separator: "/") }
            }
        }

        /// The URLs with the key or the value of one parameter changed.
        private func parameters(_ change: (String) -> String?) -> [String] {
            let parameters = (query ?? "").split(separator: "&", omittingEmptySubsequences: false).map(String.init)
            return parameters.indices.prefix(URLRewrite.mostParameters).flatMap { place -> [String] in
                let key = String(parameters[place].prefix { $0 != "=" })
                let value =
                    parameters[place].count > key.count ? String(parameters[place].dropFirst(key.count + 1)) : nil
                let changed = [
                    change(key).map { key in value.map { "\(key)=\($0)" } ?? key },
                    value.flatMap { value in change(value).map { "\(key)=\($0)" } },
                ]
                return changed.compactMap(\.self).map { parameter in
                    var all = parameters
                    all[place] = parameter
                    return with { $0.query = all.joined(separator: "&") }
                }
            }
        }
    }

    /// The text with the first byte percent-encoded that a URL never needs to encode, or nil if there is none.
    private static func encodingFirst(of text: String) -> String? {
        let bytes = Array(text.utf8)
        // A `%` and its two digits already represent one byte.
        guard
            let place = bytes.indices.first(where: { place in
                mayBeEncoded(bytes[place]) && !bytes[max(0, place - 2)..<place].contains(UInt8(ascii: "%"))
            })
        else { return nil }
        return String(decoding: bytes[..<place], as: UTF8.self) + "%" + Hexadecimal.upperText(of: bytes[place])
            + String(decoding: bytes[(place + 1)...], as: UTF8.self)
    }

    /// A byte whose escape means the same; an encoded dot may create a segment that the parser removes.
    private static func mayBeEncoded(_ byte: UInt8) -> Bool { byte.isUnreserved && byte != UInt8(ascii: ".") }

    private static func otherCase(of text: String) -> String? {
        let upper = text.uppercased()
        let changed = upper == text ? text.lowercased() : upper
        return changed == text ? nil : changed
    }
}
