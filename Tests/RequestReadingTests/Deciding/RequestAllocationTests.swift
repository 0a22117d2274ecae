import CAllocationCounter
import Demarc
import PolicyModel
import RequestReading
import TestSupport
import Testing

/// Counts the C allocations for reading and deciding, in addition to those owned by a decision.
@Suite(
    "Allocations of reading requests",
    .serialized,
    .enabled(if: demarc_allocation_counting_available(), "allocations cannot be counted in this process")
)
struct RequestAllocationTests {
    /// The number of allocations for each of many decisions on a request, once warm.
    private static func allocations(of request: ObservedRequest, _ world: inout RequestWorld) -> Double {
        for _ in 0..<16 { _ = world.decide(request) }
        let before = demarc_allocation_count()
        for _ in 0..<256 { _ = world.decide(request) }
        return Double(demarc_allocation_count() - before) / 256
    }

    /// The number of a decision's texts and lists that are too long for inline storage: each is an allocation.
    private static func owned(by decision: RequestDecision) -> Int {
        let rules = decision.reasons.compactMap(\.rule) + [decision.rule].compactMap(\.self)
        var texts = [decision.url, decision.route, decision.otherURL].compactMap(\.self)
        texts += rules.flatMap { [$0.id, $0.ruleSet, $0.because ?? ""] }
        return texts.filter { $0.utf8.count > 15 }.count + (decision.reasons.isEmpty ? 0 : 1)
    }

    private static let why: Comment = "code that is not optimized copies more: `swift test -c release`"

    @Test("A fault allocates nothing", .enabled(if: TestSize.isOptimized, why))
    func fault() throws {
        var world = try RequestWorld()
        let request = ObservedRequest("/a#b", hosts: ["good.test", "evil.test"])
        #expect(Self.allocations(of: request, &world) == 0)
    }

    @Test("Reading a query allocates nothing in a buffer that is large enough", .enabled(if: TestSize.isOptimized, why))
    func query() {
        let query = Array("?role=%61dmin&%c3%a9=%3d".utf8)
        var output: [UInt8] = []
        QueryReading.decoded.append(of: query.span, to: &output)
        let before = demarc_allocation_count()
        for _ in 0..<256 {
            output.removeAll(keepingCapacity: true)
            QueryReading.decoded.append(of: query.span, to: &output)
        }
        let count = demarc_allocation_count() - before
        #expect(count == 0)
    }

    @Test(
        "A plain request allocates only what its decision owns",
        .enabled(if: TestSize.isOptimized, why),
        arguments: [("/reports/2026?q=1", "good.test"), ("/?q=a%20b", "other.test"), ("/x", "evil.test")]
    )
    func plain(target: String, host: String) throws {
        var world = try RequestWorld()
        let request = ObservedRequest(target, hosts: [host, host])
        let decision = world.decide(request)
        let allocations = Self.allocations(of: request, &world)
        // The list of reasons needs a list of their codes, and their places are texts of the policy.
        #expect(allocations <= Double(Self.owned(by: decision) + 2), "\(decision)")
    }
}
