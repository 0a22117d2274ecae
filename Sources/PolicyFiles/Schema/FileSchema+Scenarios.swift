import DocumentReading
import PolicyModel

/// The schema of scenario files. Anywhere in a scenario, a variable of its matrix can replace a value.
extension FileSchema {
    static let scenarioFile = object(DocumentKeys.scenarioFile, required: ["demarc-test"]) { key in
        switch key {
        case "demarc-test": .described(.constant(1), "The version of the format.")
        case "policy":
            .described(.definition("policy"), "The policy document that is tested, and what to change in it.")
        case "defaults": object(DocumentKeys.defaults) { _ in .definition("given") }
        case "claims": .described(.array(.definition("claim")), "What must hold for the policy as a whole.")
        default: .array(.definition("scenario"))
        }
    }

    static let scenarioDefinitions: Definitions = [
        ("scenario", scenario),
        ("claim", claim),
        ("flow", flow),
        ("step", object(DocumentKeys.step, required: ["when", "then"], part).allowingVariables),
        ("policy", testedPolicy.allowingVariables),
        ("given", object(DocumentKeys.given, given).allowingVariables),
        ("when", when.allowingVariables),
        ("then", then.allowingVariables),
        ("variable", .variable),
        ("matchers", object(DocumentKeys.matchers, matcher)),
        ("pattern", pattern),
        ("list", list),
    ]

    private static let when = JSONSchema.object(Question.Kind.allCases.map { ($0.rawValue, question($0)) })

    private static let then = JSONSchema.object(Answer.Part.allCases.map { ($0.expectationName, expectation($0)) })

    private static let scenario = object(DocumentKeys.scenario, required: ["name"]) { key in
        switch key {
        case "name": .described(.text, "The scenario's name, unique in the file.")
        case "policy": .described(.definition("policy"), "Another policy, or changes to the file's policy.")
        case "steps":
            .described(
                .array(.definition("step")).allowingVariables,
                "Requests that follow one another in one life cycle."
            )
        case "matrix":
            .described(
                .named(.array(.anything)),
                "Variables with their values; the scenario runs once for each combination."
            )
        default: part(key)
        }
    }

    /// The keys that scenarios and steps share.
    private static func part(_ key: String) -> JSONSchema {
        switch key {
        case "given": .described(.definition("given"), "What holds before something is asked.")
        case "when": .described(.definition("when"), "The question that is asked.")
        default: .described(.definition("then"), "The parts of the answer that are checked.")
        }
    }

    private static let testedPolicy = JSONSchema.anyOf([
        .text,
        object(DocumentKeys.scenarioPolicy) { key in
            key != "policies" ? .text : .named(object(DocumentKeys.settings, patchedSetting))
        },
    ])

    private static func patchedSetting(_ key: String) -> JSONSchema {
        PolicySetting(rawValue: key).map(\.schema) ?? .text
    }

    private static func given(_ key: String) -> JSONSchema {
        switch key {
        case "user": .described(.oneOrMany(.text), "Who acts; several accounts mean a window that shows them all.")
        case "process": .described(.text, "The identity of the process.")
        case "task": .described(.text, "The identity of the task.")
        case "app": .described(.text, "This app's own id.")
        case "installed": .described(.array(.text), "The apps that are installed.")
        case "mdmEnrolled": .described(.boolean, "Whether the device is enrolled in device management.")
        case "window": .described(.text, "The window that requests come from.")
        case "now": .described(.text, "What time it is, such as `2026-11-23T12:00:00Z`.")
        case "device": .described(facts(LaunchFact.ofDevice), "What is known of the device.")
        case "access": .described(facts(LaunchFact.ofAccess), "What is known of the access of the account.")
        default: .described(.named(givenView), "Views to change or to attach, by id.")
        }
    }

    private static let givenView = object(DocumentKeys.givenView) { key in
        switch key {
        case "policy": .choice(WebViewPolicy.allCases.map(\.rawValue))
        case "page":
            .anyOf([.choice(["external", "internal"]), object(DocumentKeys.loadedPage) { _ in .text }])
        default: .text
        }
    }

    private static let place = JSONSchema.anyOf([
        .text,
        object(DocumentKeys.framePlace, required: DocumentKeys.framePlace) { key in
            key == "frame" ? .choice(["external"]) : .text
        },
    ])

    /// The schema of a question; claims write a URL differently from scenarios.
    static func question(_ kind: Question.Kind, url: JSONSchema = .text) -> JSONSchema {
        let fields = kind.fields.map { ($0.field.rawValue, $0.field == .url ? url : schema(of: $0.form)) }
        let mapping = JSONSchema.object(fields)
        guard let short = kind.shortRule else { return mapping }
        return .anyOf(schema(of: short.form).alternatives + [mapping])
    }

    /// Facts by name, and the list of inapplicable facts. A fact that is null is unknown.
    private static func facts(_ facts: [LaunchFact]) -> JSONSchema {
        .object(
            facts.map { ($0.rawValue, schema(of: $0).allowingNull) }
                + [(DocumentKeys.inapplicable, JSONSchema.array(.choice(facts.map(\.rawValue))).allowingNull)]
        )
    }

    private static func schema(of fact: LaunchFact) -> JSONSchema {
        switch fact.form {
        case .version, .model, .instant: .text
        case .boolean: .boolean
        case .count: .integer(0...Int(Int32.max))
        case .word(let words): .choice(words)
        case .threats: .named(.choice(DeviceThreats.Level.allCases.map(\.rawValue)).allowingNull)
        }
    }

    private static func schema(of form: Question.Form) -> JSONSchema {
        switch form {
        case .text, .view, .window, .account, .identity, .app: .text
        case .boolean: .boolean
        case .count: .integer(0...Int(Int32.max))
        case .port: .integer(1...65535)
        case .place, .source, .page, .owner: place
        case .instant, .duration: .text
        case .candidate: .anyOf([.text, .integer(0...Int(Int32.max))])
        case .device: facts(LaunchFact.ofDevice)
        case .access: facts(LaunchFact.ofAccess)
        case .words(_, let words): .anyOf([.choice(words), .array(.choice(words))])
        case .word(_, let words): .choice(words)
        }
    }

    /// What is expected of a part: a value, not a value, or null if the part must be missing.
    private static func expectation(_ part: Answer.Part) -> JSONSchema {
        let value = value(of: part)
        let excluded = object(DocumentKeys.excludedValue, required: DocumentKeys.excludedValue) { _ in value }
        return .anyOf([value, excluded, .null])
    }

    /// The values of a part.
    private static func value(of part: Answer.Part) -> JSONSchema {
        switch part {
        case .verdict: .choice(Question.Kind.allVerdicts)
        case .to: .choice(Destination.allCases.map(\.rawValue))
        case .page: .choice(PageClassification.allCases.map(\.rawValue))
        case .class: .choice(URLClass.allCases.map(\.rawValue))
        case .conflict: .boolean
        case .challenges: .array(.choice(LaunchChallenge.allCases.map(\.rawValue)))
        case .url, .route, .rule, .value, .account, .nextCheck, .reasons: .text
        }
    }
}
