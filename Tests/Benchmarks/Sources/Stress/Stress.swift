import ArgumentParser
import Demarc
import Foundation
import PolicyFiles
import PolicyModel

/// Makes decisions on several threads while the policy is swapped continuously, and checks every decision.
@main
struct Stress: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "stress",
        abstract: "Decide on several threads while policies are swapped.",
        discussion: """
            The two policies differ in everything a decision shows, so that one made of both is neither's. It ends with \
            status 1 if a decision is neither's, if a policy that was replaced stays in memory, or if memory grows.
            """
    )

    @Option(help: "How many decisions all threads make together.")
    var decisions = 100_000_000

    @Option(help: "How many times the policy is swapped meanwhile.")
    var swaps = 10_000

    @Option(help: "How many threads decide.")
    var threads = 2

    func run() throws {
        let documents = [try Self.document("one"), try Self.document("two")]
        let engine = PolicyEngine(documents[0])
        let released = ReleaseCount()
        let deciders = (0..<threads).map { _ in Decider(engine, quota: decisions / threads) }
        let begin = ContinuousClock.now
        for decider in deciders { decider.start() }

        var memory: [Int] = []
        let pace = Double(decisions) / Double(max(swaps, 1))
        for swap in 1...max(swaps, 1) {
            engine.reload(documents[swap % 2])
            released.note(engine)
            // Swaps are spread over the whole run, so that the threads are running during each of them.
            while Double(deciders.reduce(0) { $0 + $1.count }) < Double(swap) * pace, !deciders.allSatisfy(\.isOver) {
                Thread.sleep(forTimeInterval: 0.0001)
            }
            if swap % max(swaps / 10, 1) == 0 { memory.append(Self.residentKiB) }
        }
        for decider in deciders { decider.wait() }
        let seconds = (ContinuousClock.now - begin) / .seconds(1)

        let tallies = deciders.map(\.tally)
        let one = tallies.reduce(0) { $0 + $1.one }
        let two = tallies.reduce(0) { $0 + $1.two }
        let neither = tallies.reduce(0) { $0 + $1.neither }
        let left = released.policiesLeft
        // The first tenth fills caches and pools; later growth would continue without end.
        let growth = (memory.last ?? 0) - (memory.first ?? 0)
        print("decisions        \(one + two + neither) on \(threads) threads in \(String(format: "%.1f", seconds)) s")
        print("under policies   one \(one), two \(two), neither \(neither)")
        print("swaps            \(swaps); policies in memory at the end: \(left)")
        print("resident memory  \(memory.map { "\($0)" }.joined(separator: " ")) KiB")
        guard neither == 0, one > 0, two > 0, left == 1, growth < 2048 else { throw ExitCode(1) }
    }

    private static func document(_ name: String) throws -> PolicyDocument {
        let isOne = name == "one"
        let entries = (0..<500).map { "\(name)-\($0).example" }.joined(separator: ", ")
        let text = """
            demarc: 1
            policies: {\(name): {managedBrowserToOpenLinksRequired: \(!isOne)}}
            accounts: [{account: dana, policy: \(name)}]
            ruleSets:
              corporate:
                default: blocked
                rules:
                  - {id: \(name), class: \(isOne ? "internal" : "external"), domain: [contoso.example, \(entries)]}
            views: [{id: page, policy: \(isOne ? "unmanaged" : "currentIdentity"), isExternalURL: corporate}]
            """
        let result = PolicyDocumentReader().load(text: text, path: "\(name).yaml")
        guard let document = result.document else {
            throw ValidationError("\(result.diagnostics)")
        }
        return document
    }

    /// The process's resident memory in KiB.
    private static var residentKiB: Int {
        let fields = (try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8))?.split(separator: " ") ?? []
        return fields.count > 1 ? (Int(fields[1]) ?? 0) * 4 : 0
    }
}
