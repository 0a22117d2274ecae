import Foundation

/// Published test data that the project does not carry.
///
/// It is looked for in the folder that the environment variable `DEMARC_SHARED` names, else in `shared` beside the
/// package. Suites that need a file of it are skipped where it is absent, and say how to get it.
public enum PublishedData {
    /// What a skipped suite says.
    public static let howToGet = "the data is not here; it is looked for where DEMARC_SHARED says, else in ../shared"

    /// The folder of the data, which need not be there.
    public static let folder =
        ProcessInfo.processInfo.environment["DEMARC_SHARED"]
        ?? URL(filePath: Repository.path("../shared")).standardizedFileURL.path

    /// The path of a file of it, such as `conformance/bypass.tsv`.
    public static func path(_ path: String) -> String { folder + "/" + path }

    /// Whether there is such a file or folder.
    public static func has(_ path: String) -> Bool { FileManager.default.fileExists(atPath: Self.path(path)) }

    /// The contents of a file of it.
    public static func bytes(_ path: String) throws -> [UInt8] {
        Array(try Data(contentsOf: URL(filePath: Self.path(path))))
    }

    /// The names of the files in a folder of it, in order; none where it is absent.
    public static func names(in path: String) -> [String] {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: Self.path(path))) ?? []
        return names.filter { !$0.hasPrefix(".") }.sorted()
    }
}
