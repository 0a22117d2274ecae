import Diagnostics
import DocumentReading

/// JSON within a JSON string, the form in which templates and baselines store policies:
/// `"RAWJson": "{\"displayName\": …}"`.
///
/// The string is read as a separate document, and each of its values is placed in the containing file, so that findings
/// and reasons name the line and column that an editor shows.
struct EmbeddedJSON {
    /// The most strings that may contain each other. A further one is no template that any tool writes.
    static let levelLimit = 3

    private let reading: ReadingContext

    init(_ reading: ReadingContext) { self.reading = reading }

    /// Reads a string.
    ///
    /// - Parameters:
    ///   - node: The string, with its place in the file.
    ///   - level: The number of strings that the JSON is in, from 1 for a string of the file itself.
    /// - Returns: Its value; nil if it contains no policy, or cannot be read, which is reported.
    /// - Complexity: O(*n*) in the bytes of the text, for each level.
    func root(of node: DocumentNode, level: Int) -> DocumentNode? {
        guard case .scalar(let text, isPlain: false) = node.content, mayHoldPolicy(text),
            reading.notation(at: node.place) == .json,
            let decoded = DecodedText(reading.file(of: node.place).source.bytes, between: node.place, level: level)
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
    ///   - level: The number of strings that the text is in. The quotes of a string in a string are escaped too, so
    ///     everything around the text is decoded first.
    init?(_ file: [UInt8], between place: DocumentNode.Place, level: Int) {
        guard level >= 1, place.offsets.upperBound <= file.count else { return nil }
        let offsets = Array(place.start...max(place.start, place.end))
        var text = DecodedText(bytes: Array(file[place.offsets]), sources: offsets)
        for _ in 1..<level {
            guard let decoded = text.decoded(0..<text.bytes.count, file: place.file) else { return nil }
            text = decoded
        }
        guard text.bytes.count >= 2,
            let decoded = text.decoded(1..<text.bytes.count - 1, file: place.file)
        else { return nil }
        self = decoded
    }

    private init(bytes: [UInt8], sources: [Int32]) { (self.bytes, self.sources) = (bytes, sources) }

    /// A range of the text with its escapes decoded once.
    private func decoded(_ range: Range<Int>, file: Int32) -> DecodedText? {
        var result = DecodedText(bytes: [], sources: [])
        var reader = JSONReader(bytes, file: file, depthLimit: 0, nodeLimit: 0)
        reader.offset = range.lowerBound
        while reader.offset < range.upperBound {
            let source = sources[reader.offset]
            guard bytes[reader.offset] == UInt8(ascii: "\\") else {
                result.append(bytes[reader.offset], at: source)
                reader.offset += 1
                continue
            }
            // INVARIANT: the file, including its escapes, was read successfully before.
            guard let scalar = try? reader.escape() else { return nil }
            for byte in String(scalar).utf8 { result.append(byte, at: source) }
        }
        result.sources.append(sources[range.upperBound])
        return result
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
