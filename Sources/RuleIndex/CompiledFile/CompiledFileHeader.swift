import ByteText
import PolicyModel

/// The first bytes of a compiled file. Numbers are little-endian.
///
/// ```
/// 0…7      89 44 45 4D 41 52 43 0A: a byte that never occurs in text, `DEMARC`, and a newline
/// 8…11     the mark of the byte order, 01020304
/// 12…15    the version of the format
/// 16…23    the size of the file in bytes
/// 24…31    the checksum of everything after it
/// 32…35    the mark of the settings that the writer supported
/// 36…39    the number of sections
/// 40…      24 bytes for each section: kind, 0, start, size in bytes
/// ```
///
/// Sections begin at multiples of ``alignment``, in the order of the table; the gaps between them contain only zeros.
struct CompiledFileHeader {
    /// The version of the format that is written, and the only version that is read. It is raised whenever the encoding
    /// of values changes, or what the tables say about rules that readers file by themselves. Changes to the set of
    /// settings are tracked by ``settingsMark``.
    static let version: UInt32 = 11

    /// A checksum of the tables of settings: the name of each setting and the values it accepts.
    ///
    /// A setting that the writer did not support would be at its default, although the compiled document may have set
    /// it. Therefore a file is read only if the writer supported the same settings as the reader.
    static let settingsMark: UInt32 = {
        // PERF: does not use descriptions of enumerations: those are created by reflection, which takes a millisecond
        // here.
        var text: [UInt8] = []
        text.reserveCapacity(8192)
        for setting in PolicySetting.allCases { append(setting.name, setting.kind.signature, to: &text) }
        for setting in AppSetting.allCases { append(setting.name, setting.kind.signature, to: &text) }
        return UInt32(truncatingIfNeeded: CompiledFileChecksum.of(text.span))
    }()

    private static func append(_ name: String, _ signature: String, to text: inout [UInt8]) {
        text += name.utf8
        text.append(UInt8(ascii: " "))
        text += signature.utf8
        text.append(UInt8(ascii: "\n"))
    }

    static let magic = CompiledFileMark.bytes
    static let orderMark: UInt32 = 0x0102_0304
    /// The offset of the checksum, which covers everything after it.
    static let checksumOffset = 24
    static let checkedOffset = 32
    /// The offset of the number of sections, after the mark of the settings.
    static let countOffset = 36
    static let tableOffset = 40
    static let entryCount = 24
    static let alignment = 64
    /// The maximum number of sections.
    static let sectionLimit = 1 << 20
    /// The maximum size of the last section in bytes: every count in it fits into 32 bits.
    static let modelLimit = 1 << 30
    /// The maximum size of a file in bytes: some hundred million names. Sums of offsets cannot overflow.
    static let fileLimit = 1 << 34

    /// The kind and range of each section.
    let sections: [(kind: CompiledSection.Kind, range: Range<Int>)]

    /// Reads and checks everything before the first section.
    ///
    /// - Throws: ``CompiledFileError``. A section that is not inside the file means that the file is truncated.
    init(_ file: Span<UInt8>) throws(CompiledFileError) {
        try Self.checkStart(file, fileSize: file.count)
        let count = Int(file.number32(at: Self.countOffset))
        guard count <= Self.sectionLimit, count * Self.entryCount <= file.count - Self.tableOffset else {
            throw .malformed("its table of sections is longer than the file")
        }
        var sections: [(kind: CompiledSection.Kind, range: Range<Int>)] = []
        var end = Self.tableOffset + count * Self.entryCount
        for number in 0..<count {
            let entry = Self.tableOffset + number * Self.entryCount
            guard let kind = CompiledSection.Kind(rawValue: file.number32(at: entry)) else {
                throw .malformed("it has a section of an unknown kind")
            }
            let start = file.number64(at: entry + 8)
            let size = file.number64(at: entry + 16)
            guard start >= end, start <= file.count, size >= 0, size <= file.count - start,
                start % Self.alignment == 0
            else { throw .malformed("a section lies outside the file") }
            end = start + size
            sections.append((kind, start..<end))
        }
        self.sections = sections
    }

    /// Whether bytes begin like a compiled file, of any version.
    static func isAtStart(of bytes: Span<UInt8>) -> Bool {
        bytes.count >= magic.count && bytes.extracting(..<magic.count).isEqual(to: magic.span)
    }

    /// Checks everything before the table of sections.
    ///
    /// - Parameters:
    ///   - file: The first ``tableOffset`` bytes of the file or more; all of them if it has fewer.
    ///   - fileSize: The size of the whole file.
    /// - Throws: ``CompiledFileError``.
    static func checkStart(_ file: Span<UInt8>, fileSize: Int) throws(CompiledFileError) {
        guard !file.isEmpty else { throw CompiledFileError(.empty, "the file is empty") }
        guard isAtStart(of: file) else {
            let isBeginning = file.count < magic.count && file.isEqual(to: magic.span.extracting(..<file.count))
            throw isBeginning ? truncated : CompiledFileError(.notCompiled, "the file is not a compiled policy")
        }
        guard file.count >= tableOffset else { throw truncated }
        let mark = file.number32(at: 8)
        guard mark != orderMark.byteSwapped else {
            throw CompiledFileError(.otherByteOrder, "the policy was compiled on a machine with another byte order")
        }
        guard mark == orderMark else { throw damaged }
        let version = file.number32(at: 12)
        guard version <= Self.version else {
            throw CompiledFileError(
                .newerVersion,
                "the compiled policy has version \(version) of the format; this Demarc reads version \(Self.version)"
            )
        }
        guard version == Self.version else {
            throw CompiledFileError(
                .olderVersion,
                "the compiled policy has version \(version) of the format; this Demarc reads version \(Self.version)"
            )
        }
        guard file.number32(at: checkedOffset) == settingsMark else {
            throw CompiledFileError(.otherSettings, "the policy was compiled by a Demarc that knows other settings")
        }
        let count = file.number64(at: 16)
        guard count <= fileSize else { throw truncated }
        guard count == fileSize else { throw damaged }
    }

    private static var truncated: CompiledFileError {
        CompiledFileError(.truncated, "the compiled policy is cut off")
    }

    static var damaged: CompiledFileError {
        CompiledFileError(.damaged, "the compiled policy is damaged: its bytes are not those that were written")
    }
}

extension Span<UInt8> {
    /// Four bytes, lowest first.
    func number32(at offset: Int) -> UInt32 {
        var number: UInt32 = 0
        for position in 0..<4 { number |= UInt32(self[offset + position]) << (8 * UInt32(position)) }
        return number
    }

    /// Eight bytes, lowest first; negative if the number is too large.
    func number64(at offset: Int) -> Int { Int(truncatingIfNeeded: WordLoader.word(of: self, at: offset)) }
}
