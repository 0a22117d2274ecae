import Diagnostics
import Foundation
import PolicyModel
import TestSupport
import Testing

@testable import PolicyFiles

/// Policies that people have published, as written by Graph, PowerShell and the admin center.
enum GraphCorpus {
    static let files = PublishedData.names(in: folder).filter { $0.hasSuffix(".json") }

    static let folder = "corpus/graph"
}

@Suite(
    "Published Graph policies",
    .enabled(if: !GraphCorpus.files.isEmpty, "\(PublishedData.howToGet)")
)
struct GraphCorpusTests {
    @Test("Every policy is read, with nothing left out", arguments: GraphCorpus.files)
    func file(name: String) throws {
        let bytes = try PublishedData.bytes(GraphCorpus.folder + "/" + name)
        let result = readGraph(bytes)
        let policy = try #require(result.document?.policies["p"], "\(summary(result))")
        // Most exports are templates, which are assigned to nobody.
        #expect(result.diagnostics.allSatisfy { $0.code == "policy-reach" }, "\(summary(result))")
        // Another JSON reader gives the content of the file.
        let object = try #require(try JSONSerialization.jsonObject(with: Data(bytes)) as? [String: Any])
        let set = object.filter { !($0.value is NSNull) }
        let known = PolicySetting.allCases.filter { policy.location(of: $0) != nil }
        #expect(Set(known.map(\.name)) == Set(set.keys).intersection(GraphKeys.settings))
        #expect(policy.displayName == object["displayName"] as? String)
        let unknown = policy.unknownSettings.map(\.name)
        for key in unknown { #expect(object[key] != nil && !GraphKeys.settings.contains(key)) }
        #expect(policy.agrees(with: object))
    }

    @Test("The number of policies does not shrink") func count() { #expect(GraphCorpus.files.count >= 23) }
}

extension AppProtectionPolicy {
    /// A few settings of different kinds, compared with the other reader's values.
    fileprivate func agrees(with object: [String: Any]) -> Bool {
        accessRequirements.pinRequired == object["pinRequired"] as? Bool
            && accessRequirements.maximumPinRetries == object["maximumPinRetries"] as? Int
            && saveAsBlocked == object["saveAsBlocked"] as? Bool
            && allowedOutboundClipboardSharingLevel.rawValue == object["allowedOutboundClipboardSharingLevel"]
                as? String
            && allowedDataStorageLocations.map(\.rawValue) == object["allowedDataStorageLocations"] as? [String]
            && exemptedUniversalLinks == object["exemptedUniversalLinks"] as? [String] ?? []
            && accessRequirements.periodOnlineBeforeAccessCheck?.text == object["periodOnlineBeforeAccessCheck"]
                as? String
    }
}
