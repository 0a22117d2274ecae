import ByteText
import Foundation
import TestSupport
import Testing
import URLMatching
import URLStandard

/// Every case of the web-platform-tests for URL patterns, evaluated by the rules of their own harness.
@Suite("URL patterns in the web-platform-tests") struct PatternConformanceTests {
    @Test(
        "urlpatterntestdata passes",
        .enabled(if: PatternData.has("urlpatterntestdata.json"), "\(ConformanceData.howToGet)")
    )
    func patterns() throws {
        let entries = try PatternData.entries("urlpatterntestdata.json")
        // The downloaded cut is older.
        #expect(entries.count == (ConformanceData.hasShared("wpt/urlpatterntestdata.json") ? 369 : 366))
        for (number, entry) in entries.enumerated() {
            let problems = try problems(of: entry)
            if !problems.isEmpty {
                Issue.record("case \(number) \(entry["pattern"] ?? ""): \(problems.joined(separator: "; "))")
            }
        }
    }

    private func problems(of entry: [String: Any]) throws -> [String] {
        let arguments = entry["pattern"] as? [Any] ?? []
        let expectsError = entry["expected_obj"] as? String == "error"
        let pattern: URLPattern
        do {
            pattern = try PatternData.pattern(arguments)
        } catch {
            return expectsError ? [] : ["refused: \(error)"]
        }
        guard !expectsError else { return ["taken as \(URLPatternComponent.allCases.map { pattern[$0] })"] }
        var problems: [String] = []
        for component in URLPatternComponent.allCases {
            let expected = expectedText(component, entry, arguments)
            if pattern[component] != expected {
                problems.append("\(component) is \(pattern[component]), not \(expected)")
            }
        }
        guard entry["expected_match"] != nil else { return problems }
        return problems + (try matchProblems(pattern, entry))
    }

    /// The expected pattern string of a component.
    private func expectedText(_ component: URLPatternComponent, _ entry: [String: Any], _ arguments: [Any]) -> String {
        let earlier: [URLPatternComponent: [URLPatternComponent]] = [
            .hostname: [.protocol], .port: [.protocol, .hostname], .pathname: [.protocol, .hostname, .port],
            .search: [.protocol, .hostname, .port, .pathname],
            .hash: [.protocol, .hostname, .port, .pathname, .search],
        ]
        let given = arguments.first as? [String: Any]
        if let text = (entry["expected_obj"] as? [String: Any])?[component.rawValue] as? String { return text }
        if emptyComponents(entry).contains(component.rawValue) { return "" }
        if let text = given?[component.rawValue] as? String, !text.isEmpty { return text }
        if let given, (earlier[component] ?? []).contains(where: { given[$0.rawValue] != nil }) { return "*" }
        let baseURL = given?["baseURL"] as? String ?? (arguments.count > 1 ? arguments[1] as? String : nil)
        guard let baseURL, let base = URLRecord(baseURL) else { return "*" }
        switch component {
        case .username, .password: return "*"
        case .protocol: return base.scheme.string
        case .hostname: return base.host.string
        case .port: return base.port.map { "\($0)" } ?? ""
        case .pathname: return base.path.string
        case .search: return base.query.string
        case .hash: return base.fragment.string
        }
    }

    private func emptyComponents(_ entry: [String: Any]) -> [String] {
        entry["exactly_empty_components"] as? [String] ?? []
    }

    private func matchProblems(_ pattern: URLPattern, _ entry: [String: Any]) throws -> [String] {
        let inputs = entry["inputs"] as? [Any] ?? []
        let base = inputs.count > 1 ? inputs[1] as? String : nil
        let isMatch: Bool
        let result: URLPatternResult?
        if let text = inputs.first as? String {
            isMatch = pattern.test(text, baseURL: base)
            if let url = URLRecord(text, base: base) { result = try pattern.exec(url) } else { result = nil }
        } else {
            // Components together with a base URL have no counterpart here; a browser throws an error for them.
            guard base == nil else { return entry["expected_match"] as? String == "error" ? [] : ["no counterpart"] }
            let components = PatternData.components(inputs.first as? [String: Any] ?? [:])
            isMatch = pattern.test(components)
            result = try pattern.exec(components)
        }
        guard let expected = entry["expected_match"] as? [String: Any] else {
            return isMatch || result != nil ? ["matches"] : []
        }
        guard let result else { return ["does not match"] }
        var problems = isMatch ? [] : ["exec matches, test does not"]
        for component in URLPatternComponent.allCases {
            let found = result[component]
            let groups = Dictionary(uniqueKeysWithValues: found.groups.map { ($0.name, $0.value) })
            var wanted: [String: String?] = emptyComponents(entry).contains(component.rawValue) ? [:] : ["0": ""]
            var input = ""
            if let object = expected[component.rawValue] as? [String: Any] {
                input = object["input"] as? String ?? ""
                wanted = (object["groups"] as? [String: Any] ?? [:]).mapValues { $0 as? String }
            }
            if found.input != input { problems.append("\(component) has input \(found.input), not \(input)") }
            if groups != wanted { problems.append("\(component) has groups \(groups), not \(wanted)") }
        }
        return problems
    }

    @Test(
        "urlpattern-compare-test-data passes",
        .enabled(if: PatternData.has("urlpattern-compare-test-data.json"), "\(PublishedData.howToGet)")
    )
    func comparison() throws {
        let entries = try PatternData.entries("urlpattern-compare-test-data.json")
        #expect(entries.count == 25)
        for entry in entries {
            let component = try #require((entry["component"] as? String).flatMap(URLPatternComponent.init))
            let left = try PatternData.pattern([try #require(entry["left"])])
            let right = try PatternData.pattern([try #require(entry["right"])])
            let expected = try #require(entry["expected"] as? Int)
            #expect(URLPattern.compare(component, left, right) == expected, "\(entry)")
            #expect(URLPattern.compare(component, right, left) == -expected, "\(entry)")
            #expect(URLPattern.compare(component, left, left) == 0, "\(entry)")
        }
    }

    @Test(
        "urlpattern-generate-test-data passes",
        .enabled(if: PatternData.has("urlpattern-generate-test-data.json"), "\(PublishedData.howToGet)")
    )
    func generation() throws {
        let entries = try PatternData.entries("urlpattern-generate-test-data.json")
        #expect(entries.count == 19)
        for entry in entries {
            let pattern = try PatternData.pattern([try #require(entry["pattern"])])
            let groups = entry["groups"] as? [String: String] ?? [:]
            // A component that does not exist cannot be passed here.
            let component = (entry["component"] as? String).flatMap(URLPatternComponent.init)
            #expect(
                component.flatMap { pattern.generate($0, groups: groups) } == entry["expected"] as? String,
                "\(entry)"
            )
        }
    }
}
