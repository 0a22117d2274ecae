extension AppSettings {
    /// Whether a text is a color: six hexadecimal digits, with or without `#`.
    public static func isColor(_ text: String) -> Bool {
        let digits = text.hasPrefix("#") ? text.dropFirst() : text[...]
        return digits.utf8.count == 6 && digits.allSatisfy { $0.isASCII && $0.isHexDigit }
    }
}
