/// Operations on paths as texts, without access to the file system.
package enum PathText {
    /// The parts of a path between its slashes, without empty ones.
    ///
    /// Paths are split by bytes, as in the system: U+0D4E and a slash after it are one character in Swift, and such a
    /// character would hide a `..`.
    package static func parts(of path: some StringProtocol) -> [String] {
        path.utf8.split(separator: UInt8(ascii: "/")).map { String(decoding: $0, as: UTF8.self) }
    }

    /// Whether a path begins at the root of the system.
    package static func isAbsolute(_ path: some StringProtocol) -> Bool { path.utf8.first == UInt8(ascii: "/") }

    /// The folder part of a path: `a/b` of `a/b/c.yaml`, `.` of `c.yaml`.
    package static func folder(of path: String) -> String {
        guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return "." }
        return slash == path.startIndex ? "/" : String(path[..<slash])
    }

    /// A path relative to the folder of another path; an absolute path is returned unchanged.
    package static func resolve(_ path: String, besides file: String) -> String {
        if isAbsolute(path) { return path }
        let here = "./".utf8
        var bytes = path.utf8[...]
        while bytes.starts(with: here) { bytes = bytes.dropFirst(here.count) }
        let rest = String(Substring(bytes))
        let folder = folder(of: file)
        switch folder {
        case ".": return file.utf8.starts(with: here) ? "./\(rest)" : rest
        case "/": return "/\(rest)"
        default: return "\(folder)/\(rest)"
        }
    }

    /// The path of an entry of a folder, as a person would write it: without `./`.
    package static func joined(_ folder: String, _ name: String) -> String {
        folder == "." ? name : folder.hasSuffix("/") ? folder + name : "\(folder)/\(name)"
    }

    /// Whether a resolved path is below a resolved folder.
    ///
    /// Bytes are compared, as in the system: names that are equal in Swift, such as two spellings of `é`, are different
    /// in the system.
    package static func isBelow(_ path: String, folder: String) -> Bool {
        let prefix = folder == "/" ? "/" : folder + "/"
        return path.utf8.count > prefix.utf8.count && path.utf8.starts(with: prefix.utf8)
    }

    /// The rest of a resolved path below a resolved folder; nil if it is elsewhere.
    package static func relative(_ path: String, below folder: String) -> String? {
        guard isBelow(path, folder: folder) else { return nil }
        return String(decoding: path.utf8.dropFirst(folder == "/" ? 1 : folder.utf8.count + 1), as: UTF8.self)
    }

    /// The relative path from a folder to a file; both are absolute, without `.` and `..`.
    package static func relative(_ path: String, from folder: String) -> String {
        let (names, folders) = (parts(of: path), parts(of: folder))
        let common = zip(names, folders).prefix { $0.utf8.elementsEqual($1.utf8) }.count
        let up = Array(repeating: "..", count: folders.count - common)
        return (up + names[common...]).joined(separator: "/")
    }

    /// The relative path from the folder of another path. If only one of them is absolute, the path is returned
    /// unchanged.
    package static func relative(_ path: String, besides file: String) -> String {
        guard isAbsolute(path) == isAbsolute(file) else { return path }
        // A `..` at the beginning leaves a folder whose name is unknown. No name has a zero.
        let left = (parts(of: path) + parts(of: file)).count { $0 == ".." }
        let start = isAbsolute(path) ? "" : String(repeating: "/\0", count: left)
        return relative(collapsed("\(start)/\(path)"), from: folder(of: collapsed("\(start)/\(file)")))
    }

    /// An absolute path without `.`, `..` and repeated slashes.
    package static func collapsed(_ path: String) -> String {
        var kept: [String] = []
        for part in parts(of: path) where part != "." {
            if part == ".." { _ = kept.popLast() } else { kept.append(part) }
        }
        return "/" + kept.joined(separator: "/")
    }
}
