public import Diagnostics

/// Reads property lists, both XML and binary, with the place of every value.
///
/// ```swift
/// let document = try PropertyListReader().read(bytes, path: "Info.plist")
/// let settings = document.root.entry("IntuneMAMSettings")
/// ```
///
/// The input may be hostile: the cost of reading is bounded, nothing is fetched, and no entity is declared or expanded.
/// A document type is accepted, because every property list has one, and ignored.
public struct PropertyListReader: Sendable {
    /// The limits on the cost of reading.
    public var bounds: PropertyListBounds
    /// Whether XML may have the root `<dict>` instead of `<plist>`, as in the app configurations of Intune.
    public var acceptsFragment = false

    /// Creates a reader.
    public init(bounds: PropertyListBounds = PropertyListBounds()) { self.bounds = bounds }

    /// Reads a property list.
    ///
    /// The form of the file is determined by its first bytes: `bplist00` begins the binary form, and a byte order mark
    /// UTF-16; everything else is read as XML in UTF-8. The old style with braces, as in `{ key = value; }`, is
    /// rejected, and so is UTF-16 without its mark.
    ///
    /// - Parameters:
    ///   - bytes: The file.
    ///   - path: The path shown in findings.
    /// - Returns: The document.
    /// - Throws: ``PropertyListError`` with every problem that could be found.
    /// - Complexity: O(*n*) in `bytes.count` and the number of values, up to the bounds.
    public func read(_ bytes: [UInt8], path: String) throws(PropertyListError) -> PropertyListDocument {
        let limit = min(bounds.bytes, PropertyListBounds.mostBytes)
        guard bytes.count <= limit else {
            let message = "the property list is larger than \(Quoted.size(limit))"
            throw Self.error(
                [PropertyListFinding(.fileTooLarge, message, at: 0..<0)],
                SourceFile(path: path, bytes: [])
            )
        }
        switch FileKind(of: bytes) {
        case .binary:
            let source = SourceFile(path: path, bytes: bytes)
            var reader = BinaryReader(bytes, bounds: bounds)
            do throws(BinaryProblem) {
                return PropertyListDocument(root: try reader.read(), format: .binary, source: source)
            } catch {
                throw Self.error([error.finding], source)
            }
        case .other(let finding):
            throw Self.error([finding], SourceFile(path: path, bytes: bytes))
        case .utf8:
            return try readXML(bytes, .utf8, path: path)
        case .utf16(let encoding):
            let text: [UInt8]
            do throws(UTF16Text.Problem) {
                text = try UTF16Text.decode(bytes.dropFirst(2), isBigEndian: encoding == .utf16BigEndian)
            } catch {
                let finding = PropertyListFinding(
                    .notUTF16,
                    "the file begins with the byte order mark of UTF-16 but is not UTF-16",
                    at: error.offsets.lowerBound + 2..<error.offsets.upperBound + 2,
                    help: "save it as UTF-8"
                )
                throw Self.error([finding], SourceFile(path: path, bytes: bytes))
            }
            return try readXML(text, encoding, path: path)
        }
    }

    /// Whether a file is intended as a property list, in any form and encoding, rather than JSON or another text.
    ///
    /// Also true for forms that ``read(_:path:)`` rejects, so that the error names the actual cause.
    ///
    /// - Parameters:
    ///   - bytes: The file.
    ///   - acceptsFragment: Whether a `<dict>` without `<plist>` counts; see ``acceptsFragment``.
    /// - Returns: True for a property list.
    /// - Complexity: O(1); only the first kilobytes are inspected.
    public static func isPropertyList(_ bytes: [UInt8], acceptsFragment: Bool = false) -> Bool {
        FileKind.isMeant(by: bytes, acceptsFragment: acceptsFragment)
    }

    private func readXML(
        _ text: [UInt8],
        _ encoding: PropertyListFormat.Encoding,
        path: String
    ) throws(PropertyListError) -> PropertyListDocument {
        let source = SourceFile(path: path, bytes: text)
        if let finding = FileKind.textFinding(text)
            ?? XMLTextCheck.finding(in: text, encoding: encoding, bounds: bounds)
        {
            throw Self.error([finding], source)
        }
        let builder = XMLTreeBuilder(text, bounds: bounds, acceptsFragment: acceptsFragment)
        XMLParser.parse(text, from: XMLTextCheck.markLength(text), into: builder)
        guard let root = builder.root, builder.findings.isEmpty else {
            let missing = PropertyListFinding(.invalidXML, "the property list has no value", at: 0..<0)
            var findings = builder.findings.isEmpty ? [missing] : builder.findings
            // A fix replaces bytes, and a UTF-16 file has different bytes.
            if encoding != .utf8 { for index in findings.indices { findings[index].fix = nil } }
            throw Self.error(findings, source)
        }
        return PropertyListDocument(root: root, format: .xml(encoding), source: source)
    }

    private static func error(_ findings: [PropertyListFinding], _ source: SourceFile) -> PropertyListError {
        let diagnostics = findings.map { finding in
            let places = [finding.place] + (finding.other.map { [$0] } ?? [])
            let ranges = places.map { source.range($0) }
            return Diagnostic(
                code: finding.code.rawValue,
                message: finding.message,
                places: ranges,
                help: finding.help,
                fix: finding.fix.map { TextEdit(range: ranges[0], replacement: $0) }
            )
        }
        .sorted()
        // This is never called without a finding; if it were, it would still be an error.
        let unexplained = Diagnostic(
            code: PropertyListFindingCode.notAPropertyList.rawValue,
            message: "the file is not a property list",
            places: [source.range(0..<0)]
        )
        return PropertyListError(diagnostics.first ?? unexplained, and: Array(diagnostics.dropFirst()), source: source)
    }
}

/// A property list that was read.
public struct PropertyListDocument: Hashable, Sendable {
    /// The root value.
    public var root: PropertyListNode
    /// The format of the file.
    public var format: PropertyListFormat
    /// The file. Every place is a range of its bytes.
    ///
    /// A UTF-16 file is converted to UTF-8 without its byte order mark, so that lines and columns match what a person
    /// sees. Encoded again according to ``format``, it is the file byte for byte.
    public var source: SourceFile

    /// Creates a document.
    public init(root: PropertyListNode, format: PropertyListFormat, source: SourceFile) {
        self.root = root
        self.format = format
        self.source = source
    }
}
