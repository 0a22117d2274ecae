import ByteText
import Diagnostics
import PolicyModel
import Testing
import URLMatching

@testable import RuleIndex

@Suite("A compiled file holds all of a document") struct CompiledDocumentTests {
    @Test("every field of a document comes back")
    func document() throws {
        let document = try FilledDocument.make()
        #expect(try reopened(document).document == document)
        let empty = PolicyDocument(accounts: AccountDirectory([]), user: nil)
        #expect(try reopened(empty).document == empty)
    }

    /// A field that is new is at its default in the filled document, until somebody fills it; then the round trip finds
    /// that it is not written.
    @Test("the filled document has no field at its default")
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
        same += Self.sameFields(document.views[0], ViewDeclaration.unread)
        same += Self.sameFields(document.ruleSets[0], RuleSet.unread)
        same += Self.sameFields(document.ruleSets[0].rules[6], Rule.unread)
        #expect(same.isEmpty, "\(same)")
        for setting in AppSetting.allCases { #expect(document.app[setting] != nil) }
    }

    /// The fields that print alike in both values.
    private static func sameFields<Value>(_ one: Value, _ other: Value) -> [String] {
        let (left, right) = (Mirror(reflecting: one).children, Mirror(reflecting: other).children)
        #expect(!left.isEmpty && left.count == right.count)
        return zip(left, right).compactMap { one, other in
            "\(one.value)" == "\(other.value)" ? "\(Value.self).\(one.label ?? "?")" : nil
        }
    }

    /// What is written has changed: raise ``CompiledFileHeader/version``, so that no other version misreads it, and put the
    /// sum that is reported here.
    @Test("the version of the format stands for what is written")
    func format() throws {
        let bytes = try compiledBytes(CompiledPolicy(try FilledDocument.make()))
        #expect(CompiledFileHeader.version == 5)
        #expect(CompiledFileChecksum.of(bytes.span) == 12_115_728_464_075_699_888)
    }

    @Test(
        "numbers come back",
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
        "what is no value is refused",
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

    @Test("a text that is not UTF-8, is longer than the file, or is shared with none is refused")
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
