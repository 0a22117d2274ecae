import Diagnostics
import PolicyFiles

/// Where the files of `demarc init` go: those of the policy into its folder, the CI file into that of the repository.
struct StarterPlace {
    private let folder: String
    /// The folder of the repository; where there is none, the policy's own.
    private let repository: String
    /// The folder of the policy, from that of the repository.
    let pathFromRepository: String

    /// Looks for the repository that a folder is in; the folder need not exist.
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
        // The path that a person would write, where that is as good.
        repository = root == resolved ? folder : root == Self.resolved(".") ? "." : root
        pathFromRepository = root == resolved ? "." : String(resolved.dropFirst(root.count + 1))
    }

    /// The path of a file of the policy.
    func path(of name: String) -> String { Self.join(folder, name) }

    /// The path of a file of the repository.
    func path(inRepository name: String) -> String { Self.join(repository, name) }

    private static func join(_ folder: String, _ name: String) -> String {
        folder == "." ? name : folder.hasSuffix("/") ? folder + name : "\(folder)/\(name)"
    }

    /// The absolute path of a folder, of which the last parts need not exist.
    private static func resolved(_ folder: String) -> String {
        if let path = try? DiskFiles().resolve(folder) { return path }
        let parent = PathText.folder(of: folder)
        guard parent != folder else { return folder }
        let name = folder.split(separator: "/").last.map(String.init) ?? ""
        return join(resolved(parent), name)
    }
}
