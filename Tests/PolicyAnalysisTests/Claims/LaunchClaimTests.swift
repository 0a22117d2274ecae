import PolicyModel
import Scenarios
import Testing

@testable import PolicyAnalysis

@Suite("Claims about launches") struct LaunchClaimTests {
    private static let now = "now: '2026-11-23T12:00:00Z'"
    private static let recent = "\(now), device: {osVersion: '18'}"
    private static let pinSet = "\(recent), access: {pinSetAt: '2026-11-01T12:00:00Z'}"

    private static let launches: [(given: String, always: String, verdict: ClaimResult.Verdict)] = [
        (recent, "launch: {at: '2026-11-23T12:00:00Z'}, then: {verdict: block}", .refuted),
        (recent, "launch: {at: '2026-11-23T12:00:00Z'}, then: {verdict: challenge}", .proven),
        (recent, "launch: {}, then: {verdict: challenge}", .proven),
        ("\(now), device: {osVersion: '16'}", "launch: {}, then: {verdict: block}", .proven),
        ("\(now), device: {osVersion: '16'}", "unlock: pin, then: {verdict: block}", .proven),
        (recent, "unlock: pin, then: {verdict: block}", .refuted),
        (pinSet, "launch: {}, then: {challenges: [pin]}", .proven),
        (pinSet, "launch: {}, then: {challenges: [setPIN, pin]}", .refuted),
        (recent, "launch: {device: {osVersion: '16'}}, then: {verdict: block}", .proven),
        (recent, "wait: PT8H, then: {verdict: allow}", .proven),
        ("device: {osVersion: '18'}", "launch: {}, then: {verdict: block}", .vacuous),
    ]

    @Test("A claim about a launch takes the time and the facts that are given", arguments: launches.indices)
    func launch(row: Int) throws {
        let (given, always, verdict) = Self.launches[row]
        let claim = ClaimCase(
            policy: "demarc: 1\npolicies: {w: {minimumRequiredOsVersion: '17', pinRequired: true}}\n",
            claims: "  - {given: {\(given)}, always: {\(always)}}\n"
        )
        let (result, found) = try claim.result()
        #expect(found.verdict == verdict, "\(always): \(result)\n\(found.message)")
        guard verdict == .refuted else { return }
        let rerun = try claim.regression(found)
        #expect(rerun.outcome == .failed && rerun.steps.last?.answer == found.steps.last?.answer, "\(always)")
    }
}
