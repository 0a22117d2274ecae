/// The Info.plist files and entitlements of published apps, from ``PublishedData``.
public enum PublishedPropertyLists {
    /// The names of the files, in order; empty if they are missing.
    public static let names = PublishedData.names(in: "corpus/plist")

    /// The path of a file.
    public static func path(_ name: String) -> String { PublishedData.path("corpus/plist/" + name) }

    /// The content of a file.
    public static func bytes(_ name: String) throws -> [UInt8] { try PublishedData.bytes("corpus/plist/" + name) }

    /// Whether a file contains an app's entitlements, judging by its name.
    public static func isEntitlements(_ name: String) -> Bool { name.lowercased().contains("entitlements") }
}
