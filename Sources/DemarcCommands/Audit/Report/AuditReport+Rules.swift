import Diagnostics
import PolicyAnalysis
import PolicyModel

/// The rules that URLs evade: in another notation, or because another reader interprets them differently.
extension AuditReport {
    // MARK: Written in another way

    @HTMLBuilder var escaped: HTML {
        let evaded = audit.evadedRules ?? []
        if !evaded.isEmpty {
            section("escaped", "Rules that are evaded") {
                Tag.p(.class("lead")) {
                    "A server may treat several web addresses as the same although a rule does not. Each address below "
                    "is another way to write one, and the view let it in. Only the owner of the server knows whether "
                    "the two are the same."
                }
                for rule in evaded.prefix(mostCards) { card(of: rule) }
                rest(of: evaded.count, shown: mostCards, "further rules are not shown; the JSON form has every one")
            }
        }
    }

    private func card(of evaded: EvadedRule) -> HTML {
        card(
            .evadedRule,
            facts: "\(Quoted.count(evaded.escapes.count, "way")) around it",
            help: evaded.diagnostic.help,
            view: evaded.view,
            place: evaded.rule.location
        ) {
            "The \(evaded.rule.urlClass.rawValue) rule "
            Tag.strong { Tag.bdi { evaded.words.shortened(to: 80) } }
        } ways: {
            Tag.dt { "Meant" }
            Tag.dd { line(of: evaded.step, to: evaded.url) }
            for escape in evaded.escapes {
                Tag.dt { "Let in" }
                Tag.dd {
                    line(of: escape.step, to: escape.rewrite.url)
                    Tag.p(.class("meaning")) { "It has \(escape.rewrite.kind.words)." }
                }
            }
        }
    }

    // MARK: Read in another way

    @HTMLBuilder var misread: HTML {
        let residuals = audit.consensus?.residuals ?? []
        if !residuals.isEmpty {
            section("misread", "Web addresses that others read differently") {
                Tag.p(.class("lead")) {
                    "The program that fetches a web address may go to a different place from the one that was decided "
                    "on. The decision on each address below differs from the decision on the place that the program "
                    "goes to."
                }
                for residual in residuals.prefix(mostCards) { card(of: residual) }
                rest(of: residuals.count, shown: mostCards, "further rules are not shown; the JSON form has every one")
            }
        }
    }

    private func card(of residual: ReaderResidual) -> HTML {
        card(
            .readerResidual,
            facts: "\(Quoted.count(residual.readings.count, "way")) to read it differently",
            help: residual.diagnostic.help,
            view: residual.view,
            place: residual.location
        ) {
            "Readers go to a place that "
            Tag.strong { Tag.bdi { residual.words.shortened(to: 80) } }
            " decides"
        } ways: {
            for reading in residual.readings.prefix(Limit.names) {
                Tag.dt { "Decided" }
                Tag.dd { line(of: reading.step, to: reading.text) }
                Tag.dt { "Goes to" }
                Tag.dd {
                    line(of: reading.otherStep, to: reading.destination)
                    Tag.p(.class("meaning")) {
                        "That is how \(reading.reader.words) reads it (\(reading.template))."
                    }
                }
            }
            if residual.readings.count > Limit.names {
                Tag.dt { "Also" }
                Tag.dd { "\(residual.readings.count - Limit.names) more; the JSON form has every one." }
            }
        }
    }

    // MARK: Both

    /// What is wrong with a rule.
    ///
    /// - Parameters:
    ///   - code: What is wrong.
    ///   - facts: The number of ways to evade it.
    ///   - help: What to do, for which no change was tried.
    ///   - view: The view whose answers show it.
    ///   - place: Where the rule is written.
    ///   - route: The sentence that names the rule.
    ///   - ways: The rows about each way to evade it.
    /// - Returns: The card.
    private func card(
        _ code: AuditCode,
        facts: String,
        help: String?,
        view: String,
        place: SourceLocation,
        @HTMLBuilder route: () -> HTML,
        @HTMLBuilder ways: () -> HTML
    ) -> HTML {
        Tag.details(.class("path \(code.severity.rawValue)")) {
            Tag.summary {
                Tag.span(.class("badge")) { code.severity.badge }
                Tag.span(.class("route")) { route() }
                Tag.span(.class("facts")) { facts }
            }
            Tag.div(.class("inside")) {
                Tag.dl {
                    ways()
                    Tag.dt { "Change" }
                    Tag.dd { if let help { HTML.prose("No change was tried: \(help).") } }
                    Tag.dt { "View" }
                    Tag.dd { Tag.bdi { view.shortened(to: 80) } }
                    Tag.dt { "Rule" }
                    Tag.dd { Tag.bdi(.class("place")) { place.description.shortened() } }
                }
            }
        }
    }

    private func line(of step: FlowStep, to url: String) -> HTML {
        Tag.p {
            Tag.code { url.shortened() }
            " "
            Tag.span(.class("verdict")) { step.outcome }
        }
    }
}
