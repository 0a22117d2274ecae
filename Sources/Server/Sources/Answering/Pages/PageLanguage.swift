/// The languages of pages, and the selection of one.
enum PageLanguage: String, CaseIterable, Sendable {
    case english = "en"
    case german = "de"

    /// Selects a language from `Accept-Language`.
    ///
    /// The supported language with the highest weight is selected; of several with the same weight, the first. If the
    /// field cannot be parsed, or contains no supported language, English is selected.
    ///
    /// - Parameter field: The value of the field; nil if it was not sent. Only its beginning is read.
    /// - Returns: The language.
    /// - Complexity: O(1).
    static func preferred(by field: [UInt8]?) -> PageLanguage {
        guard let field else { return .english }
        var best: (language: PageLanguage, weight: Int)?
        for range in field.prefix(longestField).split(separator: UInt8(ascii: ",")).prefix(mostRanges) {
            let parts = range.split(separator: UInt8(ascii: ";"), omittingEmptySubsequences: false)
            guard let tag = parts.first, let language = language(ofTag: tag.trimmed) else { continue }
            let weight = weight(of: parts.dropFirst())
            if weight > 0, weight > best?.weight ?? 0 { best = (language, weight) }
        }
        return best?.language ?? .english
    }

    private static let longestField = 512
    private static let mostRanges = 32

    /// The language of a tag such as `de-AT`; English for `*`, which accepts any language.
    private static func language(ofTag tag: ArraySlice<UInt8>) -> PageLanguage? {
        let primary = tag.prefix { $0 != UInt8(ascii: "-") }.map { $0 | 0x20 }
        if tag.elementsEqual("*".utf8) { return .english }
        return allCases.first { $0.rawValue.utf8.elementsEqual(primary) }
    }

    /// The weight in thousandths: 1000 if none is given, 0 if it cannot be parsed.
    private static func weight(of parameters: ArraySlice<ArraySlice<UInt8>>) -> Int {
        guard let parameter = parameters.first else { return 1000 }
        let text = parameter.trimmed
        guard text.count >= 3, text.first.map({ $0 | 0x20 }) == UInt8(ascii: "q"),
            text.dropFirst().first == UInt8(ascii: "=")
        else { return 0 }
        var weight = 0
        var place = 1000
        for (position, byte) in text.dropFirst(2).prefix(5).enumerated() {
            if position == 1 {
                guard byte == UInt8(ascii: ".") else { return 0 }
                continue
            }
            guard byte >= UInt8(ascii: "0"), byte <= UInt8(ascii: "9") else { return 0 }
            weight += Int(byte - UInt8(ascii: "0")) * place
            place /= 10
        }
        return weight > 1000 ? 0 : weight
    }
}
