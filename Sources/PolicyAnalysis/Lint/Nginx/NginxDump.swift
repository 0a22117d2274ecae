public import PolicyFiles

/// What `nginx -T` prints: every file of a configuration behind a line with its path, the main one first.
///
/// ```
/// # configuration file /etc/nginx/nginx.conf:
/// events {}
/// http { include conf.d/*.conf; }
///
/// # configuration file /etc/nginx/conf.d/site.conf:
/// server { … }
/// ```
///
/// nginx writes one line break behind each file, which is not part of it.
public struct NginxDump: Sendable {
    /// The paths of the files, in their order, each once.
    public let paths: [String]
    private let files: [String: [UInt8]]

    private static let header = Array("# configuration file ".utf8)

    /// Takes a dump apart; nil where no line names a file.
    ///
    /// A comment that looks like such a line, in one of the files, ends the file there. What is behind it is then no
    /// part of the configuration, which lint reports.
    ///
    /// - Parameter bytes: What was printed. Messages of nginx, which it prints apart, may come first.
    /// - Complexity: O(*n*) in the bytes.
    public init?(_ bytes: [UInt8]) {
        var paths: [String] = []
        var files: [String: [UInt8]] = [:]
        var (current, start): (String?, Int) = (nil, 0)
        func end(_ last: Int) {
            guard let current, files[current] == nil else { return }
            let isClosed = last > start && bytes[last - 1] == UInt8(ascii: "\n")
            files[current] = Array(bytes[start..<(isClosed ? last - 1 : last)])
            paths.append(current)
        }
        var offset = 0
        while let found = ByteSearch.first(Self.header, in: bytes, from: offset) {
            offset = found + Self.header.count
            guard found == 0 || bytes[found - 1] == UInt8(ascii: "\n") else { continue }
            let line = bytes[offset...].firstIndex(of: UInt8(ascii: "\n")) ?? bytes.count
            guard line > offset + 1, bytes[line - 1] == UInt8(ascii: ":") else { continue }
            end(found)
            current = Self.plain(String(decoding: bytes[offset..<(line - 1)], as: UTF8.self))
            start = min(line + 1, bytes.count)
            offset = start
        }
        end(bytes.count)
        guard !paths.isEmpty else { return nil }
        self.paths = paths
        self.files = files
    }

    /// A path without `.`, `..` and repeated slashes; one that begins nowhere stays as it is.
    static func plain(_ path: String) -> String { path.hasPrefix("/") ? PathText.collapsed(path) : path }

    /// The files of the dump, and those of another source that are not in it.
    public func files(besides source: any FileSource) -> any FileSource { DumpedFiles(source: source, files: files) }
}

/// Files that were printed, whatever has become of them on disk since, and which may be those of another machine.
private struct DumpedFiles: FileSource {
    let source: any FileSource
    let files: [String: [UInt8]]

    func read(_ path: String, limit: Int, plainOnly: Bool) throws(FileError) -> [UInt8] {
        guard let bytes = files[path] else { return try source.read(path, limit: limit, plainOnly: plainOnly) }
        guard bytes.count <= limit else { throw .tooLarge(limit: limit) }
        return bytes
    }

    func read(_ path: String, below folder: String, limit: Int) throws(FileError) -> [UInt8] {
        try source.read(path, below: folder, limit: limit)
    }

    func resolve(_ path: String) throws(FileError) -> String {
        files[path] == nil ? try source.resolve(path) : path
    }

    func stamp(of path: String) -> FileStamp? { files[path] == nil ? source.stamp(of: path) : nil }
}
