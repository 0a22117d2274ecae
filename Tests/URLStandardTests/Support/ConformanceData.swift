import Foundation
import TestSupport
import Testing

/// The published test data, if it is available on this machine.
///
/// It is not part of the repository. `make conformance-data` downloads an older cut of most files; the folder next to
/// the checkout, or the folder that `DEMARC_SHARED` names, takes precedence.
enum ConformanceData {
    /// The cut of the web-platform-tests that a file comes from.
    enum Cut: Sendable {
        case shared
        case downloaded
    }

    static let howToGet: String = "run `make conformance-data`, or set DEMARC_SHARED"

    /// Whether `file`, such as `wpt/toascii.json`, can be read.
    static func has(_ file: String) -> Bool { find(file) != nil }

    static func hasShared(_ file: String) -> Bool { find(file)?.cut == .shared }

    static func read(_ file: String) throws -> (data: Data, cut: Cut) {
        let found = try #require(find(file), "\(file) is missing: \(howToGet)")
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
