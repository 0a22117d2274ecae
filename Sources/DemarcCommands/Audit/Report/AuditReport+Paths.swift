import AppLint
import Diagnostics
import PolicyAnalysis
import PolicyFiles
import PolicyModel

/// All paths, the most important first.
extension AuditReport {
    /// Cards of errors are initially open, up to this number.
    private static let mostOpen = 3

    @HTMLBuilder var paths: HTML {
        if !audit.paths.isEmpty {
            section("paths", "Every path") {
                Tag.p(.class("lead")) {
                    "What matters most comes first, then what takes the least effort. A path stands for all that differ only "
                    "in where they begin or end."
                }
                tools
                Tag.div(.id("path-list")) {
                    for (position, path) in audit.paths.prefix(mostCards).enumerated() {
                        card(of: path, isOpen: position < Self.mostOpen && path.severity == .error)
                    }
                }
                rest(
                    of: audit.paths.count,
                    shown: mostCards,
                    "further paths are not shown; the JSON form of the audit has every one"
                )
            }
        }
    }

    private func card(of path: LeakPath, isOpen: Bool) -> HTML {
        let style = path.acceptance == nil ? path.severity.rawValue : "accepted"
        var attributes: [HTML.Attribute] = [
            .class("path \(style)"), .data("path", path.id), .data("severity", style),
            .data("effort", String(path.effort.weight)), .data("from", path.source.words),
            .data("to", path.sink.words),
        ]
        if isOpen { attributes.append(.open) }
        return Tag.details(attributes) {
            Tag.summary {
                Tag.span(.class("badge")) { path.acceptance == nil ? path.severity.badge : "Accepted" }
                Tag.span(.class("route")) {
                    Tag.bdi { path.source.words.shortened(to: 80) }
                    " → "
                    Tag.strong { Tag.bdi { HTML.prose(path.sink.words.shortened(to: 80)) } }
                }
                Tag.span(.class("facts")) { "\(path.effort.words) · \(path.capacity.words)" }
            }
            // A browser opens the card when a link targets an element inside it.
            Tag.div(.class("inside"), .id(path.anchor)) { inside(path) }
        }
    }

    @HTMLBuilder private func inside(_ path: LeakPath) -> HTML {
        Tag.dl {
            Tag.dt { "Why" }
            Tag.dd {
                Tag.p {
                    Tag.code { path.code.rawValue }
                    HTML.prose(" \(path.code.explanation.title).")
                }
                for gate in path.gates.prefix(Limit.names) {
                    Tag.p {
                        gate.reason
                        if !gate.meaning.isEmpty { Tag.span(.class("meaning")) { HTML.prose(" \(gate.meaning)") } }
                    }
                }
                if path.gates.isEmpty { Tag.p { "Nothing in the policy stands in the way." } }
            }
            Tag.dt { "Change" }
            Tag.dd { change(path) }
            if !path.steps.isEmpty {
                Tag.dt { "Steps" }
                Tag.dd {
                    Tag.ol(.class("steps")) { for step in path.steps.prefix(Limit.steps) { line(of: step) } }
                }
            }
            if !path.alsoFrom.isEmpty {
                Tag.dt { "Also from" }
                Tag.dd { list(path.alsoFrom.map(\.words)) }
            }
            if !path.alsoTo.isEmpty {
                Tag.dt { "Also to" }
                Tag.dd { list(path.alsoTo.map(\.words)) }
            }
            if !path.views.isEmpty {
                Tag.dt { "Views" }
                Tag.dd { list(path.views) }
            }
            if let acceptance = path.acceptance {
                Tag.dt { "Accepted" }
                Tag.dd {
                    "Until \(acceptance.until)"
                    if !acceptance.owner.isEmpty {
                        " by "
                        Tag.bdi { acceptance.owner.shortened() }
                    }
                    acceptance.isBulk ? ", in bulk: " : ": "
                    Tag.bdi { acceptance.reason.shortened() }
                }
            }
            Tag.dt { "Path" }
            Tag.dd { Tag.code(.class("id")) { path.id } }
        }
    }

    @HTMLBuilder private func change(_ path: LeakPath) -> HTML {
        if let fix = path.fixes.first {
            Tag.p {
                Tag.strong { fix.words }
                ". Tried on a copy: closes \(fix.closes.count == 1 ? "this path" : "\(fix.closes.count) paths")."
                if let words = fix.openWords { HTML.prose(" But it \(words.shortened()).") }
            }
        } else if !path.untried.isEmpty {
            Tag.p {
                "No change of "
                list(path.untried.map(\.fullName))
                " was tried."
            }
        } else if path.code == .granted {
            Tag.p { "Nothing, if this is intended. No single stricter value was tried, or none closes it." }
        } else {
            Tag.p { "No single change that closes it was found among those that were tried." }
        }
    }

    private func line(of step: FlowStep) -> HTML {
        let reason = step.deciding ?? step.reasons.first
        return Tag.li {
            if step.request.world.name != "this app" { "In \(step.request.world.name.shortened(to: 80)): " }
            Tag.bdi { step.request.words.shortened() }
            " "
            Tag.span(.class("verdict")) { step.outcome }
            if let reason { Tag.span(.class("meaning")) { " \(reason.message.shortened())" } }
        }
    }

    private func list(_ names: [String]) -> HTML {
        let rest = names.count - Limit.names
        var parts: [HTML] = []
        for (position, name) in names.prefix(Limit.names).enumerated() {
            if position > 0 { parts.append(.text(", ")) }
            parts.append(Tag.bdi { HTML.prose(name.shortened(to: 80)) })
        }
        if rest > 0 { parts.append(.text(" and \(rest) more")) }
        return .group(parts)
    }
}
