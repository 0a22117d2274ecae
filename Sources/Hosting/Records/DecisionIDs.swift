/// Generates the ids of one worker's decisions: 15 letters and digits, which a person can read out on the telephone.
///
/// Two workers, of the same host or of different ones, generate the same id about as often as two random 75-bit numbers
/// are equal. An id is a name and not a secret: guessing one reveals nothing.
public struct DecisionIDs: Sendable {
    // Without i, l, o and u, which are easily mistaken for other characters.
    private static let digits = Array("0123456789abcdefghjkmnpqrstvwxyz".utf8)
    /// The length that fits into a Swift string without a heap allocation.
    public static let length = 15

    private var counter: UInt64
    private let origin: UInt64

    /// Starts at a random position.
    public init() {
        var random = SystemRandomNumberGenerator()
        self.init(counter: random.next(), origin: random.next())
    }

    /// Starts at a given position.
    public init(counter: UInt64, origin: UInt64) {
        self.counter = counter
        self.origin = origin
    }

    /// The next id.
    public mutating func next() -> String {
        // Each 64-bit number occurs once before any is repeated, in an order that does not reveal how many were
        // generated.
        counter &+= 0x9E37_79B9_7F4A_7C15
        var mixed = counter
        mixed = (mixed ^ (mixed &>> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed &>> 27)) &* 0x94D0_49BB_1331_11EB
        mixed ^= mixed &>> 31
        var low = mixed
        var high = origin
        var text: InlineArray<15, UInt8> = InlineArray(repeating: 0)
        for position in 0..<Self.length {
            text[position] = Self.digits[Int(low & 31)]
            low = low &>> 5 | high &<< 59
            high = high &>> 5
        }
        guard let valid = try? UTF8Span(validating: text.span) else { return "-" }
        return String(copying: valid)
    }

    /// Whether a text has the form of an id.
    public static func isValid(_ text: String) -> Bool {
        text.utf8.count == length && text.utf8.allSatisfy { digits.contains($0) }
    }
}
