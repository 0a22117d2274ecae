import Diagnostics

/// One change of a property list, said in terms of its values and not of its bytes.
///
/// A path leads from the root through keys and positions; `["IntuneMAMSettings", "ADALClientId"]` is the key of a
/// dictionary within a dictionary.
public enum PropertyListChange: Hashable, Sendable {
    /// One step of a path.
    public enum Step: Hashable, Sendable, ExpressibleByStringLiteral, ExpressibleByIntegerLiteral {
        /// Into a dictionary.
        case key(String)
        /// Into an array, counted from 0.
        case position(Int)

        /// A key.
        public init(stringLiteral value: String) { self = .key(value) }
        /// A position.
        public init(integerLiteral value: Int) { self = .position(value) }
    }

    /// Gives a key of a dictionary, or an element of an array that is there, this value; a key that is missing goes
    /// behind the last one, and dictionaries that are missing on the way are made.
    case set([Step], PropertyListValue)
    /// Puts values into an array before this position; the array is made where it is missing, and a position behind its
    /// end is its end.
    case insert([Step], at: Int, [PropertyListValue])
    /// Puts pieces into a text. In XML, every byte of the text that is there stays as it is written, references and
    /// line ends included.
    case insertText([Step], [TextInsertion])
    /// Takes a key with its value, or an element, away.
    case remove([Step])
    /// Gives a key another name, in its place.
    case rename([Step], to: String)
}

/// A value to put into a property list; unlike a ``PropertyListNode`` it stands nowhere yet.
public indirect enum PropertyListValue: Hashable, Sendable {
    /// Keys with values, in the order they are written in.
    case dictionary([Entry])
    /// Values in order.
    case array([PropertyListValue])
    /// A text.
    case string(String)
    /// A whole number.
    case integer(Int128)
    /// `true` or `false`.
    case boolean(Bool)

    /// A key with its value.
    public struct Entry: Hashable, Sendable {
        /// The key.
        public var key: String
        /// Its value.
        public var value: PropertyListValue

        /// Makes an entry.
        public init(_ key: String, _ value: PropertyListValue) {
            self.key = key
            self.value = value
        }
    }
}

/// A change does not fit the property list that it was to be made in.
public struct PropertyListChangeError: Error, Hashable, Sendable {
    /// Why a change does not fit.
    public enum Problem: Hashable, Sendable {
        /// A key is looked for in something that is no dictionary.
        case notADictionary
        /// A position is looked for, or values are put, in something that is no array.
        case notAnArray
        /// Pieces are put into something that is no text.
        case notAText
        /// There is no such key.
        case missing
        /// There is no such position.
        case outOfRange
        /// The root, or an element of an array, has no key that could be renamed; the root can't be removed.
        case notAnEntry
        /// The new name of a key is that of another key of its dictionary, which would hide one of them.
        case nameTaken
        /// A text has a character that XML can't hold.
        case unwritableText
        /// A whole number has more than 64 bits.
        case unwritableNumber
        /// The document is not as a reader made it: its places are not those of its file.
        case foreignPlaces
    }

    /// What is wrong.
    public var problem: Problem
    /// The steps to where it is wrong: the whole path of the change, or the part of it up to the step that fails.
    public var path: [PropertyListChange.Step]

    /// Makes an error.
    public init(_ problem: Problem, at path: [PropertyListChange.Step]) {
        self.problem = problem
        self.path = path
    }

    /// What is wrong, for people: lower case, one line, no final period.
    public var message: String {
        let place = path.isEmpty ? "the root" : "`\(Quoted.word(path.description(ofRoot: "")))`"
        return switch problem {
        case .notADictionary: "\(place) is no dictionary"
        case .notAnArray: "\(place) is no array"
        case .notAText: "\(place) is no text"
        case .missing: "there is no \(place)"
        case .outOfRange: "there is no element \(place)"
        case .notAnEntry: "\(place) is no entry of a dictionary"
        case .nameTaken: "\(place) can't have the name of another key"
        case .unwritableText: "a text for \(place) has a character that XML can't hold"
        case .unwritableNumber: "a number for \(place) has more than 64 bits"
        case .foreignPlaces: "the places of \(place) are not those of its file"
        }
    }
}

extension [PropertyListChange.Step] {
    /// The path as people write it: `IntuneMAMSettings.ADALClientId`, `LSApplicationQueriesSchemes[3]`.
    ///
    /// - Parameter root: What stands for an empty path.
    /// - Returns: The path on one line.
    public func description(ofRoot root: String) -> String {
        var text = ""
        for step in self {
            switch step {
            case .key(let key): text += (text.isEmpty ? "" : ".") + VisibleText.of(key)
            case .position(let position): text += "[\(position)]"
            }
        }
        return text.isEmpty ? root : text
    }
}
