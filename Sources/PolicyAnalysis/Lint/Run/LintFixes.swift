public import AppLint
public import Diagnostics
import PropertyList

/// The certain fixes of one file, and what the file is with them.
///
/// Edits that overlap can't be made at once: the first one is made, and the file is to be looked at again for the rest.
public struct LintFixes: Sendable {
    /// The path of the file, as findings have it.
    public let path: String
    /// The findings with a fix, in the order in which their checks gave them.
    private let findings: [LintFinding]

    /// The fixes of a run, file by file, in the order of their paths.
    public static func all(of findings: [LintFinding]) -> [LintFixes] {
        let mendable = findings.filter(\.isMendable)
        let groups = Dictionary(grouping: mendable) { $0.diagnostic.places.first?.path ?? "" }
        return groups.sorted { $0.key < $1.key }
            .compactMap { path, findings in
                path.isEmpty ? nil : LintFixes(path: path, findings: findings.sorted { $0.number < $1.number })
            }
    }

    /// The file with as many of the fixes as can be made at once.
    ///
    /// - Parameters:
    ///   - bytes: The file as it is.
    ///   - source: The file as the findings were made from; where it is another one by now, edits of text don't fit.
    /// - Returns: The file afterwards, and the findings that are mended by it; nil if nothing can be done.
    public func applied(to bytes: [UInt8], source: SourceFile?) -> (bytes: [UInt8], fixed: [Diagnostic])? {
        let changes = findings.filter { $0.change != nil }
        if !changes.isEmpty, let result = Self.change(bytes, changes, path: path) { return result }
        guard bytes == source?.bytes else { return nil }
        return Self.edit(bytes, findings.filter { $0.change == nil }.map(\.diagnostic))
    }

    private static func change(
        _ bytes: [UInt8],
        _ findings: [LintFinding],
        path: String
    ) -> (bytes: [UInt8], fixed: [Diagnostic])? {
        guard let document = try? PropertyListReader().read(bytes, path: path) else { return nil }
        var made: [PropertyListChange] = []
        var fixed: [Diagnostic] = []
        var result = bytes
        // All at once, unless one of them doesn't fit: then that one is left out.
        let all = findings.compactMap(\.change)
        if let whole = try? document.applying(all) {
            (result, fixed) = (whole, findings.map(\.diagnostic))
        } else {
            for finding in findings {
                guard let change = finding.change, let next = try? document.applying(made + [change]) else { continue }
                made.append(change)
                fixed.append(finding.diagnostic)
                result = next
            }
        }
        // A change that leaves the file as it is mends nothing, and would be offered again for ever.
        return result == bytes ? nil : (result, fixed)
    }

    private static func edit(_ bytes: [UInt8], _ findings: [Diagnostic]) -> (bytes: [UInt8], fixed: [Diagnostic])? {
        var result: [UInt8] = []
        var fixed: [Diagnostic] = []
        var end = 0
        var last: TextEdit?
        for finding in findings.sorted() {
            guard let edit = finding.fix else { continue }
            let (from, to) = (edit.range.start.offset, edit.range.end.offset)
            if edit == last {
                fixed.append(finding)
                continue
            }
            // Two insertions at one place would depend on their order.
            guard from >= end, from <= to, to <= bytes.count, last == nil || from > end || to > from else { continue }
            result += bytes[end..<from]
            result += Array(edit.replacement.utf8)
            fixed.append(finding)
            (end, last) = (to, edit)
        }
        result += bytes[end...]
        return result == bytes ? nil : (result, fixed)
    }
}

extension LintFinding {
    /// The finding with its change of a property list as an edit of the text, where that is possible: what reports can
    /// show.
    ///
    /// - Parameter source: The file that the finding points into.
    /// - Returns: The finding, with an edit where there is one.
    public func shown(in source: SourceFile?) -> Diagnostic {
        guard let change, let source, diagnostic.fix == nil, source.bytes.count <= Self.largestShown,
            let document = try? PropertyListReader().read(source.bytes, path: source.path),
            case .xml(.utf8) = document.format, let changed = try? document.applying([change]), changed != source.bytes
        else { return diagnostic }
        let old = source.bytes
        let prefix = zip(old, changed).prefix { $0 == $1 }.count
        let most = min(old.count, changed.count) - prefix
        let suffix = zip(old.reversed(), changed.reversed()).prefix(most).prefix { $0 == $1 }.count
        let inserted = changed[prefix..<(changed.count - suffix)]
        // Within a character of several bytes nothing can be replaced.
        guard let text = String(validating: inserted, as: UTF8.self) else { return diagnostic }
        var shown = diagnostic
        shown.fix = TextEdit(range: source.range(prefix..<(old.count - suffix)), replacement: text)
        return shown
    }

    /// Each such finding reads its file again.
    private static var largestShown: Int { 1 << 20 }
}
