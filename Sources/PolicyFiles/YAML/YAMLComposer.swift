import ByteText
import Diagnostics
package import DocumentReading

/// Builds the nodes of one YAML document from its events, within the bounds of a reading.
///
/// 1. ``YAMLTextCheck`` rejects input that is not text.
/// 2. libyaml's events become nodes, each with its place. Depth, number and aliases are bounded during construction: a
///   node stores how many nodes it stands for, so an alias is charged before anything traverses it.
/// 3. Repeated keys are reported and merge keys applied, mapping by mapping.
struct YAMLComposer {
    /// Ends the composing; the reason has already been reported.
    private struct Stop: Error {}

    private let reading: ReadingContext
    private let file: Int32
    private let source: SourceFile
    private let events: YAMLEventStream
    private var anchors: [String: DocumentNode] = [:]
    /// The length of the byte order mark, which is not passed to libyaml.
    private let skipped: Int
    private let surrogates: SurrogateEscapes?

    /// The root node of a file; nil, with the reason reported, if it has none.
    static func root(of file: Int32, in reading: ReadingContext) -> DocumentNode? {
        let source = reading.files[Int(file)].source
        if let problem = YAMLTextCheck.problem(of: source.bytes) {
            let place = DocumentNode.Place(
                file: file,
                start: Int32(problem.offsets.lowerBound),
                end: Int32(problem.offsets.upperBound)
            )
            let help = problem.code == .emptyDocument ? reading.helpForEmpty : problem.help
            reading.report(problem.code, problem.message, at: place, help: help)
            return nil
        }
        var composer = YAMLComposer(source, file: file, reading: reading)
        do {
            return try composer.document()
        } catch {
            return nil
        }
    }

    private init(_ source: SourceFile, file: Int32, reading: ReadingContext) {
        self.reading = reading
        self.file = file
        self.source = source
        skipped = YAMLTextCheck.markLength(source.bytes)
        surrogates = SurrogateEscapes(source.bytes[skipped...])
        events = YAMLEventStream(surrogates.map { $0.text[...] } ?? source.bytes[skipped...])
    }

    private mutating func document() throws(Stop) -> DocumentNode? {
        _ = try next()  // The start of the stream.
        let start = try next()
        guard case .documentStart = start.kind else {
            reading.report(
                .emptyDocument,
                "the file contains only comments",
                at: place(start),
                help: reading.helpForEmpty
            )
            return nil
        }
        let root = try node(from: next(), depth: 0)
        let end = try next()
        try refuseMore(after: place(end))
        return root
    }

    // MARK: Nodes

    private mutating func node(from event: YAMLEvent, depth: Int) throws(Stop) -> DocumentNode {
        let place = place(event)
        if event.hasTag {
            reading.report(
                .unsupportedTag,
                "YAML tags are not supported",
                at: place,
                help: "remove the `!`, or put the value in quotes"
            )
        }
        var node: DocumentNode
        switch event.kind {
        case .alias(let name): return try aliased(name, at: place, depth: depth)
        case .scalar(let text, let isPlain):
            node = DocumentNode(
                content: .scalar(text, isPlain: isPlain),
                place: place,
                weight: DocumentNode.weight(of: text)
            )
        case .sequenceStart: node = try sequence(at: place, depth: depth + 1)
        case .mappingStart: node = try mapping(at: place, depth: depth + 1)
        default:
            // libyaml's grammar allows only the cases above where a node is expected.
            reading.report(.invalidYAML, "a value is missing", at: place)
            throw Stop()
        }
        try spend(1, at: place)
        if let anchor = event.anchor { anchors[anchor] = node }
        return node
    }

    private mutating func sequence(at start: DocumentNode.Place, depth: Int) throws(Stop) -> DocumentNode {
        try checkDepth(depth, at: start)
        var node = DocumentNode(content: .sequence([]), place: start, height: 1)
        var elements: [DocumentNode] = []
        while true {
            let event = try next()
            if case .sequenceEnd = event.kind {
                node.place.end = end(of: event, after: elements.last?.place ?? start)
                node.content = .sequence(elements)
                return node
            }
            let element = try self.node(from: event, depth: depth)
            node.weight += element.weight
            node.height = max(node.height, element.height + 1)
            elements.append(element)
        }
    }

    private mutating func mapping(at start: DocumentNode.Place, depth: Int) throws(Stop) -> DocumentNode {
        try checkDepth(depth, at: start)
        var node = DocumentNode(content: .mapping([]), place: start, height: 1)
        var entries = MappingEntries()
        var last = start
        while true {
            let event = try next()
            if case .mappingEnd = event.kind {
                node.place.end = end(of: event, after: last)
                let merged = entries.finish()
                try spend(merged.weight, at: start)
                node.weight += Int32(merged.weight)
                node.content = .mapping(merged.entries)
                return node
            }
            let key = try self.node(from: event, depth: depth)
            let value = try self.node(from: next(), depth: depth)
            node.weight += key.weight + value.weight
            node.height = max(node.height, max(key.height, value.height) + 1)
            last = value.place.file == file && value.place.end > last.end ? value.place : key.place
            entries.add(key, value, reporting: reading)
        }
    }

    private mutating func aliased(_ name: String, at place: DocumentNode.Place, depth: Int) throws(Stop) -> DocumentNode
    {
        guard let node = anchors[name] else {
            reading.report(
                .unknownAlias,
                // A value that begins with `*` without quotes is no alias, and may not be shown.
                "no anchor with the name of this alias is before it",
                at: place,
                help: "a string that begins with `*` needs quotes"
            )
            return DocumentNode(content: .scalar("*\(name)", isPlain: false), place: place)
        }
        reading.aliasesLeft -= 1
        guard reading.aliasesLeft >= 0 else {
            reading.report(.tooManyAliases, "more than \(reading.bounds.aliases) YAML aliases", at: place)
            throw Stop()
        }
        try checkDepth(depth + Int(node.height), at: place)
        guard Int(node.weight) <= reading.nodesLeft else {
            reading.report(
                .tooManyAliases,
                "YAML aliases make the document larger than \(reading.bounds.nodes) values",
                at: place
            )
            throw Stop()
        }
        reading.nodesLeft -= Int(node.weight)
        return node
    }

    // MARK: Bounds

    private func checkDepth(_ depth: Int, at place: DocumentNode.Place) throws(Stop) {
        guard depth > reading.bounds.depth else { return }
        reportDepth(at: place.start)
        throw Stop()
    }

    private func reportDepth(at start: Int32) {
        let place = DocumentNode.Place(file: file, start: start, end: start + 1)
        reading.report(.nestedTooDeeply, "values are nested more than \(reading.bounds.depth) levels deep", at: place)
    }

    private func spend(_ nodes: Int, at place: DocumentNode.Place) throws(Stop) {
        reading.nodesLeft -= nodes
        guard reading.nodesLeft < 0 else { return }
        reading.report(
            .tooManyValues,
            "more than \(reading.bounds.nodes) values",
            at: place,
            help: reading.formatKey == "demarc-test"
                ? "split the file, or use `matrix`"
                : "split the file, or put long lists of domains or URLs into a list file"
        )
        throw Stop()
    }

    /// Rejects what follows the document, such as a second one, which would otherwise be ignored silently. It is
    /// searched for in the text, because libyaml would execute its directives.
    private func refuseMore(after end: DocumentNode.Place) throws(Stop) {
        var line = source.position(at: Int(end.start)).line
        var marker: String?
        while line <= source.lineCount {
            let contents = source.contents(ofLine: line)
            let rest = source.bytes[max(contents.lowerBound, Int(end.start))..<max(contents.upperBound, Int(end.start))]
            line += 1
            guard let first = rest.firstIndex(where: { $0 != 0x20 && $0 != 0x09 }) else { continue }
            for start in ["---", "..."] where rest[first...].starts(with: start.utf8) { marker = start }
            guard !endsDocument(rest[first...]) else { continue }
            let place = DocumentNode.Place(file: file, start: Int32(first), end: Int32(rest.endIndex))
            reportMore(at: place, after: marker)
            throw Stop()
        }
    }

    private func reportMore(at place: DocumentNode.Place, after marker: String?) {
        if let marker {
            let help = "a file contains one document; remove `\(marker)`"
            reading.report(.severalDocuments, "a second document begins here", at: place, help: help)
        } else {
            // A value is complete before it, such as a list in brackets, or a word that a comment follows.
            let message = "expected the end of the file"
            reading.report(.invalidYAML, message, at: place, help: "remove what follows the value")
        }
    }

    /// Whether the rest of a line is a comment, or ends the document with `...`, which a comment may follow.
    private func endsDocument(_ line: ArraySlice<UInt8>) -> Bool {
        guard line.first != UInt8(ascii: "#") else { return true }
        guard line.starts(with: "...".utf8) else { return false }
        let rest = line.dropFirst(3).drop(while: \.isSpaceOrTab)
        return rest.isEmpty || (rest.first == UInt8(ascii: "#") && rest.count < line.count - 3)
    }

    // MARK: Events

    private mutating func next() throws(Stop) -> YAMLEvent {
        do {
            return try events.next()
        } catch {
            reportSyntax(error)
            throw Stop()
        }
    }

    private func place(_ event: YAMLEvent) -> DocumentNode.Place {
        DocumentNode.Place(file: file, start: offset(event.start), end: offset(event.end))
    }

    /// The end of a sequence or mapping: after its bracket, or after its last value, because the end event of a block
    /// is placed at the start of whatever follows.
    private func end(of event: YAMLEvent, after last: DocumentNode.Place) -> Int32 {
        let isFlow = event.end > event.start
        return isFlow ? offset(event.end) : last.file == file ? last.end : offset(event.start)
    }

    private func offset(_ scalar: Int) -> Int32 {
        // The byte order mark is one scalar of the file.
        Int32(source.offset(ofScalar: (surrogates?.original(scalar) ?? scalar) + (skipped > 0 ? 1 : 0)))
    }

    private func reportSyntax(_ error: YAMLSyntaxError) {
        let start = offset(error.place)
        // libyaml reads ahead, so its own depth limit can be reached before ours.
        guard !error.problem.hasPrefix("Maximum nesting level") else {
            reportDepth(at: start)
            return
        }
        let at = DocumentNode.Place(file: file, start: start, end: min(start + 1, Int32(source.bytes.count)))
        var also: [DocumentNode.Place] = []
        if let contextPlace = error.contextPlace, contextPlace != error.place {
            let start = offset(contextPlace)
            also = [DocumentNode.Place(file: file, start: start, end: min(start + 1, Int32(source.bytes.count)))]
        }
        let byte = Int(start) < source.bytes.count ? source.bytes[Int(start)] : 0
        let message = error.context.map { "\(error.problem) \($0)" } ?? error.problem
        reading.report(
            .invalidYAML,
            message,
            at: at,
            also: also,
            help: YAMLSyntaxHelp.help(problem: error.problem, byte: byte)
        )
    }
}

extension ReadingContext {
    /// What to write into an empty file.
    fileprivate var helpForEmpty: String {
        formatKey.map { "begin with `\($0): 1`" } ?? "write `{}` if nothing is known"
    }

    /// Opens the text of a YAML file and reads its root.
    package func open(_ bytes: [UInt8], path: String, resolvedPath: String) -> DocumentNode? {
        documentBytesLeft -= bytes.count
        let file = open(SourceFile(path: path, bytes: bytes), resolvedPath: resolvedPath)
        let errors = errorCount
        let root = YAMLComposer.root(of: file, in: self)
        if let root, errorCount == errors {
            hideConfigurations(ofDocument: root)
        } else {
            // A mistake can also drop a part of the tree, such as the second of two equal keys.
            hideConfigurations(ofUnreadable: file)
        }
        return root
    }
}
