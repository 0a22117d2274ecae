import Diagnostics
import PolicyAnalysis
import PolicyFiles
import PolicyModel

/// An audit as text for people: a card for each path, the changes to make first, and the basis of the audit.
struct AuditText {
    private let audit: PolicyAudit
    private let page: Page

    init(_ audit: PolicyAudit, on page: Page) {
        self.audit = audit
        self.page = page
    }

    var text: String {
        let cards = audit.paths.map { card(of: $0) }
        return (cards + evaded + residuals + [chokePoints, readers, claim]).filter { !$0.isEmpty }.joined(
            separator: "\n"
        )
    }

    private func card(of path: LeakPath) -> String {
        let title = "\(path.code.rawValue) \(path.severity.rawValue)"
        var head = "\(title)  \(path.leakWords)  "
        head += "(\(path.effort.words) · \(path.capacity.words) · \(path.shortID))"
        if let acceptance = path.acceptance { head += " accepted until \(acceptance.until)" }
        var text = page.painted(page.block(head, hanging: 4), title, path.severity.color)
        for (number, step) in path.steps.enumerated() { text += line(of: step, number + 1) }
        if path.steps.isEmpty { text += page.block("from \(VisibleText.of(path.source.words))", indent: 2, hanging: 4) }
        for gate in path.gates { text += page.block("opened by \(words(of: gate))", indent: 2, hanging: 4) }
        if path.views.count > 1 { text += page.block("in the views \(list(path.views))", indent: 2, hanging: 4) }
        if !path.alsoFrom.isEmpty {
            text += page.block("also from \(list(path.alsoFrom.map(\.words)))", indent: 2, hanging: 4)
        }
        if !path.alsoTo.isEmpty {
            text += page.block("also to \(list(path.alsoTo.map(\.words)))", indent: 2, hanging: 4)
        }
        for fix in path.fixes.prefix(1) { text += page.block("close: \(words(of: fix))", indent: 2, hanging: 4) }
        if !path.untried.isEmpty {
            let gates = list(path.untried.map(\.fullName))
            text += page.block("close: no change of \(gates) was tried", indent: 2, hanging: 4)
        }
        return text
    }

    /// A card for each evaded rule.
    private var evaded: [String] {
        (audit.evadedRules ?? []).map { evaded in
            let code = AuditCode.evadedRule
            let title = "\(code.rawValue) \(code.severity.rawValue)"
            let place = evaded.rule.location.description
            let rule = "\(evaded.rule.urlClass.rawValue) rule \(VisibleText.of(evaded.words))"
            let head = "\(title)  the \(rule) is evaded (\(place))"
            var text = page.painted(page.block(head, hanging: 4), title, code.severity.color)
            text += line(of: evaded.step, 1)
            for (number, escape) in evaded.escapes.enumerated() {
                text += line(of: escape.step, number + 2)
                text += page.block("by \(escape.rewrite.kind.words)", indent: 4, hanging: 6)
            }
            return text
        }
    }

    /// The maximum number of readings of a rule that are shown.
    private static let mostReadings = 6

    /// A card for each rule that decides a URL as a reader reads it, but not the URL as written.
    private var residuals: [String] {
        (audit.consensus?.residuals ?? []).map { residual in
            let code = AuditCode.readerResidual
            let title = "\(code.rawValue) \(code.severity.rawValue)"
            let place = residual.location.description
            let head = "\(title)  readers go to a place that \(VisibleText.of(residual.words)) decides (\(place))"
            var text = page.painted(page.block(head, hanging: 4), title, code.severity.color)
            var number = 0
            for reading in residual.readings.prefix(Self.mostReadings) {
                text += line(of: reading.step, number + 1)
                text += page.block(
                    "\(reading.reader.rawValue) goes elsewhere (\(reading.template))",
                    indent: 4,
                    hanging: 6
                )
                text += line(of: reading.otherStep, number + 2)
                number += 2
            }
            let more = residual.readings.count - Self.mostReadings
            if more > 0 { text += page.block("and \(more) more; all are in --format json", indent: 2, hanging: 4) }
            return text
        }
    }

    /// A summary of the results of the URL readers.
    private var readers: String {
        guard let consensus = audit.consensus else { return "" }
        var text = "\(consensus.textCount) texts read by \(Quoted.count(consensus.readers.count, "reader")): "
        text += "\(consensus.rejectedCount) differing verdicts rejected with the text, "
        text += "\(consensus.repairedCount) repaired by the canonical form, "
        text += "\(consensus.residuals.reduce(0) { $0 + $1.readings.count }) left."
        switch consensus.passedOverCount {
        case 0: break
        case 1: text += " 1 rule was skipped."
        case let others: text += " \(others) rules were skipped."
        }
        return page.block(text, hanging: 2)
    }

    private func line(of step: FlowStep, _ number: Int) -> String {
        let world = step.request.world.otherApp == nil ? "" : "in \(VisibleText.of(step.request.world.name)), "
        let question = VisibleText.of(step.request.words)
        let reason = (step.deciding ?? step.reasons.first)?.code.rawValue ?? ""
        return page.block("\(number) \(world)\(question)  \(step.outcome)  \(reason)", indent: 2, hanging: 6)
    }

    private func words(of gate: FlowGate) -> String {
        VisibleText.of(gate.placedWords)
    }

    private func words(of fix: LeakPath.Fix) -> String {
        let opened = fix.openWords.map { ", \(VisibleText.of($0))" } ?? ""
        return "\(VisibleText.of(fix.fullName)): \(VisibleText.of(fix.value)) "
            + "(verified: closes \(Quoted.count(fix.closes.count, "path"))\(opened))"
    }

    private func list(_ names: [String]) -> String { Quoted.first(6, of: names.lazy.map { VisibleText.of($0) }) }

    /// The maximum number of changes that are shown.
    private static let mostChanges = 8

    private var chokePoints: String {
        var text = ""
        if !audit.chokePoints.isEmpty {
            let shown = audit.chokePoints.prefix(Self.mostChanges)
            text += "Change first:\n" + shown.map { page.block(words(of: $0), indent: 2, hanging: 4) }.joined()
            let more = audit.chokePoints.count - shown.count
            if more > 0 { text += page.block("and \(more) more; all are in --format json", indent: 2, hanging: 4) }
        }
        if let words = audit.untriedWords { text += page.block(words, hanging: 2) }
        return text
    }

    private var claim: String {
        var text = page.block(audit.claim, hanging: 2)
        text += page.block("Assumes: " + audit.assumptions.joined(separator: " "), indent: 2, hanging: 4)
        text += page.block("Not covered: " + audit.notCovered.joined(separator: " "), indent: 2, hanging: 4)
        text += acceptances
        if audit.refusedCount > 0 {
            text += page.block(
                "\(audit.refusedCount) were found but not confirmed by a second engine; please report this.",
                indent: 2,
                hanging: 4
            )
        }
        return text
    }

    /// The accepted paths, the acceptances that have expired or do not suffice, and those that are no longer needed.
    private var acceptances: String {
        var text = audit.acceptances(on: Clock.today).map { page.block($0, indent: 2, hanging: 4) } ?? ""
        for entry in audit.expired {
            text += page.block(VisibleText.of(entry.diagnostic.message), indent: 2, hanging: 4)
        }
        for entry in audit.exceeded { text += page.block(entry.exceededWords, indent: 2, hanging: 4) }
        for entry in audit.stale {
            text += page.block("accepted, but gone: \(entry.path.prefix(6))", indent: 2, hanging: 4)
        }
        return text
    }
}

extension Diagnostic.Severity {
    /// The color of the title of a card.
    fileprivate var color: TextColor {
        switch self {
        case .error: .red
        case .warning: .yellow
        case .note: .faint
        }
    }
}
