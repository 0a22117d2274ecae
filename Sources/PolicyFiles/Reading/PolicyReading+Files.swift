import Diagnostics
import PolicyModel
import URLMatching

/// Opening files: paths that documents hold, their confinement, and what goes wrong.
extension PolicyReading {
    /// A file that a document refers to.
    struct Reference {
        /// The path that findings and reasons show.
        var path: String
        /// The one absolute path, links resolved.
        var resolvedPath: String
        /// Where the document names it.
        var place: YAMLNode.Place
    }

    /// The file that a value names: relative to the file the value stands in, and below the document's folder.
    func reference(_ node: YAMLNode) -> Reference? {
        guard let name = name(node) else { return nil }
        let path = PathText.resolve(name, besides: file(of: node.place).source.path)
        guard allowsOutside || !name.hasPrefix("/") else {
            reportOutside(name, at: node.place)
            return nil
        }
        do throws(FileError) {
            let resolved = try source.resolve(path)
            guard allowsOutside || folder.map({ PathText.isBelow(resolved, folder: $0) }) == true else {
                reportOutside(name, at: node.place)
                return nil
            }
            return Reference(path: path, resolvedPath: resolved, place: node.place)
        } catch {
            let (code, message) = Self.explain(error, path: path)
            report(code, message, at: node.place)
            return nil
        }
    }

    /// The bytes of a file that a document refers to.
    func bytes(of reference: Reference, limit: Int) -> [UInt8]? {
        do throws(FileError) {
            let folder = allowsOutside ? "/" : folder ?? "/"
            return try source.read(reference.resolvedPath, below: folder, limit: limit)
        } catch {
            let (code, message) = Self.explain(error, path: reference.path)
            report(code, message, at: reference.place)
            return nil
        }
    }

    /// Opens the text of a YAML file and reads its root.
    func open(_ bytes: [UInt8], path: String, resolvedPath: String) -> YAMLNode? {
        documentBytesLeft -= bytes.count
        return YAMLComposer.root(
            of: open(SourceFile(path: path, bytes: bytes), resolvedPath: resolvedPath),
            in: self
        )
    }

    /// How many bytes the next YAML file may have.
    var documentLimit: Int { max(0, min(bounds.documentBytes, documentBytesLeft, Int(Int32.max) / 2)) }

    /// What to say of a file that could not be read.
    static func explain(_ error: FileError, path: String) -> (FindingCode, String) {
        let path = "`\(Quoted.word(path))`"
        switch error {
        case .missing: return (.fileNotFound, "there is no file \(path)")
        case .isFolder: return (.notAFile, "\(path) is a folder")
        case .notAFile: return (.notAFile, "\(path) is no plain file")
        case .tooLarge(let limit): return (.fileTooLarge, "\(path) is larger than \(Quoted.size(limit))")
        case .unreadable(let reason): return (.fileUnreadable, "\(path) can't be read: \(reason)")
        }
    }

    private func reportOutside(_ name: String, at place: YAMLNode.Place) {
        report(
            .outsideFolder,
            "`\(Quoted.word(name))` lies outside the folder of the policy document",
            at: place,
            help: "keep it beside the document, or use --allow-outside"
        )
    }
}
