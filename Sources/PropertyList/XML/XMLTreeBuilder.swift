import ByteText
import Diagnostics

/// Builds values from the elements and texts that ``XMLParser`` finds.
///
/// libxml2 reports its current position, which is after the reported item, or at the `>` of a start tag. The start of
/// an item follows from the text: it is after the last markup, or at the last `<`, which cannot be inside a tag.
/// Offsets therefore do not depend on how far a version of libxml2 reads ahead.
///
/// A problem with a value does not end the reading: the value is omitted, and its container continues. Invalid XML does
/// end it.
final class XMLTreeBuilder {
    /// An open element.
    struct Frame {
        /// Nil for an unknown element, whose content is skipped.
        var element: XMLElement?
        var name: String
        /// Its start tag.
        var tag: Range<Int>
        var values: [PropertyListNode] = []
        var entries: [PropertyListNode.Entry] = []
        /// The key that is waiting for its value.
        var key: PropertyListNode.Key?
        /// The number of its values, including invalid ones that were omitted.
        var count = 0
        /// The text, if the element contains text.
        var text: [UInt8] = []
    }

    let bytes: [UInt8]
    let bounds: PropertyListBounds
    /// Whether the root may be `<dict>` instead of `<plist>`.
    let acceptsFragment: Bool
    /// The value of the property list, once it has been read.
    private(set) var root: PropertyListNode?
    /// The name of the root element, once it has been found.
    private(set) var rootName = XMLElement.plist.rawValue
    private(set) var findings: [PropertyListFinding] = []
    /// Whether parsing should stop.
    private(set) var isStopped = false
    private(set) var frames: [Frame] = []
    private var nodesLeft: Int
    /// The end of the last markup, where the current text began.
    private var markupEnd: Int
    /// Whether the text since then has been reported.
    private var hasReportedText = false

    init(_ bytes: [UInt8], bounds: PropertyListBounds, acceptsFragment: Bool) {
        self.bytes = bytes
        self.bounds = bounds
        self.acceptsFragment = acceptsFragment
        nodesLeft = bounds.nodes
        markupEnd = XMLTextCheck.markLength(bytes)
    }

    // MARK: Parser events

    /// A start tag, up to the `>` or `/>` that ends it.
    func startElement(_ name: String, before end: Int) {
        guard !isStopped else { return }
        let start = lastMarkup(before: end)
        let isEmpty = end < bytes.count && bytes[end] == UInt8(ascii: "/")
        let tag = start..<min(end + (isEmpty ? 2 : 1), bytes.count)
        let element = XMLElement(rawValue: name)
        if let parent = frames.last { check(element, name, inside: parent, at: tag) } else { checkRoot(name, at: tag) }
        if frames.isEmpty { rootName = name }
        frames.append(Frame(element: element, name: name, tag: tag))
        skipMarkup(to: tag.upperBound)
        guard !isStopped else { return }
        // The `plist` element is not a level, and neither is an element that contains text.
        let isLevel = element?.isContainer ?? true
        let levels = frames.count - (frames[0].element == .plist ? 1 : 0)
        if levels > bounds.depth + (isLevel ? 0 : 1) {
            stop(
                with: .nestedTooDeeply,
                "arrays and dictionaries are nested more than \(bounds.depth) levels deep",
                tag
            )
        }
        nodesLeft -= element == .plist ? 0 : 1
        if nodesLeft < 0 { stop(with: .tooManyValues, "more than \(bounds.nodes) values and keys", tag) }
    }

    /// An end tag; the parser is past it.
    func endElement(at end: Int) {
        guard !isStopped, let frame = frames.popLast() else { return }
        skipMarkup(to: end)
        // The content of an unknown element is not inspected.
        guard let element = frame.element, !frames.contains(where: { $0.element == nil }) else {
            noteValue()
            return
        }
        let place = frame.tag.lowerBound..<min(max(end, frame.tag.upperBound), bytes.count)
        switch element {
        case .plist:
            root = frame.values.first
            if frame.count == 0 { report(.missingValue, "the property list has no value", at: place) }
        case .key:
            guard let parent = frames.last, parent.element == .dict else { return }
            reportKeyWithoutValue(of: parent)
            let text = String(decoding: frame.text, as: UTF8.self)
            frames[frames.count - 1].key = PropertyListNode.Key(text, place: place)
        default:
            if element == .dict { reportKeyWithoutValue(of: frame) }
            let value = value(of: element, frame, at: place)
            if frames.isEmpty { root = value } else { add(value) }
        }
    }

    /// Text or a part of it.
    func text(_ text: Span<UInt8>) {
        // PERF: the frame must not be retained here, or each part would copy the text before it.
        guard !isStopped, let last = frames.indices.last, let element = frames[last].element else { return }
        guard element.isContainer || element == .yes || element == .no else {
            for index in text.indices { frames[last].text.append(text[index]) }
            return
        }
        guard !hasReportedText, text.indices.contains(where: { !text[$0].isSpaceOrLineBreak }) else { return }
        hasReportedText = true
        var scan = TextScan(bytes, from: markupEnd)
        scan.skipSpace()
        let lineEnd = scan.endOfLine()
        let markup = bytes[scan.offset..<lineEnd].dropFirst().firstIndex(of: UInt8(ascii: "<"))
        let place = scan.offset..<(markup ?? lineEnd)
        if let directive = scan.directive() {
            // The content between preprocessor lines is for one build or another, but not for both.
            report(.directive(directive, at: scan.offset..<lineEnd))
            isStopped = true
        } else if scan.hasPrefix("=======") || scan.hasPrefix(">>>>>>>") {
            report(.conflictMarker(at: place))
        } else {
            let help = element.isContainer ? "put it into an element, such as `<string>`, or remove it" : "remove it"
            report(.strayText, "text inside `<\(element.rawValue)>`", at: place, help: help)
        }
    }

    /// A comment or similar markup; the parser is past it.
    func skipMarkup(to offset: Int) {
        markupEnd = min(max(offset, markupEnd), bytes.count)
        hasReportedText = false
    }

    /// A declaration in the document type. No declaration is accepted: an entity could stand for a file, or for more
    /// text than fits in memory, and attributes could add any number of others to every element.
    func declaration(_ keyword: String, before end: Int) {
        let start = lastWord("<!\(keyword)", before: end) ?? lastMarkup(before: end)
        let isEntity = keyword == "ENTITY"
        stop(
            with: isEntity ? .entityDeclaration : .markupDeclaration,
            "the file \(isEntity ? "declares an entity" : "has declarations"), which a property list cannot have",
            start..<min(max(end, start), bytes.count),
            help: "remove the part of the document type in brackets\(isEntity ? ", and write the text itself" : "")"
        )
    }

    /// A reference to an entity other than the five predefined in XML.
    func unknownEntity(_ name: String, at end: Int) {
        guard !isStopped else { return }
        let start = lastByte(UInt8(ascii: "&"), before: end)
        report(.unknownEntity("&\(name);", at: start..<min(max(end, start), bytes.count)))
        isStopped = true
    }

    /// Invalid XML.
    func syntaxError(_ code: Int32, _ message: String, at offset: Int) {
        guard !isStopped else { return }
        report(XMLSyntaxProblem(code: code, message: message, offset: offset, in: self).finding)
        isStopped = true
    }

    /// The memory for libxml2 could not be allocated.
    func outOfMemory() { stop(with: .fileTooLarge, "there is not enough memory to read the property list", 0..<0) }

    private func add(_ node: PropertyListNode?) {
        guard let last = frames.indices.last else { return }
        if let node {
            if let key = frames[last].key {
                frames[last].entries.append(PropertyListNode.Entry(key: key, value: node))
            } else if frames[last].element != .dict {
                frames[last].values.append(node)
            }
        }
        noteValue()
    }

    /// Records that a value has been handled, even if it was only reported.
    private func noteValue() {
        guard let last = frames.indices.last else { return }
        frames[last].key = nil
        frames[last].count += 1
    }

    // MARK: Findings

    func report(_ finding: PropertyListFinding) {
        findings.append(finding)
        if findings.count >= bounds.findings { isStopped = true }
    }

    func report(_ code: PropertyListFindingCode, _ message: String, at place: Range<Int>, help: String? = nil) {
        report(PropertyListFinding(code, message, at: place, help: help))
    }

    func stop(with code: PropertyListFindingCode, _ message: String, _ place: Range<Int>, help: String? = nil) {
        report(code, message, at: place, help: help)
        isStopped = true
    }
}

/// The starts of markup, which libxml2 does not report.
extension XMLTreeBuilder {
    /// The start of the markup that ends before an offset.
    func lastMarkup(before end: Int) -> Int { lastByte(UInt8(ascii: "<"), before: end) }

    func lastByte(_ byte: UInt8, before end: Int) -> Int {
        let end = min(max(end, 0), bytes.count)
        return bytes[..<end].lastIndex(of: byte) ?? end
    }

    func lastWord(_ word: String, before end: Int) -> Int? {
        var end = end
        while end > 0 {
            let start = lastMarkup(before: end)
            if start >= end { return nil }
            if bytes[start...].starts(with: word.utf8) { return start }
            end = start
        }
        return nil
    }
}

/// Which elements are allowed where.
extension XMLTreeBuilder {
    func check(_ element: XMLElement?, _ name: String, inside parent: Frame, at tag: Range<Int>) {
        guard parent.element != nil else { return }
        guard let element, element != .plist else {
            let nearest = NearMiss.suggestion(for: name, among: XMLElement.allCases.map(\.rawValue))
            let help = nearest.map { "did you mean `<\($0)>`?" }
            report(.unknownElement, "`<\(Quoted.word(name))>` is not a value", at: tag, help: help)
            return
        }
        switch parent.element {
        case .plist where element != .key:
            if parent.count > 0 {
                let message = "a second value; a property list has one"
                report(.severalValues, message, at: tag, help: "put both into an `<array>`, or remove one")
            }
        case .dict where element != .key && parent.key == nil:
            report(.missingKey, "a value without a key", at: tag, help: "write `<key>` and its name before it")
        case .plist, .array:
            if element == .key {
                report(.unknownElement, "a key outside a dictionary", at: tag, help: "keys belong in `<dict>`")
            }
        case .dict: break
        default:
            report(.unknownElement, "`<\(name)>` inside `<\(parent.name)>`, which holds text only", at: tag)
        }
    }

    func checkRoot(_ name: String, at tag: Range<Int>) {
        guard name != XMLElement.plist.rawValue, !(acceptsFragment && name == XMLElement.dict.rawValue) else { return }
        let isValue = XMLElement(rawValue: name) != nil
        let message = "the root is `<\(Quoted.word(name))>`, not `<plist>`"
        stop(with: .notAPropertyList, message, tag, help: isValue ? "put it into `<plist version=\"1.0\">`" : nil)
    }

    func reportKeyWithoutValue(of frame: Frame) {
        guard let key = frame.key else { return }
        report(
            .missingValue,
            "the key `\(Quoted.word(key.text))` has no value",
            at: key.place,
            help: "write its value after it, or remove the key"
        )
    }
}
