import ArgumentParser

/// Selects scenarios by name: by a text, ignoring case, or by a regular expression between slashes.
struct ScenarioFilter {
    private enum Form: @unchecked Sendable {
        case text(String)
        // A regular expression that is only used for matching never changes.
        case expression(Regex<AnyRegexOutput>)
    }

    private let form: Form

    /// - Throws: `ValidationError` for an empty filter, and for an invalid regular expression between slashes.
    init(argument: String) throws {
        guard !argument.isEmpty else { throw ValidationError("it is empty; leave it out to run every scenario") }
        guard argument.count > 2, argument.hasPrefix("/"), argument.hasSuffix("/") else {
            form = .text(argument.lowercased())
            return
        }
        do {
            form = .expression(try Regex(String(argument.dropFirst().dropLast())))
        } catch {
            throw ValidationError("not a regular expression: \(error)")
        }
    }

    /// Whether a scenario with this name is selected.
    func chooses(_ name: String) -> Bool {
        switch form {
        case .text(let text): name.lowercased().contains(text)
        case .expression(let expression): (try? expression.firstMatch(in: name)) != nil
        }
    }
}
