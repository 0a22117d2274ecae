import RequestReading

/// How all adapters read header fields.
extension Sequence<ObservedField> {
    /// The values of a field.
    ///
    /// - Parameter name: Its name in lower case.
    /// - Returns: Each value, in the original order of the fields.
    package func values(of name: StaticString) -> [[UInt8]] {
        lazy.filter { $0.name.isEqual(toLowercase: name) }.map(\.value)
    }

    /// The first value of a field; nil if there is no such field.
    ///
    /// - Parameter name: Its name in lower case.
    /// - Returns: The value.
    package func value(of name: StaticString) -> [UInt8]? { first { $0.name.isEqual(toLowercase: name) }?.value }

    /// Whether a denial can be a page: a browser navigates, and accepts HTML. Fields that only affect the form of the
    /// answer may be repeated.
    package var wantsHTML: Bool {
        if let mode = value(of: "sec-fetch-mode"), !mode.isEqual(toLowercase: "navigate") { return false }
        return values(of: "accept").contains { value in
            value.split(separator: UInt8(ascii: ",")).contains { entry in
                let type = entry.prefix { $0 != UInt8(ascii: ";") }.trimmed
                return type.isEqual(toLowercase: "text/html") || type.isEqual(toLowercase: "application/xhtml+xml")
            }
        }
    }
}
