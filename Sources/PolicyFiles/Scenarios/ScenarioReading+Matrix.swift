import Diagnostics
import DocumentReading

/// Expands a scenario as written into the scenarios to read: one, or with a matrix one for each combination.
extension ScenarioReading {
    /// Reads an element of `scenarios`.
    func scenario(_ node: DocumentNode) {
        guard case .mapping(var entries) = node.content,
            let position = entries.firstIndex(where: { $0.key == "matrix" })
        else {
            guard takeScenarios(1, at: node.place) else { return }
            read(expanded(node), label: "")
            return
        }
        let matrixNode = entries.remove(at: position)
        var template = node
        template.content = .mapping(entries)
        guard let matrix = matrix(matrixNode.value) else { return }
        guard takeScenarios(matrix.count, at: matrixNode.keyPlace), let count = matrix.count else { return }
        expand(template, matrix, count: count, matrixPlace: matrixNode.keyPlace)
    }

    private func expand(_ template: DocumentNode, _ matrix: ScenarioMatrix, count: Int, matrixPlace: DocumentNode.Place)
    {
        let mentioned = variablesInName(of: template)
        var used: Set<String> = []
        isOfMatrix = true
        defer { isOfMatrix = false }
        for number in 0..<count {
            // More findings than are kept would not be shown, and each has a cost.
            guard reading.errorCount <= reading.bounds.findings else { return }
            // A combination costs its variables, whether the scenario uses them or not.
            expansion.nodesLeft -= matrix.variables.count
            guard checkExpansion(at: matrixPlace) else { return }
            let values = matrix.values(ofCombination: number)
            let label = matrix.label(of: values, without: mentioned)
            expansion.bytesLeft -= label.utf8.count
            var substitution = VariableSubstitution(reading, values: values, budget: expansion)
            let node = substitution.apply(to: template)
            expansion = substitution.budget
            used.formUnion(substitution.used)
            guard checkExpansion(at: matrixPlace) else { return }
            read(node, label: label)
        }
        for variable in matrix.variables where !used.contains(variable.name) {
            reading.report(
                .unusedVariable,
                "nothing in the scenario depends on `\(Quoted.word(variable.name))`",
                at: variable.place,
                severity: .warning,
                help: "write `${\(Quoted.word(variable.name))}` where its value belongs, or remove it"
            )
        }
    }

    /// Whether everything generated so far is within the bounds; if not, this is reported once.
    private func checkExpansion(at place: DocumentNode.Place) -> Bool {
        guard !expansion.isKept else { return true }
        reading.report(
            .tooManyScenarios,
            "the matrices and `defaults` of the file expand to more than \(reading.bounds.expandedNodes) values or "
                + Quoted.size(reading.bounds.allDocumentBytes),
            at: place,
            help: "split the file"
        )
        // All further scenarios are too many as well, and are not reported again.
        expansion.scenariosLeft = -1
        return false
    }

    /// A scenario without a matrix: escapes are decoded, and no variables are defined.
    private func expanded(_ node: DocumentNode) -> DocumentNode {
        guard VariableSubstitution.isNeeded(for: node) else { return node }
        // The scenario has already been charged for as a part of the file.
        var budget = expansion
        budget.nodesLeft = .max
        budget.bytesLeft = .max
        var substitution = VariableSubstitution(reading, budget: budget)
        return substitution.apply(to: node)
    }

    /// Charges for scenarios or claims, and for what `defaults` give each of them; returns false, after a single report,
    /// if the file has too many.
    func takeScenarios(_ count: Int?, at place: DocumentNode.Place) -> Bool {
        guard expansion.scenariosLeft >= 0 else { return false }
        guard let count, count <= expansion.scenariosLeft else {
            reading.report(
                .tooManyScenarios,
                "the file has more than \(reading.bounds.scenarios) scenarios",
                at: place,
                help: "split the file, or give a matrix fewer values"
            )
            // All further scenarios are too many as well, and are not reported again.
            expansion.scenariosLeft = -1
            return false
        }
        expansion.scenariosLeft -= count
        expansion.nodesLeft -= count * defaultValueCount
        return checkExpansion(at: place)
    }

    private func matrix(_ node: DocumentNode) -> ScenarioMatrix? {
        guard case .mapping(let entries) = node.content else {
            reading.report(
                .wrongType,
                "expected variables with lists of values, found \(reading.description(of: node))",
                at: node.place,
                help: "write `matrix: {name: [one, other]}`"
            )
            return nil
        }
        if entries.isEmpty {
            reading.report(
                .missingValue,
                "the matrix has no variable",
                at: node.place,
                help: "add one, or remove the key"
            )
            return nil
        }
        var matrix = ScenarioMatrix()
        for entry in entries {
            guard VariableText.isName(entry.key) else {
                reading.report(
                    .wrongType,
                    "`\(Quoted.word(entry.key))` cannot be the name of a variable",
                    at: entry.keyPlace,
                    help: "a name has letters, digits, `_` and `-`, and begins with a letter"
                )
                continue
            }
            guard let values = reading.elements(entry.value, of: "values") else { continue }
            guard !values.isEmpty else {
                reading.report(
                    .expectsNothing,
                    "`\(Quoted.word(entry.key))` has no value, so the scenario is never run",
                    at: entry.value.place,
                    help: "give it one"
                )
                continue
            }
            matrix.variables.append(
                ScenarioMatrix.Variable(name: entry.key, place: entry.keyPlace, values: values)
            )
        }
        return matrix.variables.count == entries.count ? matrix : nil
    }

    private func variablesInName(of template: DocumentNode) -> Set<String> {
        guard case .mapping(let entries) = template.content,
            let name = entries.first(where: { $0.key == "name" })?.value,
            case .scalar(let text, _) = name.content
        else { return [] }
        return Set(VariableText(text).variables)
    }
}
