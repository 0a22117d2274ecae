public import Foundation

/// The published test data, if it is available on this machine.
///
/// It is not part of the repository. `make conformance-data` downloads an older cut of most files; the folder next to
/// the checkout, or the folder that `DEMARC_SHARED` names, takes precedence.
public enum ConformanceData {
    /// The cut of the web-platform-tests that a file comes from.
    public enum Cut: Sendable {
        case shared
        case downloaded
    }

    /// The message of a skipped suite whose data can be downloaded.
    public static let howToGet = "run `make conformance-data`, or set DEMARC_SHARED"

    /// Whether `file`, such as `wpt/toascii.json`, can be read.
    public static func has(_ file: String) -> Bool { find(file) != nil }

    /// Whether the file is of the cut that is not downloaded.
    public static func hasShared(_ file: String) -> Bool { find(file)?.cut == .shared }

    /// The content of a file, and the cut that it belongs to.
    public static func read(_ file: String) throws -> (data: Data, cut: Cut) {
        guard let found = find(file) else { throw CocoaError(.fileNoSuchFile) }
        return (try Data(contentsOf: found.location), found.cut)
    }

    private static func find(_ file: String) -> (location: URL, cut: Cut)? {
        let candidates: [(String, Cut)] = [
            (PublishedData.path("conformance"), .shared),
            (Repository.path(".conformance"), .downloaded),
        ]
        for (folder, cut) in candidates {
            let location = URL(filePath: folder + "/" + file)
            if FileManager.default.fileExists(atPath: location.path) { return (location, cut) }
        }
        return nil
    }
}
