import Diagnostics
import Glibc

/// A file, pipe or terminal that lines are read from. It is closed after its last use.
struct InputFile: ~Copyable {
    /// Why a file cannot be read.
    struct Failure: Error {
        /// The path and the reason.
        let message: String
    }

    let descriptor: Int32
    /// Its size in bytes; nil if it is only known at the end.
    let size: Int?
    /// Whether reading it can block indefinitely.
    let canWait: Bool
    private let isOwned: Bool

    init(standardInput: Void) {
        self.init(STDIN_FILENO, isOwned: false)
    }

    init(path: String) throws(Failure) {
        guard !path.utf8.contains(0) else { throw Failure(message: "`\(VisibleText.of(path))`: no such file") }
        // SAFETY: the path is passed as a NUL-terminated string for the call.
        let descriptor = unsafe Glibc.open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY)
        guard descriptor >= 0 else {
            let error = errno
            let hint = error == ENOENT ? NearbyFile.hint(for: path) : ""
            throw Failure(message: "`\(VisibleText.of(path))`: \(Console.description(of: error))\(hint)")
        }
        self.init(descriptor, isOwned: true)
    }

    private init(_ descriptor: Int32, isOwned: Bool) {
        self.descriptor = descriptor
        self.isOwned = isOwned
        let status = FileStatus(of: descriptor)
        size = status.flatMap { $0.isPlain ? $0.size : nil }
        canWait = status?.isPlain != true
    }

    deinit {
        if isOwned { _ = close(descriptor) }
    }
}

/// Suggests the file that was probably meant by a path that does not exist.
enum NearbyFile {
    /// The extensions of files that commands read. A missing extension is more than a typing error.
    private static let endings = [".yaml", ".yml", ".json", ".txt", ".plist"]

    /// `` , did you mean `policy.yaml`?``, or an empty string.
    static func hint(for path: String) -> String {
        guard let meant = nearest(to: path) else { return "" }
        return ", did you mean `\(VisibleText.of(meant))`?"
    }

    /// The file in the same folder with the most similar name; nil if none is similar.
    private static func nearest(to path: String) -> String? {
        let slash = path.lastIndex(of: "/")
        let folder = slash.map { String(path[...$0]) } ?? ""
        let name = String(slash.map { path[path.index(after: $0)...] } ?? path[...])
        guard let names = FolderEntries.names(in: folder.isEmpty ? "." : folder) else { return nil }
        let completed = endings.map { name + $0 }.first { names.contains($0) }
        return (completed ?? NearMiss.suggestion(for: name, among: names)).map { folder + $0 }
    }
}
