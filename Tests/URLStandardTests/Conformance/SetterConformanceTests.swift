import Foundation
import TestSupport
import Testing

@testable import URLStandard

@Suite("Setter conformance") struct SetterConformanceTests {
    @Test(
        "Every case of setters_tests for an existing setter has the expected result",
        .enabled(if: ConformanceData.has("wpt/setters_tests.json"), "run `make conformance-data` or set DEMARC_SHARED"),
        arguments: [("protocol", 35, 35), ("host", 67, 56), ("hostname", 48, 42), ("port", 27, 25)]
    )
    func setters(attribute: String, sharedCount: Int, downloadedCount: Int) throws {
        let (data, cut) = try ConformanceData.read("wpt/setters_tests.json")
        let file = try JSONDecoder().decode(SettersFile.self, from: LoneSurrogates.replaced(in: data))
        let cases = try #require(file.cases[attribute])
        #expect(cases.count == (cut == .shared ? sharedCount : downloadedCount))
        // The downloaded cut predates the Standard's change that leaves A-labels unchanged if they do not decode.
        for test in cases where cut == .shared || test.newValue != "xn--" {
            var url = try URLRecord(parsing: test.href.utf8.span)
            let before = url.hrefString
            let isChanged = set(attribute, of: &url, to: test.newValue)
            let values = ComponentValues(url)
            for (key, value) in test.expected {
                #expect(values[key] == value, "\(test.href): \(attribute) = \(test.newValue.debugDescription)")
            }
            #expect(isChanged || before == values.href, "a refused value changes nothing")
            #expect(LayoutChecks.problems(of: url) == [])
        }
    }

    private func set(_ attribute: String, of url: inout URLRecord, to value: String) -> Bool {
        let bytes = value.utf8.span
        return switch attribute {
        case "protocol": url.setScheme(bytes)
        case "host": url.setHost(bytes)
        case "hostname": url.setHostname(bytes)
        default: url.setPort(bytes)
        }
    }
}

private struct SettersFile: Decodable {
    var cases: [String: [SetterCase]]

    init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        cases = try container.decode([String: CaseList<SetterCase>].self).mapValues(\.cases)
    }
}

private struct SetterCase: Decodable {
    var href: String
    var newValue: String
    var expected: [String: String]

    enum CodingKeys: String, CodingKey {
        case href
        case newValue = "new_value"
        case expected
    }
}
