import Diagnostics
import PolicyAnalysis
import PolicyModel
import RuleRegions

/// The table of flows, and the table of web addresses.
extension AuditReport {
    /// The result for data flowing from one source to one kind of destination.
    private struct Cell {
        var words: String
        var style: String
        /// The path with the details; nil if there is none.
        var path: LeakPath?
    }

    private struct Place: Hashable {
        var origin: PolicyAudit.Origin
        var sink: FlowSink.Class
    }

    @HTMLBuilder var matrix: HTML {
        if !audit.origins.isEmpty {
            section("where", "Where data can go") {
                Tag.p(.class("lead")) {
                    "One column for each place with organization data; accounts under one policy share a column. "
                    audit.isExact ? "“Closed” means that no way was found." : "“None found” is not proof: see the end."
                }
                Tag.div(.class("scroll"), .role("region"), .labelled(by: "where-title"), .focusable) {
                    Tag.table(.class("flows")) { flows }
                }
                rest(of: audit.origins.count, shown: Limit.origins, "further sources are not shown")
            }
        }
    }

    @HTMLBuilder private var flows: HTML {
        let shown = audit.origins.prefix(Limit.origins)
        let found = found()
        let named = audit.organizations.count > 1
        Tag.thead {
            Tag.tr {
                Tag.th(.scope(.col)) { "To" }
                for origin in shown {
                    Tag.th(.scope(.col)) {
                        if named { Tag.bdi { "\(origin.organization.shortened(to: 40)): " } }
                        Tag.bdi { "from \(origin.source.words.shortened(to: 60))" }
                    }
                }
            }
        }
        Tag.tbody {
            // Without the assumption, the audit does not cover the network.
            for sink in FlowSink.Class.all + (audit.assuming.contains(.cleartext) ? [.network] : []) {
                Tag.tr {
                    Tag.th(.scope(.row)) { sink.words }
                    for origin in shown { cell(found[Place(origin: origin, sink: sink)]) }
                }
            }
        }
    }

    private func cell(_ cell: Cell?) -> HTML {
        guard let cell else { return Tag.td(.class("closed")) { audit.isExact ? "closed" : "none found" } }
        return Tag.td(.class(cell.style)) {
            if let path = cell.path {
                Tag.a(.link(to: path.anchor)) { cell.words }
            } else {
                cell.words
            }
        }
    }

    /// The most important result for each source and kind of destination.
    private func found() -> [Place: Cell] {
        var cells: [Place: Cell] = [:]
        var ranks: [Place: Int] = [:]
        let accepted = AuditCode.granted.rank + 1
        for (position, path) in audit.paths.enumerated() {
            for (source, code) in path.reachedFrom {
                let origin = PolicyAudit.Origin(organization: path.organization, source: source)
                let place = Place(origin: origin, sink: path.sink.sinkClass)
                let rank = path.acceptance == nil ? code.rank : accepted
                guard rank < ranks[place] ?? .max else { continue }
                ranks[place] = rank
                cells[place] = Cell(
                    words: path.acceptance == nil ? code.cellWords : "accepted",
                    style: path.acceptance == nil ? code.severity.rawValue : "accepted",
                    path: position < mostCards ? path : nil
                )
            }
        }
        return cells
    }

    // MARK: Web addresses

    @HTMLBuilder var cells: HTML {
        if !audit.urlCells.isEmpty {
            section("urls", "Web addresses") {
                Tag.p(.class("lead")) {
                    "One address for each kind of site that the rules of a view distinguish. The rules were evaluated "
                    "for each of them."
                }
                Tag.div(.class("scroll"), .role("region"), .labelled(by: "urls-title"), .focusable) {
                    Tag.table {
                        Tag.thead {
                            Tag.tr {
                                for title in ["Rule set", "Web address", "The rules say", "Owner", "Views"] {
                                    Tag.th(.scope(.col)) { title }
                                }
                            }
                        }
                        Tag.tbody { for cell in audit.urlCells.prefix(Limit.cells) { row(of: cell) } }
                    }
                }
                rest(of: audit.urlCells.count, shown: Limit.cells, "further addresses are not shown")
            }
        }
    }

    private func row(of cell: URLCell) -> HTML {
        Tag.tr(.class(cell.isMislabelled ? "error" : "closed")) {
            Tag.th(.scope(.row)) { Tag.bdi { cell.ruleSet.shortened(to: 80) } }
            Tag.td(.class("address")) { Tag.code { cell.url.shortened() } }
            Tag.td {
                cell.urlClass.rawValue
                if let rule = cell.rule {
                    " (rule "
                    Tag.code { rule.shortened(to: 80) }
                    ")"
                } else {
                    " (default)"
                }
            }
            Tag.td {
                switch cell.keeper {
                case .organization: "the organization’s"
                case .somebodyElse: cell.isMislabelled ? "somebody else’s, and trusted" : "somebody else’s"
                }
            }
            Tag.td {
                Tag.bdi { Quoted.first(6, of: cell.views.map { $0.shortened(to: 40) }) }
            }
        }
    }
}
