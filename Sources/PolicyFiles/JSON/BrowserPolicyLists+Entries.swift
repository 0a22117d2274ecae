import ByteText
import DocumentReading

/// The entries of a list, in each of its forms.
extension BrowserPolicyLists.List {
    /// Reads the value of a list.
    ///
    /// - Complexity: O(*n*) in the bytes of the value.
    mutating func read(_ value: DocumentNode) {
        switch value.content {
        case .sequence(let elements): read(elements, inString: nil)
        case .mapping(let members):
            if let inner = value.valueOnPolicyPage {
                if case .scalar("true", isPlain: true) = members.first(where: { $0.key == "ignored" })?.value.content {
                    isIgnored = true
                }
                if case .scalar(let text, isPlain: false) = members.first(where: { $0.key == "error" })?.value.content {
                    error = text
                }
                if !isIgnored { read(inner) }
            } else if !members.isEmpty, members.allSatisfy({ Int($0.key) != nil }) {
                // The registry numbers the entries of a list.
                for member in members { readText(member.value, inString: nil) }
            } else {
                mistyped = value.place.offsets
            }
        case .scalar(let text, isPlain: false):
            switch name {
            case .allowListURLs, .blockListURLs: readText(value, inString: nil)
            case .urlAllowlist, .urlBlocklist, .disabledSchemes:
                // The browser on Android and device management keep a list as JSON in a string. Any other string is a
                // single entry to some browsers, and no list to others.
                if let elements = Self.array(in: text) {
                    read(elements, inString: value.place.offsets)
                } else {
                    mistyped = value.place.offsets
                }
            }
        case .scalar: mistyped = value.place.offsets
        }
    }

    /// The elements of the array that a string contains as JSON; nil if it contains something else, or an object with a
    /// key twice, of which one value would be lost.
    private static func array(in text: String) -> [DocumentNode]? {
        guard let json = BrowserPolicyLists.json(in: text), !json.hasRepeatedKeys else { return nil }
        guard case .sequence(let elements) = json.root.content else { return nil }
        return elements
    }

    /// Adds the elements of an array.
    ///
    /// - Parameters:
    ///   - elements: The elements.
    ///   - string: The range of the string whose JSON has the array; nil if the array itself is in the file.
    private mutating func read(_ elements: [DocumentNode], inString string: Range<Int>?) {
        for element in elements {
            if case .mapping(let members) = element.content,
                let value = members.first(where: { $0.key == "value" })?.value
            {
                readText(value, inString: string)
            } else {
                readText(element, inString: string)
            }
        }
    }

    private mutating func readText(_ node: DocumentNode, inString string: Range<Int>?) {
        let place = string ?? node.place.offsets
        guard case .scalar(let text, isPlain: false) = node.content else {
            others.append(place)
            if !node.isNull, firstFilled == nil { firstFilled = place }
            return
        }
        // Without the quotes.
        let range = place.lowerBound + 1..<max(place.lowerBound + 1, place.upperBound - 1)
        let isVerbatim = string == nil && range.count == text.utf8.count
        switch name {
        case .urlAllowlist, .urlBlocklist, .disabledSchemes:
            entries.append(BrowserPolicyLists.Entry(text: text, range: range, isVerbatim: isVerbatim))
            if firstFilled == nil, !text.utf8.allSatisfy(\.isSpaceOrLineBreak) { firstFilled = range }
        case .allowListURLs, .blockListURLs: split(text, at: range, isVerbatim: isVerbatim)
        }
    }

    /// Adds the entries of a text with `|` between them. Blanks around an entry are not a part of it, as on lines.
    private mutating func split(_ text: String, at range: Range<Int>, isVerbatim: Bool) {
        var start = range.lowerBound
        for part in text.utf8.split(separator: UInt8(ascii: "|"), omittingEmptySubsequences: false) {
            var entry = part.drop(while: \.isSpaceOrLineBreak)
            let first = start + part.count - entry.count
            start += part.count + 1
            while let last = entry.last, last.isSpaceOrLineBreak { entry.removeLast() }
            guard !entry.isEmpty else { continue }
            if firstFilled == nil { firstFilled = isVerbatim ? first..<first + entry.count : range }
            entries.append(
                BrowserPolicyLists.Entry(
                    text: String(Substring(entry)),
                    range: isVerbatim ? first..<first + entry.count : range,
                    isVerbatim: isVerbatim
                )
            )
        }
    }
}
