import Foundation
import TestSupport
import Testing
import URLMatching

/// The pattern data of the web-platform-tests, in `wpt/NAME` below the conformance folder.
enum PatternData {
    static func has(_ name: String) -> Bool { ConformanceData.has("wpt/\(name)") }

    /// The entries of a file; lone surrogates become U+FFFD, as in a browser.
    static func entries(_ name: String) throws -> [[String: Any]] {
        let (data, _) = try ConformanceData.read("wpt/\(name)")
        let object = try JSONSerialization.jsonObject(with: LoneSurrogates.replaced(in: data))
        return try #require(object as? [Any]).compactMap { $0 as? [String: Any] }
    }

    /// The components in an object of the data.
    static func components(_ object: [String: Any]) -> URLPatternInit {
        var components = URLPatternInit(baseURL: object["baseURL"] as? String)
        for component in URLPatternComponent.allCases { components[component] = object[component.rawValue] as? String }
        return components
    }

    /// Calls the constructor with the arguments of an entry. Arguments that have no counterpart here, because the types
    /// do not permit them, throw an error as they do in a browser.
    static func pattern(_ arguments: [Any]) throws -> URLPattern {
        var arguments = arguments[...]
        let first = arguments.popFirst() ?? [String: Any]()
        let base = arguments.first as? String
        if base != nil { arguments.removeFirst() }
        let options = arguments.popFirst() as? [String: Any]
        let ignoreCase = options?["ignoreCase"] as? Bool ?? false
        guard arguments.isEmpty else { throw NoCounterpart() }
        if let text = first as? String { return try URLPattern(text, baseURL: base, ignoreCase: ignoreCase) }
        guard base == nil, let object = first as? [String: Any] else { throw NoCounterpart() }
        return try URLPattern(components(object), ignoreCase: ignoreCase)
    }

    struct NoCounterpart: Error {}
}
