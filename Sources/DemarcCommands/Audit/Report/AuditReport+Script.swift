import Diagnostics
import PolicyAnalysis
import PolicyModel

/// The elements used by the script of a report; hidden without a script.
extension AuditReport {
    /// The controls above the list of paths.
    @HTMLBuilder var tools: HTML {
        Tag.form(.class("tools"), .id("path-tools"), .hidden) {
            Tag.fieldset {
                Tag.legend { "Show" }
                for (value, words) in [
                    ("error", "errors"), ("warning", "warnings"), ("note", "allowed"), ("accepted", "accepted"),
                ] {
                    Tag.label {
                        Tag.input(.type("checkbox"), .value(value), .checked)
                        words
                    }
                }
            }
            Tag.div {
                Tag.label(.for("path-text")) { "Containing" }
                Tag.input(.type("search"), .id("path-text"))
            }
            Tag.div {
                Tag.label(.for("path-order")) { "Sorted by" }
                Tag.select(.id("path-order")) {
                    for (value, words) in [
                        ("rank", "what matters most"), ("effort", "least effort"), ("to", "where it ends"),
                        ("from", "where it begins"),
                    ] {
                        Tag.option(.value(value)) { words }
                    }
                }
            }
            Tag.output(.id("path-count"), .class("facts"), .live("polite"))
        }
    }

    /// A panel in which a reader changes settings and immediately sees which paths close and open.
    @HTMLBuilder var whatIfPanel: HTML {
        switch whatIf {
        case .success:
            section("what-if", "What if", .hidden) {
                Tag.p(.class("lead")) {
                    "Choose other values and see what closes and what opens. The answers come from the engine, and "
                    "were recorded when this page was made. A setting that is not offered stays as it is."
                }
                Tag.div(.class("result")) {
                    Tag.output(.id("what-if-result"), .live("polite"))
                    Tag.button(.type("button"), .id("what-if-reset")) { "Undo all" }
                }
                Tag.div(.id("what-if-lists"))
                Tag.div(.id("what-if-choices"))
            }
            if let data = whatIfData { HTML.data(id: "what-if-data", json: data) }
        case .failure(.nothingToChange): HTML.group([])
        case .failure(.tooManyQuestions):
            Tag.p(.class("rest")) { "The document is too large for trying other settings on this page." }
        case .failure(.dependsOnMore):
            Tag.p(.class("rest")) {
                "Other settings cannot be tried on this page: some answers depend on more than its settings."
            }
        }
    }

    /// The tables of the engine's answers.
    private var whatIfData: String? {
        guard case .success(let whatIf) = whatIf,
            case .object(let members) = whatIf.form({ VisibleText.of($0.shortened()) })
        else { return nil }
        let paths = JSONForm.Member("paths", .list(audit.paths.map { .string($0.id) }))
        return JSONForm.object(members + [paths]).text
    }
}
