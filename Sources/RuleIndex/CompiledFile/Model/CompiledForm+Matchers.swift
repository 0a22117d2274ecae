import URLMatching

extension Matcher: CompiledForm {
    func write(to writer: inout CompiledWriter) {
        key.write(to: &writer)
        switch self {
        case .pattern(let matcher): matcher.write(to: &writer)
        case .list(let list): list.write(to: &writer)
        case .url, .host, .domain, .scheme, .edge, .chrome, .site, .address, .regex: writer.write(text ?? "")
        }
    }

    init(from reader: inout CompiledReader) throws(CompiledFileError) {
        do {
            switch try MatcherKey(from: &reader) {
            case .url: self = .url(ExactURLMatcher(canonical: try Self.name(from: &reader)))
            case .host: self = .host(HostMatcher(canonical: try Self.name(from: &reader)))
            case .domain: self = .domain(DomainMatcher(canonical: try Self.name(from: &reader)))
            case .scheme: self = .scheme(SchemeMatcher(canonical: try Self.name(from: &reader)))
            case .edge: self = .edge(try LinkPattern(try reader.readText(), as: .browser))
            case .address: self = .address(try AddressMatcher(try reader.readText()))
            case .regex: self = .regex(try RegexMatcher(try reader.readText()))
            case .pattern: self = .pattern(try PatternMatcher(from: &reader))
            case .list: self = .list(try EntryList(from: &reader))
            // The side of a filter follows from its rule.
            case .chrome: self = .chrome(try URLFilter(try reader.readText()))
            case .site: self = .site(try SiteMatcher(try reader.readText()))
            }
        } catch let error as CompiledFileError {
            throw error
        } catch {
            throw .malformed("it has an invalid matcher")
        }
    }

    /// A name that is looked up in a table; an empty text is not a name.
    private static func name(from reader: inout CompiledReader) throws(CompiledFileError) -> String {
        let name = try reader.readText()
        guard !name.isEmpty else { throw .malformed("it has a name without a character") }
        return name
    }
}

extension PatternMatcher: CompiledForm {
    func write(to writer: inout CompiledWriter) {
        pattern.ignoresCase.write(to: &writer)
        for component in URLPatternComponent.allCases { writer.write(pattern[component]) }
    }

    init(from reader: inout CompiledReader) throws(CompiledFileError) {
        let ignoresCase = try Bool(from: &reader)
        var components = URLPatternInit()
        for component in URLPatternComponent.allCases { components[component] = try reader.readText() }
        do {
            try self.init(canonical: components, ignoreCase: ignoresCase)
        } catch {
            throw .malformed("it has an invalid pattern")
        }
    }
}
