import ByteText
import Diagnostics
import PolicyModel
import Testing
import URLMatching

@_spi(Fuzzing) @testable import RuleIndex

@Suite("A compiled file contains the whole document") struct CompiledDocumentTests {
    @Test("Every field of a document reads back")
    func document() throws {
        let document = try FilledDocument.make()
        #expect(try reopened(document).document == document)
        let empty = PolicyDocument(accounts: AccountDirectory([]), user: nil)
        #expect(try reopened(empty).document == empty)
    }

    /// A new field has its default in the filled document until it is filled; then the round trip detects that the
    /// field is not written.
    @Test("No field of the test document has its default value")
    func filled() throws {
        let document = try FilledDocument.make()
        let unread = PolicyDocument(accounts: AccountDirectory([]), user: nil)
        var same = Self.sameFields(document, unread)
        let policy = try #require(document.policies["strict"])
        same += Self.sameFields(policy, AppProtectionPolicy())
        same += Self.sameFields(policy.accessRequirements, AccessRequirements())
        same += Self.sameFields(policy.conditionalLaunch, ConditionalLaunch())
        same += Self.sameFields(document.app, AppSettings())
        let bundle = try #require(document.app.bundle)
        same += Self.sameFields(bundle, BundleDeclarations(path: ""))
        same += Self.sameFields(try #require(bundle.appExtension), ExtensionDeclaration.unread)
        same += Self.sameFields(try #require(bundle.sceneManifest), SceneManifest.unread)
        same += Self.sameFields(bundle.urlTypes[0], URLTypeDeclaration.unread)
        same += Self.sameFields(document.accounts.accounts[0], Account.unread)
        same += Self.sameFields(try #require(document.apps)[0], AppDeclaration.unread)
        same += Self.sameFields(document.appConfigurations[0], AppConfigurationDocument())
        same += Self.sameFields(document.organizations[0], OrganizationDeclaration(name: "", hosts: []))
        same += Self.sameFields(document.views[0], ViewDeclaration.unread)
        same += Self.sameFields(document.ruleSets[0], RuleSet.unread)
        same += Self.sameFields(document.ruleSets[0].rules[6], Rule.unread)
        #expect(same.isEmpty, "\(same)")
        for setting in AppSetting.allCases { #expect(document.app[setting] != nil) }
    }

    /// The fields with equal printed values.
    private static func sameFields<Value>(_ one: Value, _ other: Value) -> [String] {
        let (left, right) = (Mirror(reflecting: one).children, Mirror(reflecting: other).children)
        #expect(!left.isEmpty && left.count == right.count)
        return zip(left, right).compactMap { one, other in
            "\(one.value)" == "\(other.value)" ? "\(Value.self).\(one.label ?? "?")" : nil
        }
    }

    /// If this fails, the format of values has changed: increase ``CompiledFileHeader/version``, so that no other
    /// version misreads it, and update the sum reported here. A new setting changes neither, because it has its own
    /// mark.
    @Test("The format version depends on how values are written")
    func format() throws {
        var document = try FilledDocument.make()
        document.app = AppSettings()
        var policy = AppProtectionPolicy(name: "strict")
        for setting in [
            PolicySetting.displayName, .allowedOutboundDataTransferDestinations, .exemptedAppProtocols,
            .managedUniversalLinks, .allowedOutboundClipboardSharingExceptionLength, .customBrowserProtocol,
            .allowedDataStorageLocations, .printBlocked, .periodBeforePinReset,
        ] {
            policy.set(setting, to: FilledDocument.value(of: setting))
            policy.setLocation(of: setting, to: FilledDocument.place(7))
        }
        for setting in [AppSetting.id, .linkedOn, .queriesSchemes, .appConfig, .multiIdentity, .splashDuration] {
            document.app[setting] = FilledDocument.app()[setting]
            document.app.setLocation(of: setting, to: FilledDocument.place(8))
        }
        document.app.bundle = FilledDocument.app().bundle
        document.policies["strict"] = policy
        let bytes = try compiledBytes(CompiledPolicy(document))
        #expect(CompiledFileHeader.version == 11)
        let values = bytes.span.extracting(CompiledFileHeader.countOffset...)
        #expect(CompiledFileChecksum.of(values) == 14_711_292_195_405_561_724)
    }

    private static let badSettings: [(name: String, values: [CompiledFileParts.Value], why: Comment)] = [
        ("nonesuch", [.byte(1)], "no such setting"), ("printBlocked", [.byte(2)], "no Boolean"),
        ("notificationRestriction", [.number(0)], "no word of the setting"),
        ("maximumPinRetries", [.number(-1)], "out of range"),
        ("periodBeforePinReset", [.text([0x31])], "no length of time"),
        ("customBrowserProtocol", [.text([])], "no scheme"),
    ]

    @Test("An impossible setting is refused")
    func settings() throws {
        let file = try Self.noSections()
        for row in Self.badSettings {
            var writer = CompiledWriter()
            writer.write(1)
            writer.writeShared(row.name)
            writer.write(row.values)
            #expect(throws: CompiledFileError.self, row.why) {
                var reader = CompiledReader(writer.bytes, of: file)
                _ = try CompiledSettings(from: &reader)
            }
        }
        #expect(throws: CompiledFileError.self, "twice") {
            var reader = CompiledReader([4, 0, 24] + Array("printBlocked".utf8) + [1, 0, 1], of: file)
            _ = try CompiledSettings(from: &reader)
        }
    }

    @Test("Settings of a policy are stored by name, without defaults")
    func sparse() throws {
        var writer = CompiledWriter()
        CompiledSettings(AppProtectionPolicy()).write(to: &writer)
        #expect(writer.bytes == [0])
        var policy = AppProtectionPolicy()
        policy.printBlocked = true
        writer = CompiledWriter()
        CompiledSettings(policy).write(to: &writer)
        #expect(writer.bytes == [2, 0, 24] + Array("printBlocked".utf8) + [1])
    }

    @Test(
        "Numbers read back",
        arguments: [0, 1, -1, 63, 64, -64, -65, 1 << 20, -(1 << 40), Int.max, Int.min, Int.max - 1]
    )
    func numbers(number: Int) throws {
        var writer = CompiledWriter()
        writer.write(number)
        var reader = CompiledReader(writer.bytes, of: try Self.noSections())
        #expect(try reader.readNumber() == number)
        #expect(reader.isAtEnd)
    }

    @Test(
        "Malformed values are refused",
        arguments: [
            ([], "ends early"), ([0x80], "ends early"), ([2], "neither true nor false"),
            (Array(repeating: 0xFF, count: 10), "a number of more than 64 bits"),
            (Array(repeating: 0x80, count: 10) + [1], "a number of more than ten bytes"),
        ] as [([UInt8], Comment)]
    )
    func malformed(bytes: [UInt8], why: Comment) throws {
        let file = try Self.noSections()
        #expect(throws: CompiledFileError.self, why) {
            var reader = CompiledReader(bytes, of: file)
            if bytes == [2] { _ = try Bool(from: &reader) } else { _ = try reader.readNumber() }
        }
    }

    @Test("A text that is not UTF-8, exceeds the file, or is an unknown shared text is refused")
    func texts() throws {
        let file = try Self.noSections()
        for bytes in [[2, 0xFF], [6, 0x61], [3]] as [[UInt8]] {
            #expect(throws: CompiledFileError.self) {
                var reader = CompiledReader(bytes, of: file)
                _ = try reader.readText()
            }
        }
        #expect(throws: CompiledFileError.self) {
            var reader = CompiledReader([2], of: file)
            _ = try reader.readShared()
        }
    }

    private static func noSections() throws -> CompiledFileContents {
        try CompiledFileContents(CompiledFileAssembly.file([]))
    }
}
