import Foundation
import TestSupport
import Testing

@testable import URLStandard

@Suite("Domain conformance") struct DomainConformanceTests {
    @Test(
        "Every case of toascii gives the expected host",
        .enabled(if: ConformanceData.has("wpt/toascii.json"), "\(ConformanceData.howToGet)")
    )
    func toASCII() throws {
        let (cases, cut) = try CaseList<DomainCase>.read("wpt/toascii.json")
        #expect(cases.count == (cut == .shared ? 87 : 39))
        check(cases, cut, outdated: 6, knownFailures: KnownDomainFailures.toASCII)
    }

    @Test(
        "Every case of IdnaTestV2 gives the expected host",
        .enabled(if: ConformanceData.has("wpt/IdnaTestV2.json"), "\(ConformanceData.howToGet)")
    )
    func idnaTestV2() throws {
        let (cases, cut) = try CaseList<DomainCase>.read("wpt/IdnaTestV2.json")
        #expect(cases.count == (cut == .shared ? 2671 : 2032))
        check(cases, cut, outdated: 652, knownFailures: KnownDomainFailures.idnaTestV2)
    }

    @Test(
        "The cases removed from IdnaTestV2 still give the expected host",
        .enabled(if: ConformanceData.has("wpt/IdnaTestV2-removed.json"), "set DEMARC_SHARED")
    )
    func idnaTestV2Removed() throws {
        let (cases, cut) = try CaseList<DomainCase>.read("wpt/IdnaTestV2-removed.json")
        #expect(cases.count == 20)
        check(cases, cut, outdated: 0, knownFailures: [])
    }

    @Test(
        "The strict conversion enforces DNS lengths",
        .enabled(if: ConformanceData.has("wpt/verifydnslength_tests.json"), "set DEMARC_SHARED")
    )
    func verifyDNSLength() throws {
        struct Case: Decodable {
            var input: String
            var failure: Bool
        }
        let (cases, _) = try CaseList<Case>.read("wpt/verifydnslength_tests.json")
        #expect(cases.count == 17)
        for test in cases {
            let host = try URLRecord(parsing: test.input.utf8.span).hostString
            #expect(((try? DomainToASCII.convert(host, beStrict: true)) == nil) == test.failure, "\(test.input)")
        }
    }

    /// Checks that the hosts are the expected ones, except for the known failures, which are rejected.
    ///
    /// Every domain is tried percent-encoded, so that nothing in it acts as a delimiter of the URL, and also unencoded
    /// if it contains no delimiter.
    ///
    /// The downloaded cut predates the Standard's change that leaves ASCII domains unchanged, and Unicode 16.0.
    /// `outdated` is the number of its cases that had to be rejected before and no longer are; they are skipped.
    private func check(
        _ all: [DomainCase],
        _ cut: ConformanceData.Cut,
        outdated: Int,
        knownFailures: [(name: String, reason: KnownDomainFailures.Reason)]
    ) {
        let changed = Set(knownFailures.map(\.name))
        let cases = all.filter { test in
            cut == .shared || test.output != nil
                || !(test.isPunycode || changed.contains(KnownDomainFailures.name(of: test.input)))
        }
        #expect(all.count - cases.count == (cut == .shared ? 0 : outdated))
        var refused: Set<String> = []
        for test in cases where !test.input.isEmpty {
            let name = KnownDomainFailures.name(of: test.input)
            var forms = [test.input.utf8.map { "%" + String(Int($0) + 256, radix: 16).suffix(2) }.joined()]
            if !test.input.contains(where: { "/\\?#:@[]\t\r\n".contains($0) }) { forms.append(test.input) }
            for form in forms {
                let host = URLRecord("https://\(form)/x")?.hostString
                guard host != test.output else { continue }
                #expect(host == nil, "\(name) should be \(test.output ?? "refused") (\(test.comment ?? ""))")
                refused.insert(name)
            }
        }
        let expected = KnownDomainFailures.names(in: knownFailures, among: cases.map(\.input))
        #expect(refused.sorted() == expected)
    }
}

/// A case of `toascii.json` and similar files.
private struct DomainCase: Decodable {
    var input: String
    var output: String?
    var comment: String?

    /// Whether the input is ASCII and contains an A-label.
    var isPunycode: Bool { input.utf8.allSatisfy { $0 < 0x80 } && input.lowercased().contains("xn--") }
}
