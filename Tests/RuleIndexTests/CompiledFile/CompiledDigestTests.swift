import ByteText
import PolicyModel
import TestSupport
import Testing

@_spi(Fuzzing) @testable import RuleIndex

@Suite("Revision and digest of a policy") struct CompiledDigestTests {
    private static func document(revision: Int = 0) -> PolicyDocument {
        PolicyDocument(accounts: AccountDirectory([Account(id: AccountID("dana"))]), user: nil, revision: revision)
    }

    @Test("The digest is that of the compiled file, in memory, opened, and by `sha256sum`")
    func digest() throws {
        let folder = try TemporaryFolder()
        let compiled = CompiledPolicy(Self.document(revision: 7))
        let path = folder.file("policy.demarc")
        try compiled.write(to: path)
        let file = try compiled.compiledFile()
        let expected = Hexadecimal.text(of: SHA256.hash(of: file.span))
        #expect(expected.utf8.count == 64)
        #expect(try compiled.digest() == expected)
        let opened = try CompiledPolicy(opening: path)
        #expect(try opened.digest() == expected && opened.revision == 7)
        #expect(try CompiledPolicy(opening: path, copying: true).digest() == expected)
        withExtendedLifetime(folder) {}
    }

    @Test("Another revision has another digest, and a document without one has revision 0")
    func revisions() throws {
        let none = CompiledPolicy(Self.document())
        let first = CompiledPolicy(Self.document(revision: 1))
        #expect(none.revision == 0 && first.revision == 1)
        #expect(try none.digest() != first.digest())
        #expect(try none.digest() == CompiledPolicy(Self.document()).digest())
    }

    @Test("A compiled file with an impossible revision is refused")
    func impossible() throws {
        for revision in [-1, PolicyDocument.highestRevision + 1, .min, .max] {
            let file = try CompiledPolicy(Self.document(revision: revision)).compiledFile()
            #expect(throws: CompiledFileError.self) { _ = try CompiledPolicy(opening: file) }
        }
        let highest = try CompiledPolicy(Self.document(revision: PolicyDocument.highestRevision)).compiledFile()
        #expect(try CompiledPolicy(opening: highest).revision == PolicyDocument.highestRevision)
    }
}
