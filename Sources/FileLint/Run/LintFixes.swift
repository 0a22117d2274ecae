package import AppLint
import ByteText
package import Diagnostics
import PropertyList

/// The certain fixes of one file, and the file with these fixes applied.
///
/// Edits that overlap cannot be applied together: the first edit is applied, and the file must be checked again for the
/// rest.
package struct LintFixes: Sendable {
    /// The path of the file, as in findings.
    package let path: String
    /// The findings with a fix, in the order in which their checks reported them.
    private let findings: [LintFinding]

    /// The fixes of a run, one value for each file, ordered by path.
    package static func all(of findings: [LintFinding]) -> [LintFixes] {
        let fixable = findings.filter(\.isFixable)
        let groups = Dictionary(grouping: fixable) { $0.diagnostic.places.first?.path ?? "" }
        return groups.sorted(on: { $0.key })
            .compactMap { path, findings in
                path.isEmpty ? nil : LintFixes(path: path, findings: findings.sorted(on: \.number))
            }
    }

    /// The file with as many of the fixes as can be applied together.
    ///
    /// - Parameters:
    ///   - bytes: The current file.
    ///   - source: The file that the findings are about. If the file has changed since, text edits don't apply.
    /// - Returns: The changed file, and the findings that it fixes; nil if nothing can be fixed.
    package func applied(to bytes: [UInt8], source: SourceFile?) -> (bytes: [UInt8], fixed: [Diagnostic])? {
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
        // Applies all changes together. If one of them doesn't apply, it is left out.
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
        // A change that leaves the file unchanged fixes nothing, and would be offered forever.
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
            // The result of two insertions at one position would depend on their order.
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
