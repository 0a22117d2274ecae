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
    ///
    /// - Parameters:
    ///   - node: The value.
    ///   - hasDocument: Whether the document is known. If it is not, a file outside ``folder`` may be in the document's
    ///     folder; it is not read either, but only a note says so.
    /// - Returns: The file; nil if it must not be read or does not exist, which has been reported.
    func reference(_ node: DocumentNode, hasDocument: Bool = true) -> FileReference? {
        guard let name = name(node) else { return nil }
        let path = PathText.resolve(name, besides: file(of: node.place).source.path)
        guard allowsOutside || !PathText.isAbsolute(name) else {
            report(
                .outsideFolder,
                "`\(Quoted.word(name))` is an absolute path",
                at: node.place,
                help: "write a path relative to this file, or use --allow-outside"
            )
            return nil
        }
        do throws(FileError) {
            let resolved = try source.resolve(path)
            guard allowsOutside || folder.map({ PathText.isBelow(resolved, folder: $0) }) == true else {
                reportOutside(name, at: node.place, hasDocument: hasDocument)
                return nil
            }
            return FileReference(path: shortened(path), resolvedPath: resolved, place: node.place)
        } catch {
            report(error, path: path, at: node.place)
            return nil
        }
    }

    /// A path without folders that a `..` leaves again: others know `lists/l.txt` by that name, and not as
    /// `rules/../lists/l.txt`. If such a folder is a symbolic link, `..` leads elsewhere, and the path stays as it is.
    private func shortened(_ path: String) -> String {
        var kept: [String] = []
        let parts = PathText.parts(of: path)
        for part in parts {
            if part == "..", let last = kept.last, last != "..", last != "." {
                kept.removeLast()
            } else {
                kept.append(part)
            }
        }
        guard kept.count < parts.count else { return path }
        let short = (PathText.isAbsolute(path) ? "/" : "") + kept.joined(separator: "/")
        guard let folder = try? source.resolve(PathText.folder(of: short)),
            folder == (try? source.resolve(PathText.folder(of: path)))
        else { return path }
        return short
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

    private func reportOutside(_ name: String, at place: DocumentNode.Place, hasDocument: Bool) {
        guard hasDocument else {
            report(
                .outsideFolder,
                "`\(Quoted.word(name))` lies outside the folder of the rule file, which is therefore not checked",
                at: place,
                severity: .note,
                help: "check the policy document that includes it too, or use --allow-outside"
            )
            return
        }
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
