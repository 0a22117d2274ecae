extension PatternMatcher {
    /// What stands in every URL without its fragment that matches.
    ///
    /// A component of a URL stands in it as it is, so what one of them has to have, the URL has.
    package var requiredLiterals: RequiredLiterals? {
        let found = [(URLPatternComponent.hostname, ""), (.port, ":"), (.pathname, ""), (.search, "?")].map {
            pattern.compiled[$0].form.requiredLiterals(behind: $1)
        }
        return found.reduce(nil) { RequiredLiterals.better($0, $1) }
    }
}

extension ComponentForm {
    /// What stands in every component that matches; `mark` stands in front of it in a URL, unless it is empty.
    fileprivate func requiredLiterals(behind mark: String) -> RequiredLiterals? {
        switch self {
        case .any: nil
        case .exact(let text, _): text.isEmpty ? nil : RequiredLiterals(oneOf: [Array(mark.utf8) + text])
        case .oneOf(let sequences):
            .union(
                sequences.map { sequence in
                    sequence.texts.reduce(nil) { RequiredLiterals.better($0, RequiredLiterals(oneOf: [$1])) }
                }
            )
        case .regex(let program): program.required
        }
    }
}
