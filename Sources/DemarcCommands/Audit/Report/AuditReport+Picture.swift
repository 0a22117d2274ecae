import Diagnostics
import PolicyAnalysis

/// A diagram of the leaks: where data is, what it passes through, and where it ends. The table next to it has the same
/// content in words.
extension AuditReport {
    /// The columns of the picture, from left to right.
    private enum Column: Int, CaseIterable {
        case source, between, sink
    }

    private struct Node: Hashable {
        var column: Column
        var words: String
    }

    private struct Line: Hashable {
        var from: Node
        var to: Node
    }

    /// The contents of the diagram: nodes in order, and lines with the highest severity of the paths along them.
    private struct Drawing {
        var nodes: [Node] = []
        var lines: [(line: Line, severity: Diagnostic.Severity)] = []
        /// The number of paths that would have needed more nodes.
        var left = 0

        init(_ paths: [LeakPath]) {
            for path in paths {
                let ends =
                    [Node(column: .source, words: path.source.words)]
                    + path.through.map { Node(column: .between, words: $0.words) }
                    + [Node(column: .sink, words: path.sink.words)]
                let new = Set(ends).subtracting(nodes)
                guard nodes.count + new.count <= Limit.nodes else {
                    left += 1
                    continue
                }
                for node in ends where !nodes.contains(node) { nodes.append(node) }
                for (from, to) in zip(ends, ends.dropFirst()) { draw(Line(from: from, to: to), path.severity) }
                if path.through.isEmpty { drawOthers(of: path) }
            }
        }

        /// Paths are sorted by importance, so the first path that uses a line determines its appearance.
        private mutating func draw(_ line: Line, _ severity: Diagnostic.Severity) {
            if !lines.contains(where: { $0.line == line }) { lines.append((line, severity)) }
        }

        /// Adds the same way from other sources, as far as there is room for them.
        private mutating func drawOthers(of path: LeakPath) {
            let sink = Node(column: .sink, words: path.sink.words)
            for (source, code) in path.reachedFrom where path.alsoFrom.contains(source) && code != .granted {
                let node = Node(column: .source, words: source.words)
                if !nodes.contains(node) {
                    guard nodes.count < Limit.nodes else { continue }
                    nodes.append(node)
                }
                draw(Line(from: node, to: sink), code.severity)
            }
        }
    }

    private enum Measure {
        static let width = 240
        static let height = 34
        static let gap = 10
        static let distance = 90
        static let letters = 30
    }

    @HTMLBuilder var picture: HTML {
        if !leaks.isEmpty {
            let drawing = Drawing(leaks)
            section("picture", "The ways out, as a diagram") {
                Tag.p(.class("lead")) {
                    "Solid lines are errors; dashed lines are open by default, or lead to an app whose policy is not "
                    "known. What written settings allow, and what is accepted, is not drawn."
                }
                Tag.div(.class("scroll"), .role("region"), .labelled(by: "picture-title"), .focusable) {
                    svg(of: drawing)
                }
                if drawing.left > 0 {
                    Tag.p(.class("rest")) {
                        "\(drawing.left) further paths are not drawn: the picture has at most \(Limit.nodes) boxes."
                    }
                }
            }
        }
    }

    private func svg(of drawing: Drawing) -> HTML {
        let hasBetween = drawing.nodes.contains { $0.column == .between }
        let columns = Column.allCases.filter { $0 != .between || hasBetween }
        var places: [Node: (x: Int, y: Int)] = [:]
        var rows = 0
        // Nodes that data passes through are placed below the rest, so that no other line seems to pass through them.
        let ends = Column.allCases.filter { $0 != .between }.map { column in drawing.nodes.count { $0.column == column }
        }
        for (position, column) in columns.enumerated() {
            let nodes = drawing.nodes.filter { $0.column == column }
            let first = column == .between ? ends.max() ?? 0 : 0
            for (row, node) in nodes.enumerated() {
                let row = first + row
                places[node] = (
                    position * (Measure.width + Measure.distance) + 1, row * (Measure.height + Measure.gap) + 1
                )
            }
            rows = max(rows, first + nodes.count)
        }
        let width = columns.count * (Measure.width + Measure.distance) - Measure.distance + 2
        let height = rows * (Measure.height + Measure.gap) - Measure.gap + 2
        let count = drawing.lines.count
        return Tag.svg(
            .shape(.viewBox, "0 0 \(width) \(height)"),
            .shape(.width, String(width)),
            .shape(.height, String(height)),
            .role("img"),
            .label("\(Quoted.count(count, "line")) from organization data to where it can leave; see the table")
        ) {
            Tag.g(.class("lines")) {
                for (line, severity) in drawing.lines {
                    if let from = places[line.from], let to = places[line.to] {
                        Tag.path(.class(severity.rawValue), .shape(.d, Self.curve(from, to)))
                    }
                }
            }
            for node in drawing.nodes {
                if let place = places[node] { Self.box(node, place) }
            }
        }
    }

    private static func curve(_ from: (x: Int, y: Int), _ to: (x: Int, y: Int)) -> String {
        let (start, end) = (from.x + Measure.width, to.x)
        let (above, below) = (from.y + Measure.height / 2, to.y + Measure.height / 2)
        // A line between two accounts in the same column bends out to the right and back.
        guard start < end else {
            let out = start + Measure.distance / 2
            return "M\(start) \(above)C\(out) \(above) \(out) \(below) \(start) \(below)"
        }
        let middle = (start + end) / 2
        return "M\(start) \(above)C\(middle) \(above) \(middle) \(below) \(end) \(below)"
    }

    private static func box(_ node: Node, _ place: (x: Int, y: Int)) -> HTML {
        Tag.g(.class(node.column == .sink ? "sink" : "kept")) {
            Tag.rect(
                .shape(.x, String(place.x)),
                .shape(.y, String(place.y)),
                .shape(.width, String(Measure.width)),
                .shape(.height, String(Measure.height)),
                .shape(.rx, "6")
            )
            Tag.text(.shape(.x, String(place.x + 12)), .shape(.y, String(place.y + 22))) {
                node.words.shortened(to: Measure.letters)
            }
        }
    }
}
