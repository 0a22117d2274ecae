import Diagnostics

/// Finds the file that was probably meant by a path that leads to nothing.
enum NearbyFile {
    /// The endings of the files that commands read. One that is left out is more than a slip in a letter.
    private static let endings = [".yaml", ".yml", ".json", ".txt", ".plist"]

    /// `` , did you mean `policy.yaml`?``, or nothing.
    static func hint(for path: String) -> String {
        guard let meant = nearest(to: path) else { return "" }
        return ", did you mean `\(VisibleText.of(meant))`?"
    }

    /// The file in the same folder whose name is nearest; nil if none is near.
    private static func nearest(to path: String) -> String? {
        let slash = path.lastIndex(of: "/")
        let folder = slash.map { String(path[...$0]) } ?? ""
        let name = String(slash.map { path[path.index(after: $0)...] } ?? path[...])
        guard let names = FolderEntries.names(in: folder.isEmpty ? "." : folder) else { return nil }
        let completed = endings.map { name + $0 }.first { names.contains($0) }
        return (completed ?? NearMiss.suggestion(for: name, among: names)).map { folder + $0 }
    }
}
