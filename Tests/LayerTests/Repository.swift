import Foundation

/// The files of this checkout.
enum Repository {
    static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()

    static func text(_ path: String) throws -> String {
        try String(contentsOf: root.appending(path: path), encoding: .utf8)
    }

    /// The Swift files below `folder`, relative to the root and sorted.
    static func swiftFiles(below folder: String) -> [String] {
        let base = root.appending(path: folder)
        let names = FileManager.default.enumerator(atPath: base.path(percentEncoded: false))?.compactMap {
            $0 as? String
        }
        return (names ?? []).filter { $0.hasSuffix(".swift") }.map { "\(folder)/\($0)" }.sorted()
    }

    /// The folders of `Sources`, which are named as their targets.
    static func sourceFolders() throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: root.appending(path: "Sources").path(percentEncoded: false))
            .filter { !$0.hasPrefix(".") }.sorted()
    }
}
