public import PolicyModel

/// What Graph knows of an app that an account uses on a device: an `iosManagedAppRegistration`.
///
/// | property | fact |
/// |---|---|
/// | `platformVersion` | ``DeviceFacts/osVersion`` |
/// | `applicationVersion` | ``DeviceFacts/appVersion`` |
/// | `managementSdkVersion` | ``DeviceFacts/sdkVersion`` |
/// | `deviceModel` (beta) | ``DeviceFacts/model`` |
/// | `flaggedReasons` | ``DeviceFacts/isJailbroken`` |
/// | `lastSyncDateTime` | ``AccessState/lastCheckIn`` |
///
/// A property that is not there, or is `null`, is a fact that is missing. All other facts are ones that no registration
/// can hold, so they are inapplicable.
public struct ManagedAppRegistration: Hashable, Sendable {
    /// The id of the registration.
    public var id: String?
    /// The object id of the account.
    public var account: AccountID?
    /// The bundle id of the app.
    public var app: String?
    /// What is known of the device.
    public var device = DeviceFacts()
    /// What is known of the account's access to the app.
    public var access = AccessState()

    /// The facts that a registration can hold.
    public static let facts: [LaunchFact] = [.osVersion, .appVersion, .sdkVersion, .model, .isJailbroken, .lastCheckIn]

    init() {
        for fact in LaunchFact.ofDevice where !Self.facts.contains(fact) { device[fact] = .inapplicable }
        for fact in LaunchFact.ofAccess where !Self.facts.contains(fact) { access[fact] = .inapplicable }
    }

    /// A registration of which nothing is known yet.
    static let blank = ManagedAppRegistration()
}

/// What stands in the place of a registration in a stream.
public struct ManagedAppRegistrationEntry: Hashable, Sendable {
    /// What it is.
    public enum Content: Hashable, Sendable {
        /// A registration.
        case registration(ManagedAppRegistration)
        /// A registration of another platform, with the name of its type.
        case otherPlatform(String)
        /// The end of a page that names a next one.
        case pageWithNext
        /// Something that cannot be read: a stable code, and what is wrong, in lower case without a final period.
        case problem(code: String, message: String)
    }

    /// What it is.
    public var content: Content
    /// The line where it stands, or where it cannot be read.
    public var line: Int
    /// The column there, in bytes.
    public var column: Int
}

/// Reads registrations out of a stream of JSON, in memory that does not grow with the stream.
///
/// ```swift
/// import Demarc
///
/// var stream = ManagedAppRegistrationStream()
/// let page = Array(#"{"value": [{"platformVersion": "17.4"}]}"#.utf8)
/// var entries = stream.read(page.span)
/// entries += stream.finish()
/// print(entries.count)
/// ```
///
/// A stream is a page of Graph's, an array of registrations or of pages, one object, or objects one after the other. What
/// cannot be read becomes an entry of its own, and the rest is read.
public struct ManagedAppRegistrationStream: Sendable {
    /// How many bytes a registration may have.
    public static let byteLimit = 64 << 10

    private var splitter = RegistrationSplitter(byteLimit: Self.byteLimit)

    /// Begins a stream.
    public init() {}

    /// Reads on.
    ///
    /// - Parameter bytes: The next bytes, as many as the caller likes: what is returned grows with them.
    /// - Returns: Every entry that ends in them, in order.
    /// - Complexity: O(*n*) in the bytes.
    public mutating func read(_ bytes: Span<UInt8>) -> [ManagedAppRegistrationEntry] {
        var entries: [ManagedAppRegistrationEntry] = []
        splitter.read(bytes) { piece in
            if let entry = RegistrationReader.entry(of: piece) { entries.append(entry) }
        }
        return entries
    }

    /// Ends the stream.
    ///
    /// - Returns: The last entries: what was cut off is a problem.
    public mutating func finish() -> [ManagedAppRegistrationEntry] {
        var entries: [ManagedAppRegistrationEntry] = []
        splitter.finish { piece in
            if let entry = RegistrationReader.entry(of: piece) { entries.append(entry) }
        }
        return entries
    }
}
