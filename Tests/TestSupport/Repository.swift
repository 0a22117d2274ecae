import Foundation

/// The files of this checkout.
public enum Repository {
    /// The folder of the package, without a slash at its end.
    ///
    /// The packages of `Tests/Differential` reach this file by a link.
    public static let root: String = {
        let file = URL(filePath: #filePath).resolvingSymlinksInPath().path(percentEncoded: false)
        return "/" + file.split(separator: "/").dropLast(3).joined(separator: "/")
    }()

    /// The path of a file, given from the package's folder.
    public static func path(_ path: String) -> String { root + "/" + path }

    /// The text of a file, given from the package's folder.
    public static func text(_ path: String) throws -> String {
        try String(contentsOfFile: Self.path(path), encoding: .utf8)
    }

    /// Writes a file that is made from what the code says or prints, if this run is to write such files: `make pages`.
    ///
    /// - Parameters:
    ///   - text: What the file should hold.
    ///   - path: The file, given from the package's folder.
    /// - Returns: Whether the file holds it now.
    /// - Throws: What writing it throws.
    public static func holds(_ text: String, in path: String) throws -> Bool {
        if ProcessInfo.processInfo.environment["DEMARC_WRITE_PAGES"] == "1" {
            try text.write(toFile: Self.path(path), atomically: true, encoding: .utf8)
        }
        return (try? Self.text(path)) == text
    }
}
