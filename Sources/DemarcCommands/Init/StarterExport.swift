import Diagnostics
import PolicyFiles
import PolicyModel

/// The Graph export that a policy document begins with.
struct StarterExport {
    /// The path that the policy document has for it, from its own folder.
    let path: String
    let bytes: [UInt8]
    /// Whether the export is outside the folder, and a copy goes into it.
    let isCopied: Bool
    /// The policy's display name, where the file has several policies.
    let displayName: String?

    /// Reads an export and chooses the policy.
    ///
    /// - Parameters:
    ///   - file: The export.
    ///   - displayName: Which of several policies is meant; nil for the only one.
    ///   - folder: The folder of the policy document, which need not exist.
    /// - Throws: ``CommandError`` where the file cannot be read or does not say which policy is meant.
    init(_ file: String, displayName: String?, below folder: String) throws(CommandError) {
        let limit = ReadingBounds().documentBytes
        do throws(FileError) {
            bytes = try DiskFiles().read(file, limit: limit, plainOnly: false)
        } catch {
            throw .unreadable(FileError.diagnostic(error, path: file).message)
        }
        let loaded = LooseFileReader().graph(bytes: bytes, path: file)
        guard let policies = loaded.content else {
            Console.note(loaded.diagnostics, sources: loaded.sources)
            throw .unreadable("`\(VisibleText.of(file))` has no policy that can be used")
        }
        self.displayName = try Self.choose(displayName, among: policies, in: file)
        let resolved = (try? DiskFiles().resolve(file)) ?? file
        if let root = try? DiskFiles().resolve(folder), PathText.isBelow(resolved, folder: root) {
            path = String(resolved.dropFirst(root == "/" ? 1 : root.count + 1))
            isCopied = false
        } else {
            path = file.split(separator: "/").last.map(String.init) ?? "export.json"
            isCopied = true
        }
    }

    /// The name that the policy document must give; nil where the file has one policy.
    private static func choose(
        _ name: String?,
        among policies: [AppProtectionPolicy],
        in file: String
    ) throws(CommandError) -> String? {
        let names = policies.map { $0.displayName ?? $0.name }
        guard let name else {
            guard policies.count > 1 else { return nil }
            throw .usage(
                "`\(VisibleText.of(file))` has \(policies.count) policies: \(Quoted.names(names)); "
                    + "choose one with --display-name"
            )
        }
        guard names.contains(name) else {
            throw .usage(
                "`\(VisibleText.of(file))` has no policy `\(Quoted.shown(name))`\(Quoted.hint(name, names)): "
                    + "it has \(Quoted.names(names))"
            )
        }
        return name
    }
}
