import ByteText

/// The version of a system, an app or an SDK: one to four numbers separated by dots, such as `17.4.1`.
///
/// Omitted numbers are 0, so `16` and `16.0` are equal versions, although not equal values: each keeps its text as
/// written.
public struct VersionNumber: Hashable, Sendable, CustomStringConvertible {
    /// The text as written.
    public let text: String
    /// The numbers, for comparison.
    package let order: VersionOrder

    /// The maximum number of bytes of a version.
    public static let byteLimit = 64

    /// Reads a version.
    ///
    /// - Returns: nil for an empty text, more than four numbers, a number above 2³¹ − 1, anything but digits and dots,
    ///   and more than ``byteLimit`` bytes.
    /// - Complexity: O(*n*) in the length of the text; allocates nothing for a text of up to 15 bytes.
    public init?(_ text: String) {
        guard let order = VersionOrder(text.utf8.span) else { return nil }
        self.text = text
        self.order = order
    }

    /// Whether every number is 0, which device logs write for a version that isn't set.
    package var isZero: Bool { order == .zero }

    /// The text as written.
    public var description: String { text }
}

/// The four numbers of a version in two words, which are compared like numbers.
package struct VersionOrder: Hashable, Comparable, Sendable {
    private let high: UInt64
    private let low: UInt64

    /// The version 0.
    package static let zero = VersionOrder(high: 0, low: 0)

    private init(high: UInt64, low: UInt64) { (self.high, self.low) = (high, low) }

    init?(_ text: Span<UInt8>) {
        guard text.count > 0, text.count <= VersionNumber.byteLimit else { return nil }
        var words: (high: UInt64, low: UInt64) = (0, 0)
        var number: UInt64 = 0
        var (position, digits) = (0, 0)
        for offset in 0...text.count {
            guard offset < text.count, text[offset] != UInt8(ascii: ".") else {
                guard digits > 0, position < 4 else { return nil }
                let shifted = position % 2 == 0 ? number << 32 : number
                if position < 2 { words.high |= shifted } else { words.low |= shifted }
                (position, digits, number) = (position + 1, 0, 0)
                continue
            }
            guard text[offset].isASCIIDigit else { return nil }
            number = number * 10 + UInt64(text[offset] - UInt8(ascii: "0"))
            digits += 1
            guard number <= UInt64(Int32.max) else { return nil }
        }
        (high, low) = words
    }

    package static func < (left: VersionOrder, right: VersionOrder) -> Bool {
        left.high != right.high ? left.high < right.high : left.low < right.low
    }
}

extension VersionNumber: PolicySettingContent {
    static var kind: PolicySettingKind { .version }
    var settingValue: PolicySettingValue? { .text(text) }

    init?(_ value: PolicySettingValue) {
        guard case .text(let text) = value else { return nil }
        self.init(text)
    }
}
