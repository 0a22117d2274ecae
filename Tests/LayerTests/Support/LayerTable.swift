import Foundation

/// The imports that each target may have, from the table in CONTRIBUTING.md.
struct LayerTable {
    /// One row of the table, for one target.
    struct Row: Equatable {
        let target: String
        /// The targets that the row names; the target may also import whatever those may import.
        let imports: Set<String>
        /// Modules of other packages and of the system. Only the rows that name them may import them.
        let outside: Set<String>
    }

    let rows: [Row]

    /// Reads the first table of a Markdown text whose header starts with `| target |`.
    init(markdown: String) {
        let lines = markdown.split(separator: "\n", omittingEmptySubsequences: false)
        let body = lines.drop { !$0.hasPrefix("| target |") }.dropFirst(2).prefix { $0.hasPrefix("|") }
        rows = body.flatMap { line -> [Row] in
            let cells = line.split(separator: "|", omittingEmptySubsequences: false).dropFirst().map {
                Set($0.matches(of: /`([A-Za-z_]\w*)`/).map { String($0.output.1) })
            }
            guard cells.count >= 4 else { return [] }
            return cells[0].sorted().map { Row(target: $0, imports: cells[2], outside: cells[3]) }
        }
    }

    init(rows: [Row]) { self.rows = rows }

    func row(_ target: String) -> Row? { rows.first { $0.target == target } }

    /// The targets that `target` may import: those of its row, and what those may import.
    ///
    /// C modules are the exception: only the rows that name a C module may import it, so that unsafe interfaces have
    /// one user.
    func importable(from target: String) -> Set<String> {
        var result: Set<String> = []
        var pending = Array(row(target)?.imports ?? [])
        let direct = Set(pending)
        while let next = pending.popLast() {
            if Self.isCModule(next), !direct.contains(next) { continue }
            guard result.insert(next).inserted else { continue }
            pending += row(next)?.imports ?? []
        }
        return result
    }

    /// Whether a module is one of our C modules: their names start with a capital C and another capital letter.
    static func isCModule(_ name: String) -> Bool {
        name.count > 1 && name.hasPrefix("C") && name.dropFirst().first?.isUppercase == true
    }
}
