import Testing
import URLMatching
import URLStandard

/// The outcome of a key's value for a URL; all tables of this suite use this function.
func outcome(_ key: MatcherKey, _ text: String, _ url: String) throws -> MatchOutcome {
    let matcher = try Matcher(key: key, text: text)
    var scratch = MatchScratch()
    return matcher.matches(try URLRecord(parsing: url.utf8.span), scratch: &scratch)
}

/// Expects a text to be rejected with this code, and with help that contains these words (nil: no help at all).
func expectError(
    _ key: MatcherKey,
    _ text: String,
    _ code: MatcherError.Code,
    help: String?,
    sourceLocation: SourceLocation = #_sourceLocation
) {
    do {
        let matcher = try Matcher(key: key, text: text)
        Issue.record("\(text.debugDescription) was taken as \(matcher)", sourceLocation: sourceLocation)
    } catch {
        #expect(error.code == code, "\(error)", sourceLocation: sourceLocation)
        if let help {
            #expect(error.help?.contains(help) == true, "\(error)", sourceLocation: sourceLocation)
        } else {
            #expect(error.help == nil, "\(error)", sourceLocation: sourceLocation)
        }
        expectStyle(error, of: text, sourceLocation: sourceLocation)
    }
}

/// Expects the style of every message: lower case, one line, no period, and a range within the text.
func expectStyle(_ error: MatcherError, of text: String, sourceLocation: SourceLocation = #_sourceLocation) {
    for sentence in [error.message, error.help].compactMap({ $0 }) {
        #expect(!sentence.isEmpty && sentence.count < 400, "\(sentence)", sourceLocation: sourceLocation)
        #expect(!sentence.hasSuffix("."), "\(sentence)", sourceLocation: sourceLocation)
        #expect(!sentence.unicodeScalars.contains { $0.value < 0x20 }, "\(sentence)", sourceLocation: sourceLocation)
        if let first = sentence.first, first != "`", !sentence.hasPrefix("IP") {
            #expect(!first.isUppercase, "\(sentence)", sourceLocation: sourceLocation)
        }
    }
    if let range = error.range {
        #expect(range.lowerBound >= 0 && range.upperBound <= text.utf8.count, sourceLocation: sourceLocation)
        #expect(!range.isEmpty, sourceLocation: sourceLocation)
    }
}
