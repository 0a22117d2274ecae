import CYaml

/// The events of a YAML text, one at a time, from the libyaml that Yams brings.
///
/// Yams' own composer stops at the first repeated key, knows where nodes begin but not where they end, and can't be
/// told to stop at a number of nodes, a depth, or the expansion of aliases; a reader of hostile files needs all four.
/// Every unsafe expression that concerns YAML is in this type.
@safe final class YAMLEventStream {
    // INVARIANT: `parser` is initialised and reads `input`; both are allocated here and freed in `deinit` only. They
    // have to stay where they are, since libyaml keeps their addresses.
    private let parser: UnsafeMutablePointer<yaml_parser_t>
    private let input: UnsafeMutableBufferPointer<UInt8>

    /// Begins to read.
    ///
    /// - Parameter text: UTF-8 without a byte order mark; the stream keeps a copy.
    init(_ text: ArraySlice<UInt8>) {
        unsafe input = .allocate(capacity: max(text.count, 1))
        _ = unsafe input.initialize(from: text)
        unsafe parser = .allocate(capacity: 1)
        // SAFETY: a `yaml_parser_t` is plain memory, zero before libyaml sets it up.
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

    /// The next event. After ``YAMLEvent/Kind/streamEnd`` or an error there is none to ask for.
    func next() throws(YAMLSyntaxError) -> YAMLEvent {
        var event = unsafe yaml_event_t()
        guard unsafe yaml_parser_parse(parser, &event) == 1 else { throw syntaxError }
        // SAFETY: the event was filled by the call above and is read before it is deleted, once.
        defer { unsafe yaml_event_delete(&event) }
        return unsafe Self.copy(event)
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
            // SAFETY: libyaml gives `length` bytes from `value`, which may hold NULs.
            let bytes = unsafe UnsafeBufferPointer(start: scalar.value, count: scalar.length)
            let kind = YAMLEvent.Kind.scalar(
                text: unsafe String(decoding: bytes, as: UTF8.self),
                isPlain: unsafe scalar.style == YAML_PLAIN_SCALAR_STYLE
            )
            let hasTag = unsafe scalar.tag != nil
            return unsafe YAMLEvent(kind: kind, anchor: text(scalar.anchor), hasTag: hasTag, start: start, end: end)
        case YAML_SEQUENCE_START_EVENT:
            let anchor = unsafe text(event.data.sequence_start.anchor)
            let hasTag = unsafe event.data.sequence_start.tag != nil
            return YAMLEvent(kind: .sequenceStart, anchor: anchor, hasTag: hasTag, start: start, end: end)
        case YAML_MAPPING_START_EVENT:
            let anchor = unsafe text(event.data.mapping_start.anchor)
            let hasTag = unsafe event.data.mapping_start.tag != nil
            return YAMLEvent(kind: .mappingStart, anchor: anchor, hasTag: hasTag, start: start, end: end)
        default:
            // The end of the stream, and the event that is none, which libyaml gives after it.
            return YAMLEvent(kind: .streamEnd, start: start, end: end)
        }
    }

    private var syntaxError: YAMLSyntaxError {
        let problem = unsafe parser.pointee.problem.map { unsafe String(cString: $0) } ?? "not enough memory"
        // A reader error has no mark of its own; the scanner's is at most a buffer away.
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
