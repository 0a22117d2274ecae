import ByteText
import PolicyModel
import URLStandard

/// Hides the password of a URL from onlookers, in texts for people.
struct HiddenPassword {
    /// Where the password is in the text; nil if there is none.
    private let place: Range<Int>?

    /// Hides the password of a URL in its canonical form, and in texts that begin like it.
    init(of url: borrowing URLRecord) {
        let start = url.scheme.count + 3 + url.username.count + 1
        place = url.password.isEmpty ? nil : start..<start + url.password.count
    }

    /// Hides the password of a URL in the input that it was parsed from, between the first `:` of the credentials and the
    /// `@` after them.
    ///
    /// - Parameters:
    ///   - url: The URL.
    ///   - input: The input.
    ///   - ambiguities: Those of the input.
    init(of url: borrowing URLRecord, in input: Span<UInt8>, _ ambiguities: [Ambiguity]) {
        guard !url.password.isEmpty else {
            place = nil
            return
        }
        guard let credentials = ambiguities.first(where: { $0.code == .credentials })?.range,
            let colon = credentials.first(where: { input[$0] == UInt8(ascii: ":") })
        else {
            // A password that is not found is hidden with everything around it.
            place = 0..<input.count
            return
        }
        place = colon + 1..<credentials.upperBound - 1
    }

    /// Hides what is probably a password in an input that is not a URL.
    ///
    /// It begins after the first `:` that does not end the scheme. It ends at the last `@`, because a password may contain
    /// what should have been escaped, such as a `/`.
    init(probablyIn input: Span<UInt8>) { place = Self.probablePlace(in: input) }

    private static func probablePlace(in input: Span<UInt8>) -> Range<Int>? {
        let colon = UInt8(ascii: ":")
        guard let end = input.indices.last(where: { input[$0] == UInt8(ascii: "@") }),
            let first = (0..<end).first(where: { input[$0] == colon })
        else { return nil }
        // After something else than a scheme, as in `//user:password@host`, the first one is in the credentials.
        let start = (0..<first).first { input[$0] > 0x20 } ?? first
        guard RedirectScheme.isScheme(input.extracting(start..<first).string) else {
            return first + 1..<end
        }
        return (first + 1..<end).first { input[$0] == colon }.map { $0 + 1..<end }
    }

    /// A text, with `…` instead of the password in it.
    func shown(_ text: Span<UInt8>) -> [UInt8] { shown(text, in: 0..<text.count) }

    /// Part of a text, with `…` instead of the password in it.
    func shown(_ text: Span<UInt8>, in part: Range<Int>) -> [UInt8] {
        var shown: [UInt8] = []
        for offset in part {
            guard let place, place.contains(offset) else {
                shown.append(text[offset])
                continue
            }
            if offset == max(place.lowerBound, part.lowerBound) { shown += Array("…".utf8) }
        }
        return shown
    }

    /// The route of a URL, which contains the URL as it is or percent-encoded, with `…` instead of the URL's password.
    static func shown(inRoute route: String, of url: borrowing URLRecord) -> String {
        guard !url.password.isEmpty else { return route }
        let written = Array(":\(url.password.string)@".utf8)
        var encoded: [UInt8] = []
        Hexadecimal.appendEscaped(written.span, to: &encoded)
        return route.replacing(String(decoding: written, as: UTF8.self), with: ":…@")
            .replacing(String(decoding: encoded, as: UTF8.self), with: "%3A…%40")
    }
}
