import DocumentReading
import PolicyModel

/// The schema of claims in scenario files.
extension FileSchema {
    static let claim = object(DocumentKeys.claim) { key in
        switch key {
        case "name": .described(.text, "The claim's name, unique in the file.")
        case "policy": .described(.definition("policy"), "Another policy, or changes to the file's policy.")
        case "given": .described(.definition("given"), "What holds when `always` is asked.")
        case "never": .described(.definition("flow"), "No data gets from one place to another.")
        case "can": .described(.definition("flow"), "Some data gets from one place to another.")
        case "always": .described(always, "A question with the answer that it always has.")
        case "equivalent": .described(baseline, "Another policy that decides everything in the same way.")
        default: .described(baseline, "Another policy that allows all that this one allows.")
        }
    }

    static let flow = object(DocumentKeys.claimFlow, required: ["from", "to"]) { key in
        switch key {
        case "from": .described(.text, "Where the data is, such as `organization:contoso`, `account:ID` or `view:ID`.")
        case "to": .described(.text, "Where it goes, such as `unmanaged`, `apps:unmanaged`, `app:ID` or `print`.")
        case "via":
            .described(
                .oneOrMany(.choice(Claim.Flow.questions.map(\.rawValue))),
                "The questions by which it may move. Default: all of them."
            )
        case "except": .described(.oneOrMany(.text), "Places, and questions, that do not count.")
        case "within": .described(.integer(1...1000), "How many questions a path may have.")
        default:
            .described(
                .choice(FlowCapacity.allCases.map(\.rawValue)),
                "How much has to get there. Default url: anything."
            )
        }
    }

    private static let always = object(DocumentKeys.always, required: ["then"]) { key in
        guard let kind = Question.Kind(rawValue: key) else {
            return .described(.definition("then"), "The parts of the answer that are checked.")
        }
        return question(kind, url: .anyOf([.text, .definition("matchers")]))
    }

    private static let baseline = JSONSchema.anyOf([
        .text,
        object(DocumentKeys.claimBaseline, required: ["to"]) { key in
            switch key {
            case "to": .described(.text, "The path of the policy document.")
            case "displayName": .described(.text, "Which policy of a Graph export: its display name or its id.")
            default: .described(.oneOrMany(.choice(Claim.Topic.allNames)), "What is compared; everything by default.")
            }
        },
    ])
}
