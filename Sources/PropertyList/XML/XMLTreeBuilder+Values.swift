import Diagnostics

/// The values of elements that hold text.
extension XMLTreeBuilder {
    /// The value of an element; nil, reported, where its text is none.
    func value(of element: XMLElement, _ frame: Frame, at place: Range<Int>) -> PropertyListNode? {
        content(of: element, frame, at: place).map { PropertyListNode($0, place: place) }
    }

    private func content(
        of element: XMLElement,
        _ frame: Frame,
        at place: Range<Int>
    ) -> PropertyListNode.Content? {
        switch element {
        case .dict: return .dictionary(frame.entries)
        case .array: return .array(frame.values)
        case .string: return .string(String(decoding: frame.text, as: UTF8.self))
        case .yes: return .boolean(true)
        case .no: return .boolean(false)
        case .data: return data(frame, at: place)
        case .date:
            if let seconds = DateText.seconds(trimmed(frame.text)) { return .date(seconds) }
            let help = "write it as in `2026-11-21T19:00:00Z`"
            report(.invalidDate, "\(quoted(frame)) is no date", at: textPlace(of: frame, at: place), help: help)
        case .integer:
            if let number = NumberText.integer(trimmed(frame.text)) { return .integer(number) }
            let message = "\(quoted(frame)) is no whole number of 64 bits"
            report(.invalidNumber, message, at: textPlace(of: frame, at: place))
        case .real:
            if let number = NumberText.real(trimmed(frame.text)) { return .real(number) }
            report(.invalidNumber, "\(quoted(frame)) is no number", at: textPlace(of: frame, at: place))
        case .plist, .key: break
        }
        return nil
    }

    private func data(_ frame: Frame, at place: Range<Int>) -> PropertyListNode.Content? {
        switch Base64Text.decode(frame.text) {
        case .success(let bytes): return .data(bytes)
        case .failure(let problem):
            var place = textPlace(of: frame, at: place)
            // The text has one byte for each of the file, unless a reference or a line break of two bytes is in it.
            if let index = problem.index, let start = self.place(ofText: frame, within: place), index < start.count {
                place = start.lowerBound + index..<start.lowerBound + index + 1
            }
            report(.invalidData, problem.message, at: place)
            return nil
        }
    }

    private func quoted(_ frame: Frame) -> String {
        let text = String(decoding: trimmed(frame.text), as: UTF8.self)
        return text.isEmpty ? "nothing" : "`\(Quoted.word(text))`"
    }

    private func trimmed(_ text: [UInt8]) -> ArraySlice<UInt8> {
        let start = text.firstIndex { !TextScan.isSpace($0) } ?? text.endIndex
        let end = text.lastIndex { !TextScan.isSpace($0) } ?? text.startIndex - 1
        return start <= end ? text[start...end] : []
    }

    /// Where the text of an element stands; the element where that isn't plain to see.
    private func textPlace(of frame: Frame, at place: Range<Int>) -> Range<Int> {
        let start = frame.tag.upperBound
        guard start < place.upperBound, let end = bytes[start..<place.upperBound].lastIndex(of: UInt8(ascii: "<")),
            end > start, !bytes[start..<end].contains(where: { $0 == UInt8(ascii: "<") || $0 == UInt8(ascii: "&") })
        else { return place }
        return start..<end
    }

    /// The bytes of the file that are the text of an element, one for one; nil where they aren't.
    private func place(ofText frame: Frame, within place: Range<Int>) -> Range<Int>? {
        place.lowerBound == frame.tag.upperBound && place.count == frame.text.count ? place : nil
    }
}
