import Diagnostics
import PolicyFiles

/// The configuration files of lint: for each folder the nearest file, in the folder itself or above it.
struct LintConfigurations {
    private let files: any FileSource
    /// The configurations by resolved folder; nil if neither the folder nor any folder above it has one.
    private var byFolder: [String: LintConfiguration?] = [:]
    private var new: [LintConfigurationReader.Result] = []
    private(set) var all: [LintConfiguration] = []

    /// The maximum size of a configuration file, which typically has a few lines.
    private static let largestFile = 1 << 20

    /// The resolved folder that displayed paths are relative to.
    private let base: String
    /// The resolved paths that are checked, among them every folder that is checked as a whole.
    private let roots: [String]

    /// Creates the configurations of some files.
    ///
    /// - Parameters:
    ///   - files: Where files are read from.
    ///   - roots: The resolved paths that are checked. A link in a folder leads to no file outside of it.
    init(files: any FileSource, roots: [String]) {
        self.files = files
        self.roots = roots
        base = (try? files.resolve(".")) ?? ""
    }

    /// The configuration that applies to a file.
    mutating func configuration(forResolved path: String) -> LintConfiguration? {
        guard PathText.isAbsolute(path) else { return nil }
        return configuration(inFolder: PathText.folder(of: path))
    }

    /// Returns what was read since the previous call.
    mutating func takeNew() -> [LintConfigurationReader.Result] {
        defer { new = [] }
        return new
    }

    private mutating func configuration(inFolder folder: String) -> LintConfiguration? {
        if let known = byFolder[folder] { return known }
        let found = read(in: folder) ?? (folder == "/" ? nil : configuration(inFolder: PathText.folder(of: folder)))
        byFolder[folder] = .some(found)
        return found
    }

    private mutating func read(in folder: String) -> LintConfiguration? {
        let resolved = (folder == "/" ? "" : folder) + "/" + LintConfiguration.fileName
        let prefix = base.hasSuffix("/") ? base : base + "/"
        let path = resolved.hasPrefix(prefix) ? String(resolved.dropFirst(prefix.count)) : resolved
        do throws(FileError) {
            let bytes = try read(resolved, in: folder)
            let result = LintConfigurationReader().load(bytes: bytes, path: path, folder: folder)
            new.append(result)
            all.append(result.configuration)
            return result.configuration
        } catch {
            if case .missing = error { return nil }
            // The contents of an unreadable file are unknown: it still applies to its folder, as an empty
            // configuration.
            let nothing = LintConfiguration(path: path, folder: folder)
            let finding = FileError.diagnostic(error, path: path)
            new.append(LintConfigurationReader.Result(configuration: nothing, diagnostics: [finding], sources: []))
            return nothing
        }
    }

    /// The bytes of a configuration file, which may be a link to a file below its folder or below one that is checked.
    private func read(_ path: String, in folder: String) throws(FileError) -> [UInt8] {
        let target = try files.resolve(path)
        guard let root = ([folder] + roots).first(where: { PathText.isBelow(target, folder: $0) }) else {
            throw .unreadable("it is a symbolic link that leads out of the folder")
        }
        return try files.read(target, below: root, limit: Self.largestFile)
    }
}
