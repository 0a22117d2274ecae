import Diagnostics
import PolicyAnalysis
import PolicyFiles
import URLMatching

/// Finds what the command line means lint to look at.
struct LintTargetSearch {
    /// What there is to look at.
    let targets: [LintTarget]
    /// What reads them.
    let files: ReadOnceFiles
    /// What could not be read, or is nothing that lint knows although it was named.
    let failures: [Diagnostic]
    /// How many files there are to look at.
    let fileCount: Int
    /// What was found in folders and is not looked at.
    let passedOver: PassedOverFiles

    /// Folders of other people's files.
    private static let skippedNames: Set = ["node_modules", "Pods", "DerivedData"]

    private typealias Found = (files: [(path: String, kind: LintFileKind)], lists: [String])

    /// Finds the targets behind some paths; a file behind several of them is looked at once.
    ///
    /// - Parameters:
    ///   - paths: Files and folders.
    ///   - listFormat: What the lines of files are that are named and nothing else; nil refuses such files.
    ///   - isStrict: Whether a file is an error that is passed over although it nearly is a document.
    init(_ paths: [String], listFormat: ListFormat?, isStrict: Bool = false) {
        var walk = FolderWalk()
        walk.skippedNames = Self.skippedNames
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

    /// What `nginx -T` has printed to standard input; nil where it has not.
    private static func dumpOfStandardInput(_ walk: inout FolderWalk) -> NginxDump? {
        do throws(FileError) {
            let bytes = try DiskFiles().readStandardInput(limit: ReadingBounds().allDocumentBytes)
            if let dump = NginxDump(bytes) { return dump }
            walk.fail("standard input", "not what `nginx -T` prints")
        } catch {
            walk.fail("standard input", FileError.diagnostic(error, path: "standard input").message)
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
            // A list is asked for only where the name says nothing else.
            if takesLists, isNamed, !isKnown {
                found.lists.append(path)
            } else if let kind = LintFileKind(of: bytes, name: name, isNamed: isNamed) {
                found.files.append((path, kind))
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
            case .unreadable(let reason): walk.fail(path, reason)
            case .missing where isNamed: walk.fail(path, "no such file\(NearbyFile.hint(for: path))")
            case .tooLarge where isNamed: walk.fail(path, "too large")
            case .isFolder where isNamed, .notAFile where isNamed: walk.fail(path, "not a plain file")
            // Gone by now, or nothing that is looked for in a folder.
            case .missing, .isFolder, .notAFile, .tooLarge: break
            }
        }
    }
}
