import ByteText
import Diagnostics
import DocumentReading
import PolicyFiles
import Synchronization

/// The files of a revision of a git repository, in place of those on disk: a policy document and everything that it
/// names, in their state at that revision.
///
/// Paths begin with the revision, as in `origin/main:/policies/policy.yaml`, so that a line of the revision is not
/// mistaken for a line of the file on disk. Symbolic links are followed within the repository. Content that is stored
/// elsewhere – in a submodule, in LFS, outside the repository – is not part of the revision, and is refused.
final class GitRevision: FileSource {
    /// The prefix of paths of the revision.
    let prefix: String
    /// The folder of the repository on disk, as an absolute path without links.
    private let root: String
    /// The object id of its root folder, in hexadecimal.
    private let tree: String
    /// The folders that have been read, by object id.
    private let folders = Mutex<[String: [String: Entry]]>([:])

    /// An entry of a folder.
    private struct Entry {
        var kind: Kind
        var number: String

        enum Kind { case file, folder, link, submodule }
    }

    /// The maximum number of symbolic links in one path, as on the system.
    private static let mostLinks = 40

    /// Finds a revision in the repository that contains a file.
    ///
    /// - Parameters:
    ///   - revision: The revision, in the notation of `git`.
    ///   - path: A file of the repository, which need not exist any more.
    /// - Throws: ``CommandError`` if there is no `git`, no repository or no such revision.
    init(_ revision: String, besides path: String) throws {
        let shown = VisibleText.of(revision)
        // A leading dash would make it an option of `git`, and `..` would make it a range.
        guard !revision.isEmpty, revision.utf8.first != UInt8(ascii: "-"), !revision.utf8.contains(where: { $0 < 0x20 })
        else {
            throw CommandError.usage("--git: `\(shown)` is not a revision")
        }
        let folder = Self.existingFolder(of: path)
        let found = try GitProcess(["-C", folder, "rev-parse", "--show-toplevel"])
        guard found.isSuccess, let top = Self.line(of: found), let root = try? DiskFiles().resolve(top) else {
            let reason = found.complaint.isEmpty ? "" : ": \(VisibleText.of(found.complaint))"
            throw CommandError.usage("--git: `\(VisibleText.of(path))` is not in a git repository\(reason)")
        }
        // All that follows `:/` is the text of a search, so the commit must be found before its folder is asked for.
        let isSearch = revision.utf8.starts(with: ":/".utf8)
        let commit = try isSearch ? Self.number(of: revision, in: root) : revision
        guard let commit, let tree = try Self.number(of: commit + "^{tree}", in: root) else {
            let depth = try GitProcess(["-C", root, "rev-parse", "--is-shallow-repository"])
            let isShallow = Self.line(of: depth) == "true"
            let hint = isShallow ? "; the checkout is shallow, and does not have every revision" : ""
            throw CommandError.usage("--git: there is no revision `\(shown)` in `\(VisibleText.of(root))`\(hint)")
        }
        self.root = root
        self.tree = tree
        prefix = revision + ":"
    }

    /// The path in the revision of a file that is at a path on disk now.
    ///
    /// - Throws: ``CommandError`` if it is not in the repository.
    func path(of file: String) throws(CommandError) -> String {
        let names = PathText.parts(of: Self.absolute(file))
        // The path to the repository may contain symbolic links; below it, the contents of the revision apply.
        for count in 0...names.count {
            let above = "/" + names.prefix(count).joined(separator: "/")
            guard let resolved = try? DiskFiles().resolve(above) else { break }
            if resolved == root { return prefix + "/" + names.dropFirst(count).joined(separator: "/") }
        }
        throw .usage("--git: `\(VisibleText.of(file))` is not in the repository `\(VisibleText.of(root))`")
    }

    // MARK: Files

    func read(_ path: String, limit: Int, plainOnly: Bool) throws(FileError) -> [UInt8] {
        let names = try found(path)
        guard let entry = try entry(at: names) else { throw .missing }
        switch entry.kind {
        case .folder: throw .isFolder
        case .link: throw .unreadable("its symbolic links form a loop")
        case .submodule: throw .unreadable("it is a submodule, which is another repository")
        case .file: break
        }
        let size = try git(["cat-file", "-s", entry.number], limit: 64)
        guard let count = Int(String(decoding: size.prefix { $0 != 0x0A }, as: UTF8.self)) else {
            throw .unreadable("`git` does not report its size")
        }
        guard count <= limit else { throw .tooLarge(limit: limit) }
        let bytes = try git(["cat-file", "blob", entry.number], limit: count)
        guard bytes.count == count else { throw .unreadable("`git` returned only a part of it") }
        guard !bytes.starts(with: "version https://git-lfs.github.com/spec/".utf8) else {
            throw .unreadable("git LFS keeps it outside the repository")
        }
        return bytes
    }

    /// The absolute path that the file would have in a checkout of the revision.
    func resolve(_ path: String) throws(FileError) -> String {
        let names: [String]
        do throws(FileError) { names = try found(path) } catch {
            // A path that leads elsewhere is still resolved; confinement reports what is wrong with it.
            guard case .unreadable = error, pathInRevision(path) == nil else { throw error }
            return PathText.collapsed(path)
        }
        guard try entry(at: names) != nil else { throw .missing }
        return PathText.collapsed(root + "/" + names.joined(separator: "/"))
    }

    /// The path components of a file, after following symbolic links.
    private func found(_ path: String) throws(FileError) -> [String] {
        var rest: [String] = try relative(path).reversed()
        var names: [String] = []
        var links = 0
        while let name = rest.popLast() {
            if name == "." { continue }
            guard name != ".." else {
                guard names.popLast() != nil else { throw Self.outside }
                continue
            }
            names.append(name)
            guard let entry = try entry(at: names), entry.kind == .link else { continue }
            links += 1
            guard links <= Self.mostLinks else { throw .unreadable("its symbolic links form a loop") }
            let target = String(decoding: try git(["cat-file", "blob", entry.number], limit: 1 << 16), as: UTF8.self)
            names.removeLast()
            let isAbsolute = PathText.isAbsolute(target)
            if isAbsolute { names = [] }
            rest += try (isAbsolute ? relative(target) : PathText.parts(of: target)).reversed()
        }
        return names
    }

    /// The components of a path below the root of the repository.
    private func relative(_ path: String) throws(FileError) -> [String] {
        if let rest = pathInRevision(path) { return PathText.parts(of: rest) }
        if path == root { return [] }
        guard let rest = PathText.relative(path, below: root) else { throw Self.outside }
        return PathText.parts(of: rest)
    }

    /// The rest of a path of the revision, after its prefix; nil for a path on disk.
    private func pathInRevision(_ path: String) -> Substring? {
        path.utf8.starts(with: prefix.utf8) ? Substring(path.utf8.dropFirst(prefix.utf8.count)) : nil
    }

    private static let outside = FileError.unreadable("it is outside the repository, so the revision does not have it")

    /// The entry at a path; nil if there is none.
    private func entry(at names: [String]) throws(FileError) -> Entry? {
        var entry = Entry(kind: .folder, number: tree)
        for name in names {
            guard entry.kind == .folder, let next = try entries(of: entry.number)[name] else { return nil }
            entry = next
        }
        return entry
    }

    private func entries(of folder: String) throws(FileError) -> [String: Entry] {
        if let known = folders.withLock({ $0[folder] }) { return known }
        let lines = try git(["ls-tree", "-z", "--full-tree", folder], limit: 64 << 20)
        var entries: [String: Entry] = [:]
        for line in lines.split(separator: 0) {
            let text = String(decoding: line, as: UTF8.self)
            // Mode, type and object id separated by blanks, a tab, and the name.
            let parts = text.split(separator: "\t", maxSplits: 1)
            let facts = parts.first?.split(separator: " ") ?? []
            guard parts.count == 2, facts.count == 3, Self.isNumber(String(facts[2])) else { continue }
            let kind: Entry.Kind =
                switch facts[0] {
                case "040000": .folder
                case "120000": .link
                case "160000": .submodule
                default: .file
                }
            entries[String(parts[1])] = Entry(kind: kind, number: String(facts[2]))
        }
        folders.withLock { $0[folder] = entries }
        return entries
    }

    // MARK: git

    private func git(_ arguments: [String], limit: Int) throws(FileError) -> [UInt8] {
        do {
            let process = try GitProcess(["-C", root] + arguments, limit: limit)
            guard process.isSuccess else { throw FileError.unreadable("git: \(process.complaint)") }
            return process.output
        } catch let error as FileError {
            throw error
        } catch {
            throw .unreadable((error as? CommandError)?.message ?? "`git` cannot be run")
        }
    }

    /// The object id for a name in the notation of `git`; nil if there is no such object.
    private static func number(of name: String, in root: String) throws -> String? {
        let found = try GitProcess(["-C", root, "rev-parse", "--quiet", "--verify", name])
        guard found.isSuccess, let number = line(of: found), isNumber(number) else { return nil }
        return number
    }

    /// The only line of the output; a path that ends with a line feed would not be a single line.
    private static func line(of process: GitProcess) -> String? {
        let text = String(decoding: process.output, as: UTF8.self)
        guard text.utf8.last == UInt8(ascii: "\n") else { return nil }
        return String(text.unicodeScalars.dropLast())
    }

    /// Whether a text is an object id: SHA-1 or SHA-256, in hexadecimal.
    private static func isNumber(_ text: String) -> Bool {
        [40, 64].contains(text.utf8.count) && text.utf8.allSatisfy(\.isLowercaseHexadecimalDigit)
    }

    private static func absolute(_ path: String) -> String {
        if PathText.isAbsolute(path) { return PathText.collapsed(path) }
        return PathText.collapsed(((try? DiskFiles().resolve(".")) ?? "") + "/" + path)
    }

    /// The folder of a file, or the nearest folder above it that exists.
    private static func existingFolder(of path: String) -> String {
        var folder = PathText.folder(of: absolute(path))
        while folder != "/", (try? DiskFiles().resolve(folder)) == nil { folder = PathText.folder(of: folder) }
        return folder
    }
}
