/// A few named texts that stand in for files: for tests, fuzzers, and hosts that keep policies elsewhere.
///
/// The folder is `/`; there are no links.
public struct MemoryFiles: FileSource {
    private var files: [String: [UInt8]]

    /// Makes a source of files by path. `a.yaml` and `/a.yaml` are one file.
    public init(_ files: [String: [UInt8]] = [:]) {
        self.files = [:]
        for (path, bytes) in files { self.files[PathText.collapsed("/" + path)] = bytes }
    }

    /// Makes a source of texts by path.
    public init(_ texts: [String: String]) { self.init(texts.mapValues { Array($0.utf8) }) }

    /// Reads a file.
    ///
    /// - Throws: ``FileError/missing`` and ``FileError/tooLarge(limit:)``.
    public func read(_ path: String, limit: Int, plainOnly: Bool) throws(FileError) -> [UInt8] {
        guard let bytes = files[PathText.collapsed("/" + path)] else { throw .missing }
        guard bytes.count <= limit else { throw .tooLarge(limit: limit) }
        return bytes
    }

    /// The path without `.`, `..` and repeated slashes.
    public func resolve(_ path: String) throws(FileError) -> String { PathText.collapsed("/" + path) }
}
