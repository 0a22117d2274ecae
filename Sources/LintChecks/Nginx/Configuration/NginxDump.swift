import ByteText
package import PolicyFiles

/// The output of `nginx -T`: every file of a configuration after a line with its path, the main file first.
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
/// nginx writes one line break after each file, which is not part of the file. Lines may end in CRLF, and the text may
/// start with a byte order mark, as when Windows has saved the output.
package struct NginxDump: Sendable {
    /// The paths of the files, in order, without duplicates.
    package let paths: [String]
    private let files: [String: [UInt8]]

    private static let header = Array("# configuration file ".utf8)

    /// Splits a dump into files. The result is nil if no line names a file.
    ///
    /// If a file contains a comment that looks like such a line, the file ends there. The rest is then not part of the
    /// configuration, which lint reports.
    ///
    /// - Parameter bytes: The output. It may start with nginx's messages, which nginx prints separately.
    /// - Complexity: O(*n*) in the bytes.
    package init?(_ bytes: [UInt8]) {
        var paths: [String] = []
        var files: [String: [UInt8]] = [:]
        var (current, start): (String?, Int) = (nil, 0)
        func end(_ last: Int) {
            guard let current, files[current] == nil else { return }
            files[current] = Array(Self.withoutBreak(bytes[start..<last]))
            paths.append(current)
        }
        let first = ByteOrderMark.utf8Count(in: bytes.span)
        var offset = first
        while let found = ByteSearch.first(Self.header, in: bytes, from: offset) {
            offset = found + Self.header.count
            guard found == first || bytes[found - 1] == UInt8(ascii: "\n") else { continue }
            let next = bytes[offset...].firstIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? bytes.count
            let path = Self.withoutBreak(bytes[offset..<next])
            guard path.count > 1, path.last == UInt8(ascii: ":") else { continue }
            end(found)
            current = Self.plain(String(decoding: path.dropLast(), as: UTF8.self))
            start = next
            offset = next
        }
        end(bytes.count)
        guard !paths.isEmpty else { return nil }
        self.paths = paths
        self.files = files
    }

    /// A text without the line break at its end.
    private static func withoutBreak(_ text: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        guard text.last == UInt8(ascii: "\n") else { return text }
        let rest = text.dropLast()
        return rest.last == UInt8(ascii: "\r") ? rest.dropLast() : rest
    }

    /// The path without `.`, `..` and repeated slashes. A relative path is returned unchanged.
    static func plain(_ path: String) -> String { PathText.isAbsolute(path) ? PathText.collapsed(path) : path }

    /// The files of the dump, and those of another source that are not in the dump.
    package func files(besides source: any FileSource) -> any FileSource { DumpedFiles(source: source, files: files) }
}

/// The files as printed. They may have changed on disk since, or belong to another machine.
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
