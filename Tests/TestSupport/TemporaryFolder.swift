import Foundation

/// A folder for the files of one test, removed after its last use.
public final class TemporaryFolder {
    /// The path of the folder.
    public let path: String

    /// Creates the folder with a unique name.
    public init() throws {
        path = FileManager.default.temporaryDirectory.appending(path: "demarc-tests-\(UUID().uuidString)").path
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }

    /// The path of a file in it, which need not exist.
    public func file(_ name: String) -> String { path + "/" + name }

    /// The names of its files and folders, in order.
    public var names: [String] { ((try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []).sorted() }

    /// Creates a folder in it, including intermediate folders.
    public func makeFolder(_ name: String) throws {
        try FileManager.default.createDirectory(atPath: file(name), withIntermediateDirectories: true)
    }

    /// Writes a file atomically, and returns its path.
    @discardableResult
    public func write(_ bytes: [UInt8], to name: String) throws -> String {
        try Data(bytes).write(to: URL(filePath: file(name)), options: .atomic)
        return file(name)
    }

    /// Writes a text as a file atomically, and returns its path.
    @discardableResult
    public func write(_ text: String, to name: String) throws -> String { try write(Array(text.utf8), to: name) }

    /// The text of a file in it.
    public func read(_ name: String) throws -> String { try String(contentsOfFile: file(name), encoding: .utf8) }
}
