import Diagnostics
import PolicyFiles

/// The destinations of the files of `demarc init`: policy files go into the policy's folder, the CI file into the
/// repository.
struct StarterPlace {
    private let folder: String
    /// The folder of the repository; without a repository, the policy's own folder.
    private let repository: String
    /// The folder of the policy, relative to the repository.
    let pathFromRepository: String

    /// Finds the repository that contains a folder; the folder need not exist.
    init(_ folder: String) {
        self.folder = folder
        let resolved = Self.resolved(folder)
        var root = resolved
        while root != "/", FileStatus(path: root + "/.git") == nil { root = PathText.folder(of: root) }
        guard root != "/" else {
            repository = folder
            pathFromRepository = "."
            return
        }
        // Prefers the path that a person would write, if it is equivalent.
        repository = root == resolved ? folder : root == Self.resolved(".") ? "." : root
        pathFromRepository = root == resolved ? "." : PathText.relative(resolved, below: root) ?? "."
    }

    /// The path of a file of the policy.
    func path(of name: String) -> String { PathText.joined(folder, name) }

    /// The path of a file of the repository.
    func path(inRepository name: String) -> String { PathText.joined(repository, name) }

    /// The absolute path of a folder whose last components need not exist.
    static func resolved(_ folder: String) -> String {
        if let path = try? DiskFiles().resolve(folder) { return path }
        let parent = PathText.folder(of: folder)
        guard parent != folder else { return folder }
        let name = PathText.parts(of: folder).last ?? ""
        return PathText.joined(resolved(parent), name)
    }
}
