package import Diagnostics
import DocumentReading
import PolicyModel
import URLMatching

/// A file that a document refers to.
///
/// The extension below opens such files: it resolves their paths, confines them, and reports errors.
struct FileReference {
    /// The path that findings and reasons show.
    var path: String
    /// The canonical absolute path, with links resolved.
    var resolvedPath: String
    /// The place where the document names it.
    var place: DocumentNode.Place
}

extension ReadingContext {
    /// The file that a value names: relative to the file that contains the value, and below the document's folder.
    func reference(_ node: DocumentNode) -> FileReference? {
        guard let name = name(node) else { return nil }
        let path = PathText.resolve(name, besides: file(of: node.place).source.path)
        guard allowsOutside || !PathText.isAbsolute(name) else {
            reportOutside(name, at: node.place)
            return nil
        }
        do throws(FileError) {
            let resolved = try source.resolve(path)
            guard allowsOutside || folder.map({ PathText.isBelow(resolved, folder: $0) }) == true else {
                reportOutside(name, at: node.place)
                return nil
            }
            return FileReference(path: path, resolvedPath: resolved, place: node.place)
        } catch {
            report(error, path: path, at: node.place)
            return nil
        }
    }

    /// The bytes of a file that a document refers to.
    func bytes(of reference: FileReference, limit: Int) -> [UInt8]? {
        do throws(FileError) {
            let folder = allowsOutside ? "/" : folder ?? "/"
            return try source.read(reference.resolvedPath, below: folder, limit: limit)
        } catch {
            report(error, path: reference.path, at: reference.place)
            return nil
        }
    }

    /// Reports that a file could not be read, at the place that names it.
    func report(_ error: FileError, path: String, at place: DocumentNode.Place) {
        let (code, message) = error.finding(path: path)
        report(code, message, at: place)
    }

    /// The maximum size of the next YAML file in bytes.
    var documentLimit: Int { max(0, min(bounds.documentBytes, documentBytesLeft, Int(Int32.max) / 2)) }

    private func reportOutside(_ name: String, at place: DocumentNode.Place) {
        report(
            .outsideFolder,
            "`\(Quoted.word(name))` lies outside the folder of the policy document",
            at: place,
            help: "keep it next to the document, or use --allow-outside"
        )
    }
}

extension FileError {
    /// The code and message for a file that could not be read.
    fileprivate func finding(path: String) -> (FindingCode, String) {
        let path = "`\(Quoted.word(path))`"
        switch self {
        case .missing: return (.fileNotFound, "there is no file \(path)")
        case .isFolder: return (.notAFile, "\(path) is a folder")
        case .notAFile: return (.notAFile, "\(path) is not a plain file")
        case .tooLarge(let limit): return (.fileTooLarge, "\(path) is larger than \(Quoted.size(limit))")
        case .unreadable(let reason): return (.fileUnreadable, "\(path) cannot be read: \(reason)")
        }
    }

    /// The finding for a file that could not be read.
    package static func diagnostic(_ error: FileError, path: String) -> Diagnostic {
        let (code, message) = error.finding(path: path)
        return Diagnostic(code: code.rawValue, message: message, places: [SourceRange(wholeFile: path)])
    }
}
