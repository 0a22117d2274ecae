import Diagnostics

/// One change of a property list, described by its values rather than its bytes.
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

    /// Sets the value of a dictionary's key or of an existing array element. A missing key is added after the last one,
    /// and missing dictionaries on the path are created.
    case set([Step], PropertyListValue)
    /// Inserts values into an array before a position. A missing array is created, and a position beyond the end means
    /// the end.
    case insert([Step], at: Int, [PropertyListValue])
    /// Inserts pieces into a text. In XML, every existing byte of the text stays as it is written, including references
    /// and line ends.
    case insertText([Step], [TextInsertion])
    /// Removes a key with its value, or an element.
    case remove([Step])
    /// Renames a key, keeping its position.
    case rename([Step], to: String)
}

/// A value to insert into a property list; unlike a ``PropertyListNode``, it has no place.
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

/// An error for a change that does not fit the property list.
public struct PropertyListChangeError: Error, Hashable, Sendable {
    /// The reason why a change does not fit.
    public enum Problem: Hashable, Sendable {
        /// A key is used on a value that is not a dictionary.
        case notADictionary
        /// A position is used on, or values are inserted into, a value that is not an array.
        case notAnArray
        /// Pieces are inserted into a value that is not a text.
        case notAText
        /// The key does not exist.
        case missing
        /// The position does not exist.
        case outOfRange
        /// The root or an array element has no key to rename; the root cannot be removed.
        case notAnEntry
        /// The new name of a key is already used in its dictionary, and one of the keys would be hidden.
        case nameTaken
        /// A text contains a character that XML cannot represent.
        case unwritableText
        /// A whole number has more than 64 bits.
        case unwritableNumber
        /// The document was not made by a reader: its places do not match its file.
        case foreignPlaces
    }

    /// The reason.
    public var problem: Problem
    /// The steps to the problem: the whole path of the change, or the part up to the step that fails.
    public var path: [PropertyListChange.Step]

    /// Creates an error.
    public init(_ problem: Problem, at path: [PropertyListChange.Step]) {
        self.problem = problem
        self.path = path
    }

    /// The problem as a message: one line in lower case without a final period.
    public var message: String {
        let place = path.isEmpty ? "the root" : "`\(Quoted.word(path.description(ofRoot: "")))`"
        return switch problem {
        case .notADictionary: "\(place) is not a dictionary"
        case .notAnArray: "\(place) is not an array"
        case .notAText: "\(place) is not a string"
        case .missing: "there is no \(place)"
        case .outOfRange: "there is no element \(place)"
        case .notAnEntry: "\(place) is not an entry of a dictionary"
        case .nameTaken: "\(place) cannot have the name of another key"
        case .unwritableText: "a string for \(place) has a character that XML doesn't allow"
        case .unwritableNumber: "a number for \(place) has more than 64 bits"
        case .foreignPlaces: "the positions of \(place) do not match its file"
        }
    }
}

extension [PropertyListChange.Step] {
    /// The path in readable form: `IntuneMAMSettings.ADALClientId`, `LSApplicationQueriesSchemes[3]`.
    ///
    /// - Parameter root: The text for an empty path.
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
