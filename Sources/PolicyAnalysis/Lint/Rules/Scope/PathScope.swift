/// A set of paths: what a matcher asks of the path of a URL.
enum PathScope: Hashable, Sendable {
    /// Every path.
    case any
    /// This one.
    case exact([UInt8])
    /// This one and everything below it.
    case folder([UInt8])
    /// Everything that begins so.
    case prefix([UInt8])

    /// Whether every path of another set is in this one.
    func contains(_ other: PathScope) -> Bool {
        switch (self, other) {
        case (.any, _): true
        case (_, .any): false
        case (.exact(let path), .exact(let otherPath)): path == otherPath
        case (.exact, _): false
        case (.folder(let folder), .exact(let path)), (.folder(let folder), .folder(let path)):
            path == folder || path.starts(with: folder + [UInt8(ascii: "/")])
        case (.folder(let folder), .prefix(let path)): path.starts(with: folder + [UInt8(ascii: "/")])
        case (.prefix(let prefix), .exact(let path)), (.prefix(let prefix), .folder(let path)),
            (.prefix(let prefix), .prefix(let path)):
            path.starts(with: prefix)
        }
    }

    /// Paths that are in both, if there are any; all of them but where a folder and a prefix meet in the folder's name.
    func intersection(_ other: PathScope) -> PathScope? {
        if contains(other) { return other }
        if other.contains(self) { return self }
        switch (self, other) {
        // `/a` as a folder and `/a/` as a prefix, or the other way round: what is below the folder.
        case (.folder(let folder), .prefix(let prefix)), (.prefix(let prefix), .folder(let folder)):
            return (folder + [UInt8(ascii: "/")]).starts(with: prefix) ? .prefix(folder + [UInt8(ascii: "/")]) : nil
        default: return nil
        }
    }

    /// A path of the set.
    var sample: String {
        switch self {
        case .any: "/"
        case .exact(let path), .folder(let path), .prefix(let path): String(decoding: path, as: UTF8.self)
        }
    }
}
