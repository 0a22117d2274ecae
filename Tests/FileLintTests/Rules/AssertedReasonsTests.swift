import Foundation
import PolicyFiles
import PolicyModel
import TestSupport
import Testing

/// The scenarios in `Rules/scenarios` are the executable form of the model, so they contain a row for each reason that
/// they can reach.
@Suite("Reasons asserted in Rules/scenarios") struct AssertedReasonsTests {
    /// Codes that no scenario can reach, and why.
    private static let unreachable: [ReasonCode: String] = [
        .viewUnknown: "views go by code alone, when they are removed or their window is closed",
        .windowUnknown: "a scenario that names a closed window is refused when it is asked",
        .viewNotAWebView: "a scenario that names a container is refused when it is read",
        .ruleSetMissing: "a scenario that names a rule set of no policy is refused when it is read",
        .delegateThrew: "only host code throws",
        .delegateLate: "only host code takes time",
        .delegateUndecided: "only host code has no opinion",
        .urlReadingsDiffer: "only a proxy's request has several readings",
        .connectionInspected: "only a proxy's binding says that tunnels are inspected",
        .configQuery: "a scenario with a query that its type has not is refused when it is read",
        .openWrappedTooLong: "it takes a URL of more than 64 KiB, which is in the tests of wrapped URLs",
    ]

    @Test("Every reachable reason is asserted")
    func all() throws {
        let asserted = try Self.asserted.get()
        let missing = ReasonCode.allCases.filter { !asserted.contains($0.rawValue) && Self.unreachable[$0] == nil }
        #expect(missing.map(\.rawValue) == [])
    }

    @Test("No exception is asserted by a scenario", arguments: unreachable.keys.map(\.rawValue).sorted())
    func exceptions(code: String) throws {
        #expect(!(try Self.asserted.get().contains(code)))
    }

    /// The codes that scenarios expect in full. A prefix of several codes asserts none of them individually.
    private static let asserted = Result { try readAsserted() }

    private static func readAsserted() throws -> Set<String> {
        let folder = Repository.path("Rules/scenarios")
        let names = try FileManager.default.contentsOfDirectory(atPath: folder).filter { $0.hasSuffix(".yaml") }
        #expect(!names.isEmpty)
        var codes: Set<String> = []
        for name in names {
            let file = try #require(ScenarioFileReader().load(path: "\(folder)/\(name)").file, "\(name)")
            for expectation in file.scenarios.flatMap(\.steps).flatMap(\.expected) where expectation.part == .reasons {
                if let code = expectation.value { codes.insert(code) }
            }
        }
        return codes
    }
}
