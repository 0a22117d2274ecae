import Diagnostics
import DocumentReading

/// JSON within a JSON string, the form in which templates and baselines store policies:
/// `"RAWJson": "{\"displayName\": …}"`.
///
/// The string is read as a separate document, and each of its values is placed in the containing file, so that findings
/// and reasons name the line and column that an editor shows.
struct EmbeddedJSON {
    private let reading: ReadingContext

    init(_ reading: ReadingContext) { self.reading = reading }

    /// Reads a string; nil if it contains no policy, or cannot be read, which is reported.
    ///
    /// - Complexity: O(*n*) in the bytes of the text.
    func root(of node: DocumentNode) -> DocumentNode? {
        guard case .scalar(let text, isPlain: false) = node.content, mayHoldPolicy(text),
            reading.notation(at: node.place) == .json,
            let decoded = DecodedText(reading.file(of: node.place).source.bytes, between: node.place)
        else { return nil }
        var reader = JSONReader(
            decoded.bytes,
            file: node.place.file,
            depthLimit: reading.bounds.depth,
            nodeLimit: max(0, reading.nodesLeft)
        )
        defer { reading.nodesLeft -= reader.nodes }
        do throws(JSONProblem) {
            let root = try reader.read()
            reading.noteEmbedded(node.place)
            reading.report(
                reader.repeatedKeys.map { key in
                    JSONReader.RepeatedKey(
                        key: key.key,
                        place: decoded.source(of: key.place),
                        first: decoded.source(of: key.first)
                    )
                }
            )
            return decoded.moved(root)
        } catch {
            let place = DocumentNode.Place(
                file: node.place.file,
                start: Int32(clamping: error.offsets.lowerBound),
                end: Int32(clamping: error.offsets.upperBound)
            )
            reading.report(
                error.code,
                "the JSON in this string contains a policy and cannot be read: \(error.message)",
                at: decoded.source(of: place),
                severity: .warning,
                help: error.help
            )
            return nil
        }
    }

    /// Whether a string may contain a policy. Most do not, which their first byte shows.
    private func mayHoldPolicy(_ text: String) -> Bool {
        let first = text.utf8.first { $0 != 0x20 && !(0x09...0x0D).contains($0) }
        guard first == UInt8(ascii: "{") || first == UInt8(ascii: "[") else { return false }
        return text.contains(GraphKeys.policyType) || PolicyFileNames.isSettingWritten(in: Array(text.utf8))
    }
}

/// A string of a JSON file with its escapes decoded, and the mapping back to the file's bytes.
private struct DecodedText {
    private(set) var bytes: [UInt8] = []
    /// The offset of each byte in the file, plus one entry for the end.
    private var sources: [Int32] = []

    /// - Parameters:
    ///   - file: The bytes of the file.
    ///   - place: The range of the string including its quotes.
    init?(_ file: [UInt8], between place: DocumentNode.Place) {
        let end = Int(place.end) - 1
        var reader = JSONReader(file, file: place.file, depthLimit: 0, nodeLimit: 0)
        reader.offset = Int(place.start) + 1
        guard end <= file.count, reader.offset <= end else { return nil }
        while reader.offset < end {
            let source = Int32(clamping: reader.offset)
            guard file[reader.offset] == UInt8(ascii: "\\") else {
                append(file[reader.offset], at: source)
                reader.offset += 1
                continue
            }
            // INVARIANT: the file, including its escapes, was read successfully before.
            guard let scalar = try? reader.escape() else { return nil }
            for byte in String(scalar).utf8 { append(byte, at: source) }
        }
        sources.append(Int32(clamping: end))
    }

    private mutating func append(_ byte: UInt8, at source: Int32) {
        bytes.append(byte)
        sources.append(source)
    }

    func source(of place: DocumentNode.Place) -> DocumentNode.Place {
        let last = sources.count - 1
        return DocumentNode.Place(
            file: place.file,
            start: sources[min(max(0, Int(place.start)), last)],
            end: sources[min(max(0, Int(place.end)), last)]
        )
    }

    /// A value with its places in the file. The depth of the string bounds the recursion.
    func moved(_ node: DocumentNode) -> DocumentNode {
        var node = node
        node.place = source(of: node.place)
        switch node.content {
        case .scalar: break
        case .sequence(let elements): node.content = .sequence(elements.map { moved($0) })
        case .mapping(let entries):
            let entries = entries.map { entry in
                DocumentNode.Entry(key: entry.key, keyPlace: source(of: entry.keyPlace), value: moved(entry.value))
            }
            node.content = .mapping(entries)
        }
        return node
    }
}
