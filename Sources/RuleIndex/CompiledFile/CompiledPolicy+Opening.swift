public import ByteText
import PolicyModel

extension CompiledPolicy {
    /// Opens a compiled policy file, as written by `demarc compile`.
    ///
    /// The file is mapped: tables and lists are used in place, and processes that open the same file share its memory.
    /// The checksum of the whole file is verified first. The decisions of the policy and their explanations are the
    /// same as those of the document that it was compiled from; paths of locations are those that were given to the
    /// compiler.
    ///
    /// A mapped file must not be written to or shortened while it is in use: reading past its end terminates the
    /// process. ``write(to:)`` and `demarc compile` never do that; they replace the old file with a new one. If others
    /// may write to the file, open it by copying.
    ///
    /// - Parameters:
    ///   - path: The file.
    ///   - copying: Whether the file is instead read into memory of the process, where no other process can change it.
    /// - Throws: ``CompiledFileError``.
    /// - Complexity: O(*n*) in the bytes of the file, at memory speed; in addition, everything except tables and lists,
    ///   which is small, is parsed.
    public convenience init(opening path: String, copying: Bool = false) throws(CompiledFileError) {
        try self.init(CompiledFileContents(CompiledFileDisk.contents(of: path, copying: copying)))
    }

    /// Opens a compiled policy in memory.
    ///
    /// - Parameter bytes: The contents of a compiled policy file.
    /// - Throws: ``CompiledFileError``.
    public convenience init(opening bytes: SharedBytes) throws(CompiledFileError) {
        try self.init(CompiledFileContents(bytes))
    }

    /// Opens a compiled policy without comparing its checksum: every read is checked against its limits regardless, and
    /// tests and fuzzers verify this. Not part of the API.
    @_spi(Fuzzing) public convenience init(openingUnverified bytes: SharedBytes) throws(CompiledFileError) {
        try self.init(CompiledFileContents(bytes, verifies: false))
    }

    private convenience init(_ file: CompiledFileContents) throws(CompiledFileError) {
        let model = try file.model()
        guard model.count <= CompiledFileHeader.modelLimit else { throw .tooLarge }
        var reader = CompiledReader(model.array, of: file)
        let document = try PolicyDocument(from: &reader)
        guard reader.isAtEnd else { throw .malformed("there is data after its end") }
        guard (0...PolicyDocument.highestRevision).contains(document.revision) else {
            throw .malformed("it has an invalid revision")
        }
        self.init(
            document,
            ruleSets: try Self.ruleSets(of: document, reader.tables),
            file: file.bytes,
            fileChecksum: file.checksum
        )
    }

    private static func ruleSets(
        of document: PolicyDocument,
        _ tables: [CompiledTableBytes]
    ) throws(CompiledFileError) -> [CompiledRuleSet] {
        // INVARIANT: reading a rule set also reads its tables, and there is no other way to get a rule set.
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

    /// Whether bytes begin like a compiled policy file, of any version of the format.
    public static func isCompiledFile(startingWith bytes: Span<UInt8>) -> Bool {
        CompiledFileHeader.isAtStart(of: bytes)
    }

    /// Whether the regular file at a path begins like a compiled policy file.
    ///
    /// Nothing is read from a pipe or a device, because the data would be lost.
    public static func isCompiledFile(at path: String) -> Bool {
        let start = CompiledFileDisk.start(of: path, count: CompiledFileHeader.magic.count)
        return CompiledFileHeader.isAtStart(of: start.span)
    }

    // MARK: Writing

    /// The policy as the contents of a compiled policy file. Equal policies give equal bytes.
    ///
    /// - Throws: ``CompiledFileError`` if the policy is too large.
    /// - Complexity: O(*n*) in the rules and list entries.
    public func compiledFile() throws(CompiledFileError) -> SharedBytes {
        var writer = CompiledWriter(ruleSets)
        document.write(to: &writer)
        guard !writer.isTooLarge, writer.bytes.count <= CompiledFileHeader.modelLimit else { throw .tooLarge }
        var model = SectionBytes()
        model.append(writer.bytes.span)
        return try CompiledFileAssembly.file(writer.sections + [CompiledSection(.model, model.slice)])
    }

    /// The SHA-256 of the policy as a compiled file. It distinguishes policies, and identifies servers with the same
    /// policy.
    ///
    /// For a policy that was opened from a file it is the SHA-256 of the file's bytes, which `sha256sum` also prints.
    /// For a document it is that of the file that `demarc compile` writes, if given the same paths: locations are part
    /// of a compiled policy.
    ///
    /// - Returns: 64 hexadecimal digits in lower case.
    /// - Throws: ``CompiledFileError`` if a policy that was not opened from a file is larger than a compiled file can
    ///   be.
    /// - Complexity: O(*n*) in the bytes of the file, each time: some 4 ms per mebibyte.
    public func digest() throws(CompiledFileError) -> String {
        let file = if let file { file } else { try compiledFile() }
        return Hexadecimal.text(of: SHA256.hash(of: file.span))
    }

    /// Whether both policies were opened from files with the same bytes, and are therefore the same policy.
    ///
    /// - Complexity: O(*n*) in the bytes of the file, at memory speed; O(1) if the checksums differ.
    package func wasOpenedFromSameBytes(as other: CompiledPolicy) -> Bool {
        guard let file, let otherFile = other.file else { return false }
        // A file that was mapped and then, against the rules, written to, now shows the bytes of its successor. What was
        // read from it did not change, and neither did the checksum that it had.
        guard fileChecksum == other.fileChecksum else { return false }
        return file.span.isEqual(to: otherFile.span)
    }

    /// Writes the policy to a compiled policy file.
    ///
    /// It is written next to its destination and forced to disk before it replaces the destination in one step: at any
    /// time, the path names either the old file or the new one, and processes that have the old file open keep it.
    ///
    /// - Parameter path: The file; it must not be a folder, a pipe or a device. For a symbolic link, its target is
    ///   replaced.
    /// - Returns: The number of bytes written.
    /// - Throws: ``CompiledFileError``.
    @discardableResult
    public func write(to path: String) throws(CompiledFileError) -> Int {
        let file = try compiledFile()
        try CompiledFileDisk.replace(path, with: file.span)
        return file.count
    }
}
