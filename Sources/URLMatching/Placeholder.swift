// Stands in for this module's types until they land.
public struct MatcherError: Error, Hashable, Sendable {}
public struct Matcher: Hashable, Sendable {}
public enum MatcherKey: String, CaseIterable, Hashable, Sendable { case url, host, domain, scheme, pattern, edge, chrome, regex, address, site, list }
