import ByteText

/// Links in the form in which managed apps hand URLs over.
enum WrappedLink {
    /// A link that contains a URL.
    ///
    /// - Parameters:
    ///   - url: The URL.
    ///   - twin: The scheme of the link.
    /// - Returns: The link.
    static func text(of url: String, as twin: String) -> String { "\(twin)://\(escaped(url))" }

    /// The text with escapes, also for `_` and `~`, which the engine does not escape but reads alike.
    static func escaped(_ text: String) -> String {
        var escaped: [UInt8] = []
        for byte in text.utf8 {
            if byte.isASCIIAlphanumeric || byte == UInt8(ascii: "-") || byte == UInt8(ascii: ".") {
                escaped.append(byte)
            } else {
                Hexadecimal.appendPercentEncoded(byte, to: &escaped)
            }
        }
        return String(decoding: escaped, as: UTF8.self)
    }
}
