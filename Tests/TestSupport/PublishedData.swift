import Foundation

/// Published test data that is not part of the repository.
///
/// It is expected in the folder that the environment variable `DEMARC_SHARED` names, or in `shared` next to the
/// package. Suites that need a missing file are skipped, and explain how to get it.
public enum PublishedData {
    /// The message of a skipped suite.
    public static let howToGet = "the data is not public: set DEMARC_SHARED to its folder, or put it in ../shared"

    /// The folder of the data, which may be missing.
    public static let folder =
        ProcessInfo.processInfo.environment["DEMARC_SHARED"]
        ?? URL(filePath: Repository.path("../shared")).standardizedFileURL.path

    /// The path of a data file, such as `conformance/bypass.tsv`.
    public static func path(_ path: String) -> String { folder + "/" + path }

    /// Whether a file or folder exists.
    public static func has(_ path: String) -> Bool { FileManager.default.fileExists(atPath: Self.path(path)) }

    /// The content of a data file.
    public static func bytes(_ path: String) throws -> [UInt8] {
        Array(try Data(contentsOf: URL(filePath: Self.path(path))))
    }

    /// The names of the files in a data folder, in order; empty if it is missing.
    public static func names(in path: String) -> [String] {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: Self.path(path))) ?? []
        return names.filter { !$0.hasPrefix(".") }.sorted()
    }
}
