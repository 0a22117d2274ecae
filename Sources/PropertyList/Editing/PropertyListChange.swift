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
    /// Takes a key with its value, or an element, away.
    case remove([Step])
    /// Gives a key another name, in its place.
    case rename([Step], to: String)
}
