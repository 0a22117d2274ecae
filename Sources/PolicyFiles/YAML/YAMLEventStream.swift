import CYaml
import Diagnostics
import DocumentReading

/// The events of a YAML text, one at a time, from the libyaml in Yams.
///
/// Yams' own composer stops at the first repeated key, records where nodes begin but not where they end, and cannot
/// limit the number of nodes, the depth, or the expansion of aliases. A reader of hostile files needs all of these.
/// Every unsafe expression that concerns YAML is in this type.
@safe final class YAMLEventStream {
    // INVARIANT: `parser` is initialised and reads `input`; both are allocated here and freed only in `deinit`. They
    // must not move, because libyaml keeps their addresses.
    private let parser: UnsafeMutablePointer<yaml_parser_t>
    private let input: UnsafeMutableBufferPointer<UInt8>

    /// Starts reading.
    ///
    /// - Parameter text: UTF-8 without a byte order mark; the stream keeps a copy.
    init(_ text: ArraySlice<UInt8>) {
        unsafe input = .allocate(capacity: max(text.count, 1))
        _ = unsafe input.initialize(from: text)
        unsafe parser = .allocate(capacity: 1)
        // SAFETY: a `yaml_parser_t` is plain memory, zero before libyaml initialises it.
        unsafe parser.initialize(to: yaml_parser_t())
        unsafe yaml_parser_initialize(parser)
        unsafe yaml_parser_set_encoding(parser, YAML_UTF8_ENCODING)
        unsafe yaml_parser_set_input_string(parser, input.baseAddress, text.count)
    }

    deinit {
        unsafe yaml_parser_delete(parser)
        unsafe parser.deallocate()
        unsafe input.deallocate()
    }

    /// The next event. Must not be called after ``YAMLEvent/Kind/streamEnd`` or an error.
    func next() throws(YAMLSyntaxError) -> YAMLEvent {
        var event = unsafe yaml_event_t()
        guard unsafe yaml_parser_parse(parser, &event) == 1 else { throw syntaxError }
        // SAFETY: the event was filled by the call above, is read before it is deleted, and is deleted once.
        defer { unsafe yaml_event_delete(&event) }
        return unsafe Self.copy(event)
    }

    /// The events of a text up to the end of its document; nil if it is not YAML.
    ///
    /// A second document in a file is rejected when the file is read.
    static func events(of text: [UInt8]) -> [YAMLEvent]? {
        let stream = YAMLEventStream(SurrogateEscapes(text[...]).map { $0.text[...] } ?? text[...])
        var events: [YAMLEvent] = []
        do throws(YAMLSyntaxError) {
            while true {
                let event = try stream.next()
                if case .documentEnd = event.kind { return events }
                events.append(event)
            }
        } catch {
            return nil
        }
    }

    /// The events of a file up to the end of its document, each with its bytes; nil if the file is not YAML.
    static func events(in source: SourceFile) -> [(event: YAMLEvent, bytes: Range<Int>)]? {
        let mark = YAMLTextCheck.markLength(source.bytes)
        let text = Array(source.bytes[mark...])
        guard YAMLTextCheck.problem(of: source.bytes) == nil, let events = events(of: text) else { return nil }
        let surrogates = SurrogateEscapes(text[...])
        func offset(_ scalar: Int) -> Int {
            // The byte order mark is one scalar of the file.
            source.offset(ofScalar: (surrogates?.original(scalar) ?? scalar) + (mark > 0 ? 1 : 0))
        }
        return events.map { event in
            let start = offset(event.start)
            return (event, start..<max(start, offset(event.end)))
        }
    }

    private static func copy(_ event: yaml_event_t) -> YAMLEvent {
        let start = unsafe Int(event.start_mark.index)
        let end = unsafe Int(event.end_mark.index)
        switch unsafe event.type {
        case YAML_STREAM_START_EVENT: return YAMLEvent(kind: .streamStart, start: start, end: end)
        case YAML_DOCUMENT_START_EVENT: return YAMLEvent(kind: .documentStart, start: start, end: end)
        case YAML_DOCUMENT_END_EVENT: return YAMLEvent(kind: .documentEnd, start: start, end: end)
        case YAML_SEQUENCE_END_EVENT: return YAMLEvent(kind: .sequenceEnd, start: start, end: end)
        case YAML_MAPPING_END_EVENT: return YAMLEvent(kind: .mappingEnd, start: start, end: end)
        case YAML_ALIAS_EVENT:
            let name = unsafe text(event.data.alias.anchor) ?? ""
            return YAMLEvent(kind: .alias(name), start: start, end: end)
        case YAML_SCALAR_EVENT:
            let scalar = unsafe event.data.scalar
            // SAFETY: libyaml provides `length` bytes from `value`, which may contain NULs.
            let bytes = unsafe UnsafeBufferPointer(start: scalar.value, count: scalar.length)
            let kind = YAMLEvent.Kind.scalar(
                text: unsafe String(decoding: bytes, as: UTF8.self),
                isPlain: unsafe scalar.style == YAML_PLAIN_SCALAR_STYLE
            )
            let isBlock =
                unsafe scalar.style == YAML_LITERAL_SCALAR_STYLE || scalar.style == YAML_FOLDED_SCALAR_STYLE
            return unsafe YAMLEvent(
                kind: kind,
                anchor: text(scalar.anchor),
                hasTag: scalar.tag != nil,
                isBlockText: isBlock,
                start: start,
                end: end
            )
        case YAML_SEQUENCE_START_EVENT:
            let sequence = unsafe event.data.sequence_start
            return unsafe YAMLEvent(
                kind: .sequenceStart,
                anchor: text(sequence.anchor),
                hasTag: sequence.tag != nil,
                isInBrackets: sequence.style == YAML_FLOW_SEQUENCE_STYLE,
                start: start,
                end: end
            )
        case YAML_MAPPING_START_EVENT:
            let mapping = unsafe event.data.mapping_start
            return unsafe YAMLEvent(
                kind: .mappingStart,
                anchor: text(mapping.anchor),
                hasTag: mapping.tag != nil,
                isInBrackets: mapping.style == YAML_FLOW_MAPPING_STYLE,
                start: start,
                end: end
            )
        default:
            // The end of the stream, and the empty event that libyaml returns after it.
            return YAMLEvent(kind: .streamEnd, start: start, end: end)
        }
    }

    private var syntaxError: YAMLSyntaxError {
        let problem = unsafe parser.pointee.problem.map { unsafe String(cString: $0) } ?? "not enough memory"
        // A reader error has no mark of its own; the scanner's mark is at most one buffer away.
        let isReaderError = unsafe parser.pointee.error == YAML_READER_ERROR
        let mark = unsafe isReaderError ? parser.pointee.mark : parser.pointee.problem_mark
        let context = unsafe parser.pointee.context.map { unsafe String(cString: $0) }
        return unsafe YAMLSyntaxError(
            problem: problem,
            place: Int(mark.index),
            context: context,
            contextPlace: context == nil ? nil : Int(parser.pointee.context_mark.index)
        )
    }

    private static func text(_ bytes: UnsafeMutablePointer<UInt8>?) -> String? {
        // SAFETY: anchors and tags are NUL-terminated and live as long as their event.
        unsafe bytes.map { unsafe String(cString: $0) }
    }
}

/// One event of a YAML document, as in [YAML 1.1](https://yaml.org/spec/1.1/#id859333).
struct YAMLEvent {
    enum Kind: Equatable {
        case streamStart, streamEnd, documentStart, documentEnd
        case scalar(text: String, isPlain: Bool)
        case sequenceStart, sequenceEnd
        case mappingStart, mappingEnd
        case alias(String)
    }

    var kind: Kind
    /// The name after `&`.
    var anchor: String?
    /// Whether an explicit tag such as `!!binary` precedes the value.
    var hasTag = false
    /// Whether a sequence or mapping in brackets begins.
    var isInBrackets = false
    /// Whether it is a block text that begins with `|` or `>`.
    var isBlockText = false
    /// The index of the scalar at which the text of the event begins, counted from 0 over the whole text.
    var start: Int
    /// The index after the event's last scalar.
    var end: Int
}

/// A syntax error found by the YAML scanner or parser.
struct YAMLSyntaxError: Error {
    /// What is wrong, in libyaml's words.
    var problem: String
    /// The index of the scalar with the error.
    var place: Int
    /// What was being read, in libyaml's words.
    var context: String?
    /// The index of the scalar at which the context began.
    var contextPlace: Int?
}

/// Help for the most common YAML mistakes, based on libyaml's message and the byte at the error.
enum YAMLSyntaxHelp {
    static func help(problem: String, byte: UInt8) -> String? {
        switch problem {
        case "found character that cannot start any token":
            byte == 0x09 ? "indent with spaces, not tabs" : "a string that begins with this character needs quotes"
        case "mapping values are not allowed in this context":
            "a string that contains `: ` needs quotes; a key needs an indentation of its own"
        case "did not find expected alphabetic or numeric character":
            "a string that begins with `*` or `&` needs quotes"
        case "could not find expected ':'":
            "a key needs `: ` after it; check the indentation"
        case "did not find expected key", "did not find expected '-' indicator":
            "check the indentation; a string that continues after its closing quote needs other quotes around all of it"
        case "found unexpected end of stream":
            "a quote or bracket is not closed"
        case "found unknown escape character":
            "write `\\\\` for a backslash, or use single quotes"
        case "did not find expected ',' or ']'" where byte == UInt8(ascii: "{"),
            "did not find expected ',' or '}'" where byte == UInt8(ascii: "{"):
            "between brackets, a string that contains `{` needs quotes"
        case "did not find expected ',' or ']'", "did not find expected ',' or '}'":
            "a bracket is not closed, or a comma is missing"
        default: nil
        }
    }
}
