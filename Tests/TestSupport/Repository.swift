import Foundation

/// The files of this checkout.
public enum Repository {
    /// The folder of the package, without a slash at its end.
    public static let root = "/" + #filePath.split(separator: "/").dropLast(3).joined(separator: "/")

    /// The path of a file, given from the package's folder.
    public static func path(_ path: String) -> String { root + "/" + path }

    /// The text of a file, given from the package's folder.
    public static func text(_ path: String) throws -> String {
        try String(contentsOfFile: Self.path(path), encoding: .utf8)
    }
}
