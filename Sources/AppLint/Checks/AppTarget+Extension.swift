import Diagnostics
import PolicyFiles
import PropertyList

/// `NSExtensionActivationRule`: the content for which a share or action extension is offered.
extension AppTarget {
    /// The mistakes in the rule; the predicate that replaces constants also corrects their values, if it counts.
    var extensionFindings: [LintFinding] {
        var findings = besideFindings
        guard let rule = activationRule, !rule.value.isUnknown else { return findings }
        switch rule.value.node.content {
        case .string(let text): findings += predicateFindings(text, rule)
        case .dictionary: findings += constantFindings(rule)
        default: findings.append(wrongType(rule.value, "a predicate or a dictionary of constants"))
        }
        return findings
    }

    /// Constants next to the rule instead of inside it.
    private var besideFindings: [LintFinding] {
        (extensionAttributes?.entries ?? []).compactMap { entry in
            guard Self.constant(entry.key) != nil || Self.nearest(to: entry.key) != nil else { return nil }
            let isText = activationRule?.value.text != nil
            return LintFinding(
                .constantsBesideRule,
                "`\(Quoted.word(Spelling.trimmed(entry.key)))` has no effect next to `NSExtensionActivationRule`",
                at: [entry.place] + (activationRule.map { [$0.place] } ?? []),
                help: isText ? "express it in the predicate, and remove it here" : "move it into the rule"
            )
        }
    }

    private static func constant(_ key: String) -> ActivationConstant? { ActivationConstant(rawValue: key) }

    private static func nearest(to key: String) -> String? {
        Spelling.nearest(to: key, among: ActivationConstant.allCases.map(\.rawValue))
    }

    // MARK: Predicates

    private func predicateFindings(_ text: String, _ rule: LocatedValue.Entry) -> [LintFinding] {
        let predicate: Predicate
        do throws(PredicateError) {
            predicate = try PredicateParser.parse(text)
        } catch {
            let place = rule.value.place(ofText: error.offsets)
            let position = place == nil ? ", at byte \(error.offsets.lowerBound) of the predicate" : ""
            return [
                LintFinding(
                    .invalidPredicate,
                    "the activation rule is not a predicate: \(error.message)\(position)",
                    at: [place ?? rule.value.openingPlace],
                    help: "the system never offers an extension with such a rule; correct it"
                )
            ]
        }
        if predicate.holdsForEverything {
            let isPlain = predicate.content == .constant(true)
            return [
                LintFinding(
                    .unrestrictedActivation,
                    isPlain
                        ? "the extension is offered for everything, and the App Store rejects it"
                        : "the extension is offered for everything, as with `TRUEPREDICATE`",
                    at: [rule.value.openingPlace],
                    help: "list the types that it takes, each with its SDK type"
                )
            ]
        }
        guard usesSDK else { return [] }
        let types = PredicateTypes(predicate, text: text)
        let lacking = types.lacking
        guard !lacking.isEmpty else { return [] }
        let verbs = [("takes", types.taken), ("refuses", types.refused)].filter { !$0.1.isEmpty }
            .map { "\($0.0) \(Self.names($0.1))" }
        let twins = lacking.map { PredicateTypes.prefix + $0 }
        return [
            LintFinding(
                .missingActivationTypes,
                "the activation rule \(verbs.joined(separator: " and ")) but not the SDK's "
                    + (lacking.count == 1 ? "type for it" : "types for them"),
                at: [rule.value.openingPlace],
                help: "ask for \(Self.names(twins)) in the same places",
                change: types.completion.map { .insertText(rule.value.path, $0) }
            )
        ]
    }

    // MARK: Constants

    private func constantFindings(_ rule: LocatedValue.Entry) -> [LintFinding] {
        let entries = rule.value.entries ?? []
        var findings: [LintFinding] = []
        var constants: [(constant: ActivationConstant, value: Int)] = []
        var isCertain = true
        var wrong: [(LocatedValue.Entry, PropertyListValue?)] = []
        for entry in entries {
            guard let constant = Self.constant(entry.key) else {
                findings.append(unknownConstant(entry))
                isCertain = false
                continue
            }
            switch entry.value.node.content {
            case .boolean(let value): constants.append((constant, value ? 1 : 0))
            case .integer(let number): constants.append((constant, Int(clamping: number)))
            default:
                let meant = meaning(of: entry.value, as: constant)
                if let meant { constants.append((constant, meant.number)) } else { isCertain = false }
                if !entry.value.isUnknown { wrong.append((entry, meant?.value)) }
            }
        }
        let conversion = usesSDK && !entries.isEmpty ? conversion(of: rule, to: isCertain ? constants : nil) : nil
        let isConverted = conversion.map { $0.change != nil && counts($0) } ?? false
        for (entry, value) in wrong { findings.append(wrongValue(entry, value, isConverted: isConverted)) }
        return findings + (conversion.map { [$0] } ?? [])
    }

    /// The finding about a rule made of constants.
    ///
    /// - Parameters:
    ///   - rule: The rule.
    ///   - constants: The constants with their values; nil if one of them is uncertain.
    /// - Returns: The finding, with a change if a predicate can replace the constants.
    private func conversion(
        of rule: LocatedValue.Entry,
        to constants: [(constant: ActivationConstant, value: Int)]?
    ) -> LintFinding {
        let predicate = constants.flatMap { ActivationPredicate($0) }
        return LintFinding(
            .activationConstants,
            "an activation rule made of constants cannot name the types of the SDK",
            at: [rule.place],
            help: predicate == nil
                ? "write it as a predicate" : "write it as a predicate, which can be done automatically",
            change: predicate.map { .set(rule.value.path, .string($0.text)) }
        )
    }

    private func meaning(
        of value: LocatedValue,
        as constant: ActivationConstant
    ) -> (number: Int, value: PropertyListValue)? {
        if constant.isSwitch { return value.meantBoolean.map { ($0 ? 1 : 0, .boolean($0)) } }
        return value.meantInteger.map { ($0, .integer(Int128($0))) }
    }

    private func wrongValue(
        _ entry: LocatedValue.Entry,
        _ value: PropertyListValue?,
        isConverted: Bool
    ) -> LintFinding {
        LintFinding(
            .wrongActivationValue,
            "expected a number or a boolean, found \(entry.value.summary)",
            at: [entry.value.place],
            help: isConverted ? "the predicate that replaces the constants has it as a number" : "write it as a number",
            // A change inside a value that another change replaces could not be applied.
            change: isConverted ? nil : value.map { .set(entry.value.path, $0) }
        )
    }

    private func unknownConstant(_ entry: LocatedValue.Entry) -> LintFinding {
        LintFinding(
            .unknownActivationConstant,
            "there is no activation rule constant `\(Quoted.word(entry.key))`",
            at: [entry.place],
            help: Self.nearest(to: entry.key).map { "did you mean `\($0)`?" } ?? "remove it"
        )
    }
}
