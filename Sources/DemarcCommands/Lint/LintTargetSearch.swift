import ByteText
import Diagnostics
import FileLint
import LintChecks
import PolicyAnalysis
import PolicyFiles
import PolicyModel
import URLMatching

/// Finds the files that lint must check.
struct LintTargetSearch {
    /// The targets to check.
    let targets: [LintTarget]
    /// The source that reads them.
    let files: ReadOnceFiles
    /// Named paths that could not be read, or that are of no kind that lint knows.
    let failures: [Diagnostic]
    /// The number of files to check.
    let fileCount: Int
    /// Files that were found in folders and are not checked.
    let passedOver: PassedOverFiles

    private typealias Found = (files: [(path: String, kind: LintFileKind)], lists: [String])

    /// Finds the targets at some paths. A file that several paths lead to is checked once.
    ///
    /// - Parameters:
    ///   - paths: Files and folders.
    ///   - listFormat: The format of named files that are of no known kind; nil rejects such files.
    ///   - isStrict: Whether a skipped file that is nearly a document is an error.
    init(_ paths: [String], listFormat: ListFormat?, isStrict: Bool = false) {
        var walk = FolderWalk()
        walk.staysInside = true
        var found: Found = ([], [])
        var met: [(path: String, isNamed: Bool)] = []
        let dump = paths.contains("-") ? Self.dumpOfStandardInput(&walk) : nil
        for path in paths where path != "-" { walk.visit(path) { _, path, isNamed in met.append((path, isNamed)) } }
        files = ReadOnceFiles(dump?.files(besides: walk.found) ?? walk.found)
        var passedOver = PassedOverFiles(DocumentKind.allCases, isStrict: isStrict)
        for (path, isNamed) in met {
            Self.look(at: path, isNamed: isNamed, takesLists: listFormat != nil, files, &walk, &found, &passedOver)
        }
        self.passedOver = passedOver
        fileCount = found.files.count + found.lists.count + (dump?.paths.count ?? 0)
        failures = walk.failures
        let lists = listFormat.map { format in found.lists.map { LintTarget.list($0, format) } } ?? []
        targets = LintTarget.targets(of: found.files) + lists + (dump.map { [.nginx($0.paths)] } ?? [])
    }

    /// The output of `nginx -T` on standard input; nil if the input is something else.
    private static func dumpOfStandardInput(_ walk: inout FolderWalk) -> NginxDump? {
        do throws(FileError) {
            let bytes = try DiskFiles().readStandardInput(limit: ReadingBounds().allDocumentBytes)
            if let dump = NginxDump(bytes) { return dump }
            let isUTF16 = ByteOrderMark.utf16IsBigEndian(in: bytes.span) != nil
            let problem = isUTF16 ? "UTF-16; save it as UTF-8" : "not what `nginx -T` prints"
            walk.fail(InputFile.standardInputName, problem)
        } catch {
            walk.fail(InputFile.standardInputName, error)
        }
        return nil
    }

    private static func look(
        at path: String,
        isNamed: Bool,
        takesLists: Bool,
        _ files: ReadOnceFiles,
        _ walk: inout FolderWalk,
        _ found: inout Found,
        _ passedOver: inout PassedOverFiles
    ) {
        let name = String(path.split(separator: "/").last ?? "")
        let isKnown = LintFileKind.extensions.contains { name.lowercased().hasSuffix("." + $0) }
        guard isNamed || isKnown else { return }
        do throws(FileError) {
            let limit = isNamed ? EntryList.fileByteLimit : ReadingBounds().allDocumentBytes
            let bytes = try files.read(path, limit: limit, plainOnly: !isNamed)
            guard walk.isNew(path) else { return }
            // A file is treated as a list only if its name does not indicate another kind.
            if takesLists, isNamed, !isKnown {
                found.lists.append(path)
            } else if let kind = LintFileKind(of: bytes, name: name, isNamed: isNamed) {
                found.files.append((path, kind))
            } else if isNamed, CompiledFileMark.begins(bytes) {
                walk.fail(path, "this is a compiled policy; \(CompiledFileMark.help)")
            } else if isNamed {
                let hint =
                    name.hasSuffix(".conf")
                    ? "for nginx, run `nginx -T | demarc lint -`" : "for a list, give its format with --list-format"
                walk.fail(path, "not a kind of file that lint checks; \(hint)")
            } else {
                passedOver.add(path, bytes)
            }
        } catch {
            switch error {
            case .unreadable: walk.fail(path, error)
            // A file of a folder has disappeared, or is not something to look for.
            case .missing, .isFolder, .notAFile, .tooLarge: if isNamed { walk.fail(path, error) }
            }
        }
    }
}
