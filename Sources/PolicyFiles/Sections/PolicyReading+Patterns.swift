import Diagnostics
import URLMatching

/// A URL pattern that is written by components: `{hostname: "*.contoso.com", pathname: "/docs/*"}`.
extension PolicyReading {
    func pattern(_ node: YAMLNode) -> Matcher? {
        let components = URLPatternComponent.allCases.map(\.rawValue)
        let errorsBefore = errorCount
        guard let fields = fields(node, "a pattern", keys: DocumentKeys.pattern) else { return nil }
        var patterns = URLPatternInit()
        var texts: [URLPatternComponent: String] = [:]
        for component in URLPatternComponent.allCases {
            guard let text = fields[component.rawValue].flatMap({ text($0) }) else { continue }
            patterns[component] = text
            texts[component] = text
        }
        patterns.baseURL = fields["baseURL"].flatMap { name($0) }
        let ignoreCase = fields["ignoreCase"].flatMap { boolean($0) } ?? false
        // A component that could not be read would match everything.
        guard errorCount == errorsBefore else { return nil }
        guard !texts.isEmpty || patterns.baseURL != nil else {
            report(
                .missingValue,
                "the pattern names no component, and would match every URL",
                at: fields.place,
                help: "add one of \(Quoted.list(components))"
            )
            return nil
        }
        do throws(URLPatternError) {
            return .pattern(try PatternMatcher(reading: patterns, ignoreCase: ignoreCase))
        } catch {
            let written = error.component.flatMap { component in
                fields[component.rawValue].map { ($0, texts[component] ?? "") }
            }
            let place = written.map { self.place(of: error.error.range, in: $0.0, $0.1) } ?? fields.place
            report(error.error.code.rawValue, error.error.message, at: place, help: error.error.help)
            return nil
        }
    }
}
