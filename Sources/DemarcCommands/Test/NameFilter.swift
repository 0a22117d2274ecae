import ArgumentParser

/// Chooses scenarios by their names: by a text in any case, or by a regular expression between slashes.
struct NameFilter: ExpressibleByArgument {
    private enum Form: @unchecked Sendable {
        case text(String)
        // A regular expression that is only asked never changes.
        case expression(Regex<AnyRegexOutput>)
    }

    private let form: Form

    /// Nil for an empty filter, and for what is between slashes and no regular expression.
    init?(argument: String) {
        guard !argument.isEmpty else { return nil }
        guard argument.count > 2, argument.hasPrefix("/"), argument.hasSuffix("/") else {
            form = .text(argument.lowercased())
            return
        }
        guard let expression = try? Regex(String(argument.dropFirst().dropLast())) else { return nil }
        form = .expression(expression)
    }

    /// Whether a scenario of this name is chosen.
    func chooses(_ name: String) -> Bool {
        switch form {
        case .text(let text): name.lowercased().contains(text)
        case .expression(let expression): (try? expression.firstMatch(in: name)) != nil
        }
    }
}
