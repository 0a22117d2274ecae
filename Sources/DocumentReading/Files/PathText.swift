/// Operations on paths as texts, without access to the file system.
package enum PathText {
    /// The folder part of a path: `a/b` of `a/b/c.yaml`, `.` of `c.yaml`.
    package static func folder(of path: String) -> String {
        guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return "." }
        return slash == path.startIndex ? "/" : String(path[..<slash])
    }

    /// A path relative to the folder of another path; an absolute path is returned unchanged.
    package static func resolve(_ path: String, besides file: String) -> String {
        if path.hasPrefix("/") { return path }
        var rest = path[...]
        while rest.hasPrefix("./") { rest = rest.dropFirst(2) }
        let folder = folder(of: file)
        switch folder {
        case ".": return file.hasPrefix("./") ? "./\(rest)" : String(rest)
        case "/": return "/\(rest)"
        default: return "\(folder)/\(rest)"
        }
    }

    /// Whether a resolved path is below a resolved folder.
    ///
    /// Bytes are compared, as in the system: names that are equal in Swift, such as two spellings of `é`, are different
    /// in the system.
    package static func isBelow(_ path: String, folder: String) -> Bool {
        let prefix = folder == "/" ? "/" : folder + "/"
        return path.utf8.count > prefix.utf8.count && path.utf8.starts(with: prefix.utf8)
    }

    /// The relative path from a folder to a file; both are absolute, without `.` and `..`.
    package static func relative(_ path: String, from folder: String) -> String {
        let (names, folders) = (path.split(separator: "/"), folder.split(separator: "/"))
        let common = zip(names, folders).prefix { $0.utf8.elementsEqual($1.utf8) }.count
        let up = Array(repeating: "..", count: folders.count - common)
        return (up + names[common...].map(String.init)).joined(separator: "/")
    }

    /// An absolute path without `.`, `..` and repeated slashes.
    package static func collapsed(_ path: String) -> String {
        var parts: [Substring] = []
        for part in path.split(separator: "/") where part != "." {
            if part == ".." { _ = parts.popLast() } else { parts.append(part) }
        }
        return "/" + parts.joined(separator: "/")
    }
}
