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
        Tag.details(.class("path \(AuditCode.evadedRule.severity.rawValue)")) {
            Tag.summary {
                Tag.span(.class("badge")) { AuditCode.evadedRule.severity.badge }
                Tag.span(.class("route")) {
                    "The \(evaded.rule.urlClass.rawValue) rule "
                    Tag.strong { Tag.bdi { evaded.words.shortened(to: 80) } }
                }
                Tag.span(.class("facts")) {
                    "\(Quoted.count(evaded.escapes.count, "way")) around it"
                }
            }
            Tag.div(.class("inside")) {
                Tag.dl {
                    Tag.dt { "Meant" }
                    Tag.dd { line(of: evaded.step, to: evaded.url) }
                    for escape in evaded.escapes {
                        Tag.dt { "Let in" }
                        Tag.dd {
                            line(of: escape.step, to: escape.rewrite.url)
                            Tag.p(.class("meaning")) { "It has \(escape.rewrite.kind.words)." }
                        }
                    }
                    Tag.dt { "Change" }
                    Tag.dd { if let help = evaded.diagnostic.help { HTML.prose("No change was tried: \(help).") } }
                    Tag.dt { "View" }
                    Tag.dd { Tag.bdi { evaded.view.shortened(to: 80) } }
                    Tag.dt { "Rule" }
                    Tag.dd { Tag.bdi(.class("place")) { evaded.rule.location.description.shortened() } }
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
        Tag.details(.class("path \(AuditCode.readerResidual.severity.rawValue)")) {
            Tag.summary {
                Tag.span(.class("badge")) { AuditCode.readerResidual.severity.badge }
                Tag.span(.class("route")) {
                    "Readers go to a place that "
                    Tag.strong { Tag.bdi { residual.words.shortened(to: 80) } }
                    " decides"
                }
                Tag.span(.class("facts")) {
                    "\(Quoted.count(residual.readings.count, "way")) to read it differently"
                }
            }
            Tag.div(.class("inside")) {
                Tag.dl {
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
                    Tag.dt { "Change" }
                    Tag.dd { if let help = residual.diagnostic.help { HTML.prose("No change was tried: \(help).") } }
                    Tag.dt { "View" }
                    Tag.dd { Tag.bdi { residual.view.shortened(to: 80) } }
                    Tag.dt { "Rule" }
                    Tag.dd { Tag.bdi(.class("place")) { residual.location.description.shortened() } }
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
