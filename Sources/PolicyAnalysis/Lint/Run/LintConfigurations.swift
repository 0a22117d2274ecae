import Diagnostics
import PolicyFiles

/// The configuration files of lint: of each folder the nearest one, its own or one above it.
struct LintConfigurations {
    private let files: any FileSource
    /// By resolved folder; nil if neither it nor any above it has one.
    private var byFolder: [String: LintConfiguration?] = [:]
    private var new: [LintConfigurationReader.Result] = []
    private(set) var all: [LintConfiguration] = []

    /// A configuration has a few lines.
    private static let largestFile = 1 << 20

    /// The resolved folder that paths are shown relative to.
    private let base: String

    init(files: any FileSource) {
        self.files = files
        base = (try? files.resolve(".")) ?? ""
    }

    /// The configuration that holds for a file.
    mutating func configuration(forResolved path: String) -> LintConfiguration? {
        guard path.hasPrefix("/") else { return nil }
        return configuration(inFolder: PathText.folder(of: path))
    }

    /// What was read since the last time this was asked.
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
            let bytes = try files.read(resolved, below: folder, limit: Self.largestFile)
            let result = LintConfigurationReader().load(bytes: bytes, path: path, folder: folder)
            new.append(result)
            all.append(result.configuration)
            return result.configuration
        } catch {
            if case .missing = error { return nil }
            // One that can't be read might have said anything: it stands, and says nothing.
            let nothing = LintConfiguration(path: path, folder: folder)
            let finding = FileError.diagnostic(error, path: path)
            new.append(LintConfigurationReader.Result(configuration: nothing, diagnostics: [finding], sources: []))
            return nothing
        }
    }
}
