import ByteText

/// The identifier of an app: its bundle id, compared without regard to ASCII case, as the system compares it.
///
/// Exports of one service write `com.contoso.Mail` and those of another `com.contoso.mail` for the same app.
public struct AppID: Hashable, Sendable, ExpressibleByStringLiteral, CustomStringConvertible {
    /// The bundle id.
    public let bundleID: String

    /// Creates an id.
    public init(_ bundleID: String) { self.bundleID = bundleID }

    /// Creates an id from a literal.
    public init(stringLiteral bundleID: String) { self.bundleID = bundleID }

    /// The app that is the managed browser unless a document declares another one by its schemes.
    package static let managedBrowser: AppID = "com.microsoft.msedge"

    /// The bundle id.
    public var description: String { bundleID }

    /// Whether both ids belong to the same app.
    ///
    /// - Complexity: O(*n*) in the bytes; allocates nothing.
    public static func == (left: AppID, right: AppID) -> Bool {
        // PERF: most ids that differ have different lengths.
        left.bundleID.utf8.count == right.bundleID.utf8.count
            && left.bundleID.utf8.elementsEqual(right.bundleID.utf8) { $0.asciiLowercased == $1.asciiLowercased }
    }

    /// Hashes the id in lower case.
    public func hash(into hasher: inout Hasher) {
        // PERF: the hasher processes words faster than bytes.
        var word: UInt64 = 0
        var count = 0
        for byte in bundleID.utf8 {
            word = word << 8 | UInt64(byte.asciiLowercased)
            count &+= 1
            if count & 7 == 0 { hasher.combine(word) }
        }
        hasher.combine(word)
        hasher.combine(count)
    }
}
