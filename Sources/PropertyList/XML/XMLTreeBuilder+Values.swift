import ByteText
import Diagnostics

/// The values of elements that contain text.
extension XMLTreeBuilder {
    /// The value of an element; nil, after a report, if its text is invalid.
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
            report(.invalidDate, "\(quoted(frame)) is not a date", at: textPlace(of: frame, at: place), help: help)
        case .integer:
            if let number = NumberText.integer(trimmed(frame.text)) { return .integer(number) }
            let message = "\(quoted(frame)) is not a whole number of 64 bits"
            report(.invalidNumber, message, at: textPlace(of: frame, at: place))
        case .real:
            if let number = NumberText.real(trimmed(frame.text)) { return .real(number) }
            report(.invalidNumber, "\(quoted(frame)) is not a number", at: textPlace(of: frame, at: place))
        case .plist, .key: break
        }
        return nil
    }

    private func data(_ frame: Frame, at place: Range<Int>) -> PropertyListNode.Content? {
        switch Base64Text.decode(frame.text) {
        case .success(let bytes): return .data(bytes)
        case .failure(let problem):
            var place = textPlace(of: frame, at: place)
            // The text has one byte for each byte of the file, unless it contains a reference or a line break of two
            // bytes.
            if let index = problem.index, let start = self.place(ofText: frame, within: place), index < start.count {
                place = start.lowerBound + index..<start.lowerBound + index + 1
            }
            report(.invalidData, problem.message, at: place)
            return nil
        }
    }

    private func quoted(_ frame: Frame) -> String {
        let text = String(decoding: trimmed(frame.text), as: UTF8.self)
        return text.isEmpty ? "an empty value" : "`\(Quoted.word(text))`"
    }

    private func trimmed(_ text: [UInt8]) -> ArraySlice<UInt8> {
        let start = text.firstIndex { !$0.isSpaceOrLineBreak } ?? text.endIndex
        let end = text.lastIndex { !$0.isSpaceOrLineBreak } ?? text.startIndex - 1
        return start <= end ? text[start...end] : []
    }

    /// The range of an element's text; the whole element if that range is not obvious.
    private func textPlace(of frame: Frame, at place: Range<Int>) -> Range<Int> {
        let start = frame.tag.upperBound
        guard start < place.upperBound, let end = bytes[start..<place.upperBound].lastIndex(of: UInt8(ascii: "<")),
            end > start, !bytes[start..<end].contains(where: { $0 == UInt8(ascii: "<") || $0 == UInt8(ascii: "&") })
        else { return place }
        return start..<end
    }

    /// The range of the file that equals an element's text byte for byte; nil if they differ.
    private func place(ofText frame: Frame, within place: Range<Int>) -> Range<Int>? {
        place.lowerBound == frame.tag.upperBound && place.count == frame.text.count ? place : nil
    }
}

/// Reads numbers in the form of XML property lists.
enum NumberText {
    /// A whole number: decimal, or hexadecimal after `0x`, with an optional sign, that fits into 64 bits, signed or
    /// unsigned.
    static func integer(_ text: ArraySlice<UInt8>) -> Int128? {
        guard !text.isEmpty, text.count <= 64 else { return nil }
        var digits = text
        let isNegative = digits.first == UInt8(ascii: "-")
        if isNegative || digits.first == UInt8(ascii: "+") { digits = digits.dropFirst() }
        var radix: Int128 = 10
        if digits.starts(with: "0x".utf8) || digits.starts(with: "0X".utf8) {
            radix = 16
            digits = digits.dropFirst(2)
        }
        guard !digits.isEmpty else { return nil }
        var value: Int128 = 0
        for byte in digits {
            guard let digit = digitValue(byte), digit < radix else { return nil }
            value = value * radix + digit
            guard value <= Int128(UInt64.max) else { return nil }
        }
        if isNegative { value = -value }
        return value >= Int128(Int64.min) ? value : nil
    }

    /// A number with a fraction, an exponent, or one of the words for infinity and NaN.
    static func real(_ text: ArraySlice<UInt8>) -> Double? {
        guard !text.isEmpty, text.count <= 512 else { return nil }
        let word = String(decoding: text, as: UTF8.self)
        switch word.lowercased() {
        case "nan": return .nan
        case "inf", "+inf", "infinity", "+infinity": return .infinity
        case "-inf", "-infinity": return -.infinity
        default: break
        }
        // Swift also accepts `0x1p3` and similar forms, which property lists do not allow.
        let isDecimal = text.allSatisfy { $0.isASCIIDigit || "+-.eE".utf8.contains($0) }
        return isDecimal ? Double(word) : nil
    }

    private static func digitValue(_ byte: UInt8) -> Int128? { Hexadecimal.value(of: byte).map { Int128($0) } }
}

/// Reads dates in the form of XML property lists: only `2026-11-21T19:00:00Z`.
enum DateText {
    /// The date in seconds since 2001-01-01T00:00:00Z; nil if the text is not a date.
    static func seconds(_ text: ArraySlice<UInt8>) -> Double? {
        let pattern = Array("dddd-dd-ddTdd:dd:ddZ".utf8)
        guard text.count == pattern.count else { return nil }
        var numbers: [Int] = [0]
        for (byte, expected) in zip(text, pattern) {
            if expected == UInt8(ascii: "d") {
                guard byte.isASCIIDigit, let last = numbers.popLast() else { return nil }
                numbers.append(last * 10 + Int(byte - 0x30))
            } else {
                guard byte == expected else { return nil }
                numbers.append(0)
            }
        }
        let (year, month, day) = (numbers[0], numbers[1], numbers[2])
        let (hour, minute, second) = (numbers[3], numbers[4], numbers[5])
        guard (1...12).contains(month), (1...days(of: month, in: year)).contains(day), hour < 24, minute < 60,
            second < 61
        else { return nil }
        let days = daysBefore(year: year, month: month) + day - 1 - daysBefore(year: 2001, month: 1)
        return Double(days * 86_400 + hour * 3_600 + minute * 60 + second)
    }

    private static func isLeap(_ year: Int) -> Bool { year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) }

    private static func days(of month: Int, in year: Int) -> Int {
        switch month {
        case 2: isLeap(year) ? 29 : 28
        case 4, 6, 9, 11: 30
        default: 31
        }
    }

    /// The number of days from the first day of year 0 to the first day of a month, in the Gregorian calendar.
    private static func daysBefore(year: Int, month: Int) -> Int {
        // Year 0 is itself a leap year, so one is added to the leap years from year 1 to the year before this one.
        let leaps = year == 0 ? 0 : (year - 1) / 4 - (year - 1) / 100 + (year - 1) / 400 + 1
        return (1..<month).reduce(year * 365 + leaps) { $0 + days(of: $1, in: year) }
    }
}

/// Reads bytes in the form of XML property lists: base64 with any white space between its characters.
package enum Base64Text {
    /// The reason why a text is not base64.
    package struct Problem: Error {
        package var message: String
        /// The offset of the invalid byte; nil if the end is the problem.
        package var index: Int?
    }

    /// The bytes that a text represents.
    package static func decode(_ text: [UInt8]) -> Result<[UInt8], Problem> {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(text.count / 4 * 3)
        var (bits, count, padding): (UInt32, Int, Int) = (0, 0, 0)
        for (index, byte) in text.enumerated() where !byte.isSpaceOrLineBreak {
            if byte == UInt8(ascii: "=") {
                padding += 1
                continue
            }
            guard let value = value(of: byte) else {
                let isPrintable = byte > 0x20 && byte < 0x7F
                let name = isPrintable ? "`\(Character(Unicode.Scalar(byte)))`" : "a character"
                return .failure(Problem(message: "\(name) is not allowed in base64", index: index))
            }
            guard padding == 0 else {
                return .failure(Problem(message: "base64 continues after its `=`", index: index))
            }
            bits = bits << 6 | UInt32(value)
            count += 1
            if count % 4 == 0 {
                bytes += [UInt8(truncatingIfNeeded: bits >> 16), UInt8(truncatingIfNeeded: bits >> 8)]
                bytes.append(UInt8(truncatingIfNeeded: bits))
            }
        }
        let rest = count % 4
        guard rest == 0 ? padding == 0 : rest + padding == 4, rest != 1 else {
            return .failure(Problem(message: "base64 of \(count) characters and \(padding) `=` is cut off", index: nil))
        }
        if rest >= 2 { bytes.append(UInt8(truncatingIfNeeded: bits >> (rest == 2 ? 4 : 10))) }
        if rest == 3 { bytes.append(UInt8(truncatingIfNeeded: bits >> 2)) }
        return .success(bytes)
    }

    private static func value(of byte: UInt8) -> UInt8? {
        switch byte {
        case 0x41...0x5A: byte - 0x41
        case 0x61...0x7A: byte - 0x61 + 26
        case 0x30...0x39: byte - 0x30 + 52
        case UInt8(ascii: "+"): 62
        case UInt8(ascii: "/"): 63
        default: nil
        }
    }
}
