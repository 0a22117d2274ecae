public import ByteText
import PolicyModel

extension CompiledPolicy {
    /// Opens a compiled policy file, as `demarc compile` writes it.
    ///
    /// The file is mapped: tables and lists are used where they stand, and processes that open the same file share its
    /// memory. The checksum of the whole file is compared first. What the policy decides, and how it explains that, is the
    /// same as of the document that it was compiled from; paths of locations are those that were given to the compiler.
    ///
    /// A mapped file must not be written to or made shorter while it is in use: reading behind its end ends the process.
    /// ``write(to:)`` and `demarc compile` never do that; they put a new file in the place of the old one. Where others may
    /// write to the file, open it by copying.
    ///
    /// - Parameters:
    ///   - path: The file.
    ///   - copying: Whether the file is read into memory of the process instead, where no other process can change it.
    /// - Throws: ``CompiledFileError``.
    /// - Complexity: O(*n*) in the bytes of the file, at the speed of reading memory; and what is written small in it,
    ///   which is everything but tables and lists, is read.
    public convenience init(opening path: String, copying: Bool = false) throws(CompiledFileError) {
        try self.init(CompiledFileContents(CompiledFileDisk.contents(of: path, copying: copying)))
    }

    /// Opens a compiled policy that is in memory.
    ///
    /// - Parameter bytes: What a compiled policy file holds.
    /// - Throws: ``CompiledFileError``.
    public convenience init(opening bytes: SharedBytes) throws(CompiledFileError) {
        try self.init(CompiledFileContents(bytes))
    }

    /// Opens a compiled policy whose checksum is not compared: the bounds of whatever is read must hold anyway, and tests
    /// and fuzzers see that they do. No part of the API.
    @_spi(Fuzzing) public convenience init(openingUnverified bytes: SharedBytes) throws(CompiledFileError) {
        try self.init(CompiledFileContents(bytes, verifies: false))
    }

    private convenience init(_ file: CompiledFileContents) throws(CompiledFileError) {
        let model = try file.model()
        guard model.count <= CompiledFileHeader.modelLimit else { throw .tooLarge }
        var reader = CompiledReader(model.array, of: file)
        let document = try PolicyDocument(from: &reader)
        guard reader.isAtEnd else { throw .malformed("there is more behind its end") }
        guard (0...PolicyDocument.highestRevision).contains(document.revision) else {
            throw .malformed("it has a revision that no document has")
        }
        self.init(document, ruleSets: try Self.ruleSets(of: document, reader.tables), file: file.bytes)
    }

    private static func ruleSets(
        of document: PolicyDocument,
        _ tables: [CompiledTableBytes]
    ) throws(CompiledFileError) -> [CompiledRuleSet] {
        // INVARIANT: reading a rule set brings its tables, and there is no other way to a rule set.
        guard tables.count == document.ruleSets.count else { throw .malformed("it has a rule set without tables") }
        var ruleSets: [CompiledRuleSet] = []
        for (ruleSet, tables) in zip(document.ruleSets, tables) {
            do throws(NameTableError) {
                ruleSets.append(try CompiledRuleSet(ruleSet, hosts: tables.hosts, urls: tables.urls))
            } catch {
                throw .malformed("it has an invalid table")
            }
        }
        return ruleSets
    }

    /// Whether bytes begin as a compiled policy file does, whatever version of the format it has.
    public static func isCompiledFile(startingWith bytes: Span<UInt8>) -> Bool {
        CompiledFileHeader.isAtStart(of: bytes)
    }

    /// Whether the plain file at a path begins as a compiled policy file does.
    ///
    /// Nothing is read of a pipe or a device, since what is read there is gone.
    public static func isCompiledFile(at path: String) -> Bool {
        let start = CompiledFileDisk.start(of: path, count: CompiledFileHeader.magic.count)
        return CompiledFileHeader.isAtStart(of: start.span)
    }

    // MARK: Writing

    /// The policy as a compiled policy file holds it. Equal policies give equal bytes.
    ///
    /// - Throws: ``CompiledFileError`` where the policy is too large.
    /// - Complexity: O(*n*) in the rules and list entries.
    public func compiledFile() throws(CompiledFileError) -> SharedBytes {
        var writer = CompiledWriter(ruleSets)
        document.write(to: &writer)
        guard !writer.isTooLarge, writer.bytes.count <= CompiledFileHeader.modelLimit else { throw .tooLarge }
        var model = SectionBytes()
        model.append(writer.bytes.span)
        return try CompiledFileAssembly.file(writer.sections + [CompiledSection(.model, model.slice)])
    }

    /// The SHA-256 of the policy as a compiled file: what tells two policies apart, and two servers under one policy
    /// together.
    ///
    /// Of a policy that was opened it is that of the file's bytes; `sha256sum` prints the same. Of a document it is that of
    /// the file which `demarc compile` writes, if it is given the same paths: places are part of a compiled policy.
    ///
    /// - Returns: 64 hexadecimal digits in lower case.
    /// - Throws: ``CompiledFileError`` where a policy that was not opened is larger than a compiled file can be.
    /// - Complexity: O(*n*) in the bytes of the file, each time: some 4 ms a mebibyte.
    public func digest() throws(CompiledFileError) -> String {
        let file = if let file { file } else { try compiledFile() }
        return Hexadecimal.text(of: SHA256.hash(of: file.span))
    }

    /// Writes the policy to a compiled policy file.
    ///
    /// It is written beside its place and forced to disk before it takes the place in one step: whatever happens in
    /// between, the path names the old file or the new one, and who has the old one open keeps it.
    ///
    /// - Parameter path: The file; it must not be a folder, a pipe or a device. Of a symbolic link, what it leads to is
    ///   replaced.
    /// - Returns: How many bytes it has.
    /// - Throws: ``CompiledFileError``.
    @discardableResult
    public func write(to path: String) throws(CompiledFileError) -> Int {
        let file = try compiledFile()
        try CompiledFileDisk.replace(path, with: file.span)
        return file.count
    }
}

extension SharedSlice {
    var array: [UInt8] {
        let bytes = span
        return bytes.indices.map { bytes[$0] }
    }
}
