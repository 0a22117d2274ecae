import Diagnostics
import PolicyFiles
import PolicyModel

/// The Graph export that a new policy document uses.
struct StarterExport {
    /// Its path in the policy document, relative to the folder of the document.
    let path: String
    let bytes: [UInt8]
    /// Whether the export is outside the folder and is copied into it.
    let isCopied: Bool
    /// The display name of the policy, if the file has several policies.
    let displayName: String?

    /// Reads an export and selects the policy.
    ///
    /// - Parameters:
    ///   - file: The export.
    ///   - displayName: Which of several policies to use; nil for the only one.
    ///   - folder: The folder of the policy document, which need not exist.
    /// - Throws: ``CommandError`` if the file cannot be read or the choice of the policy is ambiguous.
    init(_ file: String, displayName: String?, below folder: String) throws(CommandError) {
        let limit = ReadingBounds().documentBytes
        do throws(FileError) {
            bytes = try DiskFiles().read(file, limit: limit, plainOnly: false)
        } catch {
            throw .unreadable(file, error)
        }
        let loaded = LooseFileReader().graph(bytes: bytes, path: file)
        guard let policies = loaded.content else {
            Console.note(loaded.diagnostics, sources: loaded.sources)
            throw .unreadable("`\(VisibleText.of(file))` has no policy that can be used")
        }
        self.displayName = try Self.choose(displayName, among: policies, in: SourceFile(path: file, bytes: bytes))
        let resolved = (try? DiskFiles().resolve(file)) ?? file
        if let root = try? DiskFiles().resolve(folder), let rest = PathText.relative(resolved, below: root) {
            path = rest
            isCopied = false
        } else {
            path = PathText.parts(of: file).last ?? "export.json"
            isCopied = true
        }
    }

    /// The name or id that the policy document must specify; nil if the file has one policy.
    private static func choose(
        _ name: String?,
        among policies: [AppProtectionPolicy],
        in file: SourceFile
    ) throws(CommandError) -> String? {
        guard name != nil || policies.count > 1 else { return nil }
        let names = policies.map { $0.displayName ?? $0.name }
        // The reader of exports also knows ids.
        var reader = PolicyDocumentReader()
        reader.displayName = name
        let problem = reader.load(bytes: file.bytes, path: file.path).diagnostics
            .first { ["several-policies", "unknown-name"].contains($0.code) }
        guard let name else {
            let listed = Set(names).count < names.count ? problem?.message : nil
            let path = VisibleText.of(file.path)
            throw .usage(
                (listed ?? "`\(path)` has \(policies.count) policies: \(Quoted.names(names))")
                    + "; choose one with --display-name"
            )
        }
        guard let problem else { return name }
        if problem.code == "unknown-name", Set(names).count == names.count {
            throw .usage(
                "`\(VisibleText.of(file.path))` has no policy `\(Quoted.shown(name))`\(Quoted.hint(name, names)): "
                    + "it has \(Quoted.names(names))"
            )
        }
        throw .usage(problem.message + (problem.help.map { "; \($0)" } ?? ""))
    }
}
