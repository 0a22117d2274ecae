import ByteText

/// The canonical form of a piece of one component, without the URL it belongs to.
///
/// URL patterns contain pieces of components. The Standard runs its parser on them starting from the state of the
/// component; these are the states that cannot fail. Hosts, paths and schemes have setters or a parser of their own.
package enum ComponentEncoding {
    /// A [user name](https://url.spec.whatwg.org/#set-the-username) or password.
    case userinfo
    /// An [opaque path](https://url.spec.whatwg.org/#cannot-be-a-base-url-path-state); a `?` or `#` ends it.
    case opaquePath
    /// The [query](https://url.spec.whatwg.org/#query-state) of a special URL.
    case query
    /// A [fragment](https://url.spec.whatwg.org/#fragment-state).
    case fragment

    /// The canonical form of a piece.
    ///
    /// - Parameter value: UTF-8; malformed sequences are read as U+FFFD.
    /// - Returns: The text as it appears in a serialized URL.
    /// - Complexity: O(*n*).
    package func encode(_ value: Span<UInt8>) -> String {
        var record = URLRecord()
        guard self != .userinfo else {
            Self.append(value, encoding: .userinfoSet, to: &record.storage)
            return record.storage.span.string
        }
        var cleaned = ByteStorage()
        InputPreparation.copyWithoutTabsAndNewlines(value, into: &cleaned)
        switch self {
        case .userinfo: break
        case .opaquePath: _ = PathParser.parseOpaque(cleaned.span, from: 0, into: &record)
        case .query: Self.append(cleaned.span, encoding: .specialQuerySet, to: &record.storage)
        case .fragment: Self.append(cleaned.span, encoding: .fragmentSet, to: &record.storage)
        }
        return record.storage.span.string
    }

    private static func append(_ value: Span<UInt8>, encoding set: ByteClass, to output: inout ByteStorage) {
        PercentEncoder.append(value, from: 0, to: value.count, encoding: set, to: &output)
    }
}
