import Foundation

/// The files of this checkout.
public enum Repository {
    /// The folder of the package, without a trailing slash.
    public static let root: String = {
        let file = URL(filePath: #filePath).resolvingSymlinksInPath().path(percentEncoded: false)
        return "/" + file.split(separator: "/").dropLast(3).joined(separator: "/")
    }()

    /// The path of a file, relative to the package's folder.
    public static func path(_ path: String) -> String { root + "/" + path }

    /// The text of a file, relative to the package's folder.
    public static func text(_ path: String) throws -> String {
        try String(contentsOfFile: Self.path(path), encoding: .utf8)
    }

    /// Writes a generated file if this run should write such files: `make pages`.
    ///
    /// - Parameters:
    ///   - text: The expected content of the file.
    ///   - path: The file, relative to the package's folder.
    /// - Returns: Whether the file now has this content.
    /// - Throws: An error if writing fails.
    public static func holds(_ text: String, in path: String) throws -> Bool {
        if ProcessInfo.processInfo.environment["DEMARC_WRITE_PAGES"] == "1" {
            try text.write(toFile: Self.path(path), atomically: true, encoding: .utf8)
        }
        return (try? Self.text(path)) == text
    }

    /// Writes a generated list on a page if this run should write such files: the lines between the comment that names
    /// it and the next `<!-- end -->`.
    ///
    /// - Parameters:
    ///   - list: The expected lines.
    ///   - name: The name in the comment.
    ///   - path: The page, relative to the package's folder.
    /// - Returns: Whether the page now has this list.
    /// - Throws: ``NoSuchList``, or an error if reading or writing fails.
    public static func holds(list: [String], named name: String, in path: String) throws -> Bool {
        let text = try Self.text(path)
        guard let head = text.range(of: "<!-- \(name): written by `make pages` -->\n")?.upperBound,
            let tail = text[head...].range(of: "<!-- end -->\n")?.lowerBound
        else { throw NoSuchList(name: name, path: path) }
        let lines = list.map { $0 + "\n" }.joined()
        return try holds(String(text[..<head] + lines + text[tail...]), in: path)
    }

    /// A page has no list with this name.
    public struct NoSuchList: Error {
        let name: String
        let path: String
    }
}
