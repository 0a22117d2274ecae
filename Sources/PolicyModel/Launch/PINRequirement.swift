/// The requirements of a policy for a PIN.
///
/// It determines whether a candidate is acceptable. Demarc never requests, stores or verifies a PIN, and no message or
/// report contains a candidate.
public struct PINRequirement: Hashable, Sendable {
    /// The minimum number of characters; always at least one.
    public var minimumLength: Int
    /// The characters that it consists of.
    public var characterSet: ManagedAppPinCharacterSet
    /// Whether PINs such as 1234 are rejected.
    public var isSimpleBlocked: Bool
    /// How many previous PINs may not be used again.
    public var previousCount: Int

    /// Creates the requirement from a policy.
    public init(_ policy: AppProtectionPolicy) {
        let access = policy.accessRequirements
        minimumLength = max(1, access.minimumPinLength ?? 1)
        characterSet = access.pinCharacterSet
        isSimpleBlocked = access.simplePinBlocked
        previousCount = access.previousPinBlockCount
    }

    /// A problem of a candidate.
    public enum Problem: String, CaseIterable, Hashable, Sendable {
        /// It has too few characters.
        case tooShort
        /// It contains something other than digits.
        case notNumeric
        /// It has neither a letter nor a symbol.
        case onlyDigits
        /// It does not contain all of a digit, a letter and a symbol.
        case notMixed
        /// Three consecutive characters are equal, or go up or down by one.
        case simple
        /// It is one of the former PINs.
        case reused
    }

    /// The problems of a candidate; empty if it is acceptable.
    ///
    /// - Parameters:
    ///   - candidate: The candidate.
    ///   - isReused: Whether it is one of the last ``previousCount`` PINs, which the host knows.
    /// - Returns: The problems, in the order of ``Problem``.
    /// - Complexity: O(*n*) in its length.
    public func problems(of candidate: PINCandidate, isReused: Bool = false) -> [Problem] {
        let characters = Array(candidate.text)
        let kinds = Set(characters.map(CharacterKind.init))
        return Problem.allCases.filter { problem in
            switch problem {
            case .tooShort: characters.count < minimumLength
            case .notNumeric: characterSet == .numeric && kinds.contains { $0 != .digit }
            case .onlyDigits: characterSet == .alphanumericAndSymbol && kinds.isDisjoint(with: [.letter, .symbol])
            case .notMixed:
                characterSet == .alphanumericAndSymbol && isSimpleBlocked
                    && !kinds.isSuperset(of: [.digit, .letter, .symbol])
            case .simple: isSimpleBlocked && Self.isSimple(characters)
            case .reused: previousCount > 0 && isReused
            }
        }
    }

    /// Whether any three consecutive characters are equal, go up by one, or go down by one.
    private static func isSimple(_ characters: [Character]) -> Bool {
        let steps = zip(characters, characters.dropFirst()).map { left, right -> Int? in
            if left == right { return 0 }
            guard let left = left.onlyScalar, let right = right.onlyScalar else { return nil }
            return Int(right) - Int(left)
        }
        return zip(steps, steps.dropFirst()).contains { first, second in
            first.map { abs($0) <= 1 } ?? false && first == second
        }
    }

    private enum CharacterKind {
        case digit, letter, symbol, other

        init(_ character: Character) {
            if character.isASCII, character.isNumber {
                self = .digit
            } else if character.isLetter {
                self = .letter
            } else if character.isWhitespace || character.isNumber
                || character.unicodeScalars.allSatisfy({ $0.properties.generalCategory == .control })
            {
                self = .other
            } else {
                self = .symbol
            }
        }
    }
}

/// A PIN that a person wants to use. No description of it contains its text.
public struct PINCandidate: Hashable, Sendable, CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable
{
    /// The text.
    public let text: String

    /// Creates a candidate.
    public init(_ text: String) { self.text = text }

    /// The replacement for the text in every message and report.
    public static let scrubbed = "‹scrubbed›"

    /// ``scrubbed``.
    public var description: String { Self.scrubbed }
    /// ``scrubbed``.
    public var debugDescription: String { Self.scrubbed }
    /// A mirror without the text.
    public var customMirror: Mirror { Mirror(self, children: []) }
}

extension Character {
    fileprivate var onlyScalar: UInt32? {
        unicodeScalars.count == 1 ? unicodeScalars.first?.value : nil
    }
}
