import Foundation
import TestSupport
import Testing

@Suite("demarc bench") struct BenchCommandTests {
    @Test("Every field is measured, on each number of threads", arguments: [1, 3])
    func fields(threads: Int) throws {
        let check = try CheckCase()
        let urls = try check.folder.write(
            "https://contoso.com/\n\nhttps://search.example/\r\nhttps://casino.example/\nnonsense\nhttps://contoso.com/a",
            to: "urls.txt"
        )
        let outcome = try Tool.run([
            "bench", "--policy", check.policy, "--urls", urls, "--threads", "\(threads)", "--passes", "3", "--format",
            "json",
        ])
        #expect(outcome.status == 0)
        let object = try #require(JSONSerialization.jsonObject(with: Data(outcome.output)) as? [String: Any])
        let counts = ["urls": 5, "invalid": 1, "allow": 2, "block": 1, "route": 1, "passes": 3, "threads": threads]
        for (key, count) in counts { #expect(object[key] as? Int == count, "\(key)") }
        for key in ["parseNs", "parseOwnedNs", "decideNs"] {
            let spread = try #require(object[key] as? [String: Double])
            let (least, middle) = (try #require(spread["min"]), try #require(spread["median"]))
            #expect(least > 0 && middle >= least, "\(key)")
        }
        let decide = try #require(object["decideNs"] as? [String: Double])
        #expect(Set(decide.keys) == ["min", "median", "p50", "p99"])
        #expect(try #require(object["decisionsPerSecond"] as? Double) > 0)
        #expect(try #require(object["openMs"] as? Double) > 0)
        #expect(try #require(object["rssBytes"] as? Int) > 1 << 20)
        #expect(object["compiledBytes"] is NSNull)
        #expect(object.keys.contains("allocationsPerDecision"))
    }

    @Test("URLs to measure are required", arguments: ["", "\n\n"])
    func noURLs(text: String) throws {
        let check = try CheckCase()
        let urls = try check.folder.write(text, to: "urls.txt")
        let outcome = try Tool.run(["bench", "--policy", check.policy, "--urls", urls])
        #expect(outcome.status == 2)
        #expect(outcome.errors == "demarc: error: there are no URLs to measure with\n")
    }

    @Test("The report goes to a file, but not to the policy or the URLs")
    func output() throws {
        let check = try CheckCase()
        let urls = try check.folder.write("https://contoso.com/\n", to: "urls.txt")
        let arguments = ["bench", "--policy", check.policy, "--urls", urls, "--passes", "1", "--output"]
        let outcome = try Tool.run(arguments + [check.folder.file("report.txt")])
        #expect(outcome.status == 0 && outcome.output.isEmpty, "\(outcome.errors)")
        #expect(try check.folder.read("report.txt").contains("decide"))
        for read in [check.policy, urls] { #expect(try Tool.run(arguments + [read]).status == 64) }
        #expect(try check.folder.read("urls.txt") == "https://contoso.com/\n")
    }

    @Test(
        "Invalid numbers are refused",
        arguments: [["--threads", "0"], ["--passes", "0"], ["--threads", "x"]]
    )
    func usage(arguments: [String]) throws {
        let check = try CheckCase()
        #expect(try Tool.run(["bench", "--policy", check.policy, "--urls", "-"] + arguments).status == 64)
    }
}
