import AppLint
import Diagnostics
import PropertyList
import TestSupport
import Testing

/// Info.plist files of published apps, which are not part of the project.
@Suite(
    "Configuring published apps",
    .enabled(
        if: !PublishedPropertyLists.names.isEmpty,
        "\(PublishedData.howToGet)"
    )
)
struct PublishedConfigurationTests {
    @Test(
        "Configuring twice equals configuring once, and only activation rules are rewritten",
        arguments: PublishedPropertyLists.names
    )
    func file(name: String) throws {
        let bytes = try PublishedPropertyLists.bytes(name)
        guard let document = try? PropertyListReader().read(bytes, path: name) else { return }
        let isEntitlements = PublishedPropertyLists.isEntitlements(name)
        let empty = Array(
            "<plist><dict><key>CFBundleIdentifier</key><string>com.example.app</string></dict></plist>".utf8
        )
        let plist = isEntitlements ? try PropertyListReader().read(empty, path: "Info.plist") : document
        let first = try AppConfiguration(infoPlist: plist, entitlements: isEntitlements ? document : nil)
        let file = try #require(isEntitlements ? first.entitlements : first.infoPlist)
        try AppConfigurationTests.again(first)
        #expect(first.infoPlist.isChanged == first.additions.contains { $0.path == plist.source.path })
        guard file.isChanged else {
            #expect(file.bytes == bytes)
            return
        }
        let rewrites = first.additions.filter { $0.code == .activationConstants || $0.code == .missingActivationTypes }
        let before = bytes.split(separator: 0x0A, omittingEmptySubsequences: false)
        let after = file.bytes.split(separator: 0x0A, omittingEmptySubsequences: false)
        // `<array/>` becomes two tags; all other lines stay unless they are rewritten.
        let removed = after.difference(from: before).removals.count { change in
            guard case .remove(_, let line, _) = change else { return false }
            return !line.contains(UInt8(ascii: "/")) || line.suffix(2) != Array("/>".utf8)[...]
        }
        #expect((removed > 0) == !rewrites.isEmpty)
    }
}
