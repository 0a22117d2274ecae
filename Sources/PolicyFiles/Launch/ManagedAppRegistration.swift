public import PolicyModel

/// Graph's record of an app that an account uses on a device: an `iosManagedAppRegistration`.
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
/// A property that is absent or `null` is a missing fact. All other facts are inapplicable, because no registration can
/// contain them.
public struct ManagedAppRegistration: Hashable, Sendable {
    /// The id of the registration.
    public var id: String?
    /// The object id of the account.
    public var account: AccountID?
    /// The bundle id of the app.
    public var app: String?
    /// The facts about the device.
    public var device = DeviceFacts()
    /// The facts about the account's access to the app.
    public var access = AccessState()

    /// The facts that a registration can contain.
    public static let facts: [LaunchFact] = [.osVersion, .appVersion, .sdkVersion, .model, .isJailbroken, .lastCheckIn]

    init() {
        for fact in LaunchFact.ofDevice where !Self.facts.contains(fact) { device[fact] = .inapplicable }
        for fact in LaunchFact.ofAccess where !Self.facts.contains(fact) { access[fact] = .inapplicable }
    }

    /// A registration without known facts.
    static let blank = ManagedAppRegistration()
}

/// An element of a stream of registrations.
public struct ManagedAppRegistrationEntry: Hashable, Sendable {
    /// The content of the element.
    public enum Content: Hashable, Sendable {
        /// A registration.
        case registration(ManagedAppRegistration)
        /// A registration of another platform, with the name of its type.
        case otherPlatform(String)
        /// The end of a page that refers to a next page.
        case pageWithNext
        /// An element that cannot be read: a stable code, and a message in lower case without a final period.
        case problem(code: String, message: String)
    }

    /// The content of the element.
    public var content: Content
    /// The line of the element, or of the position where it cannot be read.
    public var line: Int
    /// The column, in bytes.
    public var column: Int
}

/// Reads registrations from a stream of JSON, in memory that does not grow with the stream.
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
/// A stream is a page from Graph, an array of registrations or pages, a single object, or a sequence of objects. An
/// element that cannot be read becomes an entry with a problem, and reading continues.
public struct ManagedAppRegistrationStream: Sendable {
    /// The maximum size of a registration in bytes.
    public static let byteLimit = 64 << 10

    private var splitter = RegistrationSplitter(byteLimit: Self.byteLimit)

    /// Starts a stream.
    public init() {}

    /// Continues reading.
    ///
    /// - Parameter bytes: The next bytes, in any amount; the size of the result grows with it.
    /// - Returns: Every entry that ends in these bytes, in order.
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
    /// - Returns: The last entries; an incomplete element is a problem.
    public mutating func finish() -> [ManagedAppRegistrationEntry] {
        var entries: [ManagedAppRegistrationEntry] = []
        splitter.finish { piece in
            if let entry = RegistrationReader.entry(of: piece) { entries.append(entry) }
        }
        return entries
    }
}
