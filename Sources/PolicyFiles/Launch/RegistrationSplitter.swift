/// Splits a stream of JSON into registrations, in memory that does not grow with the stream.
///
/// It supports the forms in which Graph's responses are stored: a page, whose registrations are the elements of
/// `value`; an array of registrations or pages; a single object, alone or as the `value` of a response; and a sequence of
/// objects, usually one per line. It only finds where values begin and end; ``JSONReader`` checks whether they are valid
/// JSON.
struct RegistrationSplitter: Sendable {
    /// A position in the stream, both numbers from 1; columns count bytes.
    struct Position: Hashable, Sendable {
        var line = 1
        var column = 1
    }

    /// An element of a stream.
    enum Piece: Hashable, Sendable {
        /// A value in the position of a registration.
        case value([UInt8], Position)
        /// A page without its registrations.
        case page([UInt8], Position)
        /// A value that is longer than any registration.
        case tooLong(Position)
        /// A token between values that is misplaced or missing.
        case misplaced(Misplaced, Position)
    }

    /// The problem between values.
    enum Misplaced: Hashable, Sendable {
        case comma, noComma, closing, utf16, end
    }

    /// The container of the values.
    private enum Container: Hashable, Sendable {
        /// None: the values form a sequence.
        case stream
        /// An array.
        case array
        /// The `value` of a page.
        case page
    }

    private static let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]

    /// The maximum size in bytes of a registration, and of a page without its registrations.
    let byteLimit: Int
    private var place = Position()
    /// The number of bytes of a byte order mark read so far; nil once the stream has begun.
    private var markCount: Int? = 0
    private var isOver = false
    /// From the outside in: the stream, an array, the `value` of a page.
    private var containers: [Container] = [.stream]
    /// Whether an element has just ended, so that a comma or the end of the array must follow.
    private var needsComma = false
    /// Whether the last token was a comma, so that an element must follow.
    private var sawComma = false
    /// Whether the stream has one value per line, so that no value continues on the next line.
    private var isOnePerLine: Bool?

    // The value that is currently being read.
    private var bytes: [UInt8] = []
    private var start = Position()
    private var isInValue = false
    private var isCut = false
    private var depth = 0
    private var isInString = false
    private var isEscaped = false
    /// The start of the last string among the value's own members.
    private var lastString: Int?
    /// Whether the value is a page whose registrations have already been read.
    private var isReadingPage = false

    // The content of a page other than its registrations.
    private var pageBytes: [UInt8] = []
    private var pageStart = Position()
    private var isPageCut = false

    init(byteLimit: Int) { self.byteLimit = byteLimit }

    /// Continues reading.
    ///
    /// - Parameters:
    ///   - more: The next bytes of the stream.
    ///   - take: Called with every piece that ends in them.
    /// - Complexity: O(*n*) in the bytes.
    mutating func read(_ more: Span<UInt8>, _ take: (Piece) -> Void) {
        for position in more.indices {
            guard !isOver else { return }
            let byte = more[position]
            if let count = markCount {
                if byte == Self.byteOrderMark[count] {
                    markCount = count + 1 < Self.byteOrderMark.count ? count + 1 : nil
                    continue
                }
                if count == 0, byte >= 0xFE {
                    take(.misplaced(.utf16, place))
                    isOver = true
                    return
                }
                endMark(take)
            }
            readOn(byte, take)
        }
    }

    /// Reads bytes that began like a byte order mark but are not one.
    private mutating func endMark(_ take: (Piece) -> Void) {
        let count = markCount ?? 0
        markCount = nil
        for byte in Self.byteOrderMark.prefix(count) { readOn(byte, take) }
    }

    private mutating func readOn(_ byte: UInt8, _ take: (Piece) -> Void) {
        if isInValue { continueValue(byte, take) } else { readBetween(byte, take) }
        if byte == UInt8(ascii: "\n") {
            place = Position(line: place.line + 1, column: 1)
        } else {
            place.column &+= 1
        }
    }

    /// Ends the stream.
    mutating func finish(_ take: (Piece) -> Void) {
        guard !isOver else { return }
        endMark(take)
        isOver = true
        if isInValue {
            // A number or word at the very end is complete; anything else is incomplete, which its reader reports.
            endValue(take)
        }
        if containers.count > 1 { take(.misplaced(.end, place)) }
    }

    // MARK: Between values

    private var container: Container { containers[containers.count - 1] }

    private mutating func readBetween(_ byte: UInt8, _ take: (Piece) -> Void) {
        switch byte {
        case 0x20, 0x09, 0x0A, 0x0D: return
        case UInt8(ascii: ","):
            guard container != .stream, needsComma else { return take(.misplaced(.comma, place)) }
            (needsComma, sawComma) = (false, true)
        case UInt8(ascii: "]"):
            guard container != .stream, !sawComma else { return endWrongly(take) }
            endContainer()
        case UInt8(ascii: "}"): take(.misplaced(.closing, place))
        case UInt8(ascii: "[") where container == .stream:
            containers.append(.array)
            (needsComma, sawComma) = (false, false)
        default:
            if needsComma { take(.misplaced(.noComma, place)) }
            beginValue(byte)
        }
    }

    private mutating func endWrongly(_ take: (Piece) -> Void) {
        take(.misplaced(sawComma ? .comma : .closing, place))
        if container != .stream { endContainer() }
    }

    private mutating func endContainer() {
        let ended = containers.removeLast()
        (needsComma, sawComma) = (false, false)
        guard ended == .page else { return }
        // The rest of the page continues the value with which it began.
        (bytes, start, isCut) = (pageBytes, pageStart, isPageCut)
        (isInValue, depth, isInString, isEscaped, lastString) = (true, 1, false, false, nil)
        isReadingPage = true
        append(UInt8(ascii: "]"))
    }

    // MARK: Values

    private mutating func beginValue(_ byte: UInt8) {
        bytes.removeAll(keepingCapacity: true)
        (start, isInValue, isCut, isReadingPage) = (place, true, false, false)
        (depth, isInString, isEscaped, lastString) = (0, false, false, nil)
        sawComma = false
        append(byte)
        switch byte {
        case UInt8(ascii: "{"), UInt8(ascii: "["): depth = 1
        case UInt8(ascii: "\""): isInString = true
        default: break
        }
    }

    private mutating func continueValue(_ byte: UInt8, _ take: (Piece) -> Void) {
        if byte == UInt8(ascii: "\n"), isInString || depth == 0 || isOnePerLine == true && container == .stream {
            // A string never continues on another line, so this one was not closed, and another value follows.
            return endValue(take)
        }
        if isInString {
            append(byte)
            if isEscaped {
                isEscaped = false
            } else if byte == UInt8(ascii: "\\") {
                isEscaped = true
            } else if byte == UInt8(ascii: "\"") {
                isInString = false
                if depth == 0 { endValue(take) }
            }
            return
        }
        switch byte {
        case UInt8(ascii: "\""):
            if depth == 1 { lastString = bytes.count }
            isInString = true
        case UInt8(ascii: "["), UInt8(ascii: "{"):
            if byte == UInt8(ascii: "["), depth == 1, isPageKeyLast { return beginPage() }
            depth &+= 1
        case UInt8(ascii: "]"), UInt8(ascii: "}"):
            guard depth > 0 else {
                endValue(take)
                return readBetween(byte, take)
            }
            depth &-= 1
            guard depth > 0 else {
                append(byte)
                return endValue(take)
            }
        case UInt8(ascii: ",") where depth == 0 && container != .stream:
            endValue(take)
            return readBetween(byte, take)
        default: break
        }
        append(byte)
    }

    private mutating func append(_ byte: UInt8) {
        guard bytes.count < byteLimit else {
            isCut = true
            return
        }
        bytes.append(byte)
    }

    private mutating func endValue(_ take: (Piece) -> Void) {
        isInValue = false
        needsComma = container != .stream
        if container == .stream, isOnePerLine == nil { isOnePerLine = start.line == place.line && !isReadingPage }
        if isCut {
            take(.tooLong(start))
        } else {
            take(isReadingPage ? .page(bytes, start) : .value(bytes, start))
        }
        if bytes.capacity > 2 * byteLimit { bytes = [] }
    }

    // MARK: Pages

    /// Whether the last tokens read are the key of a page's registrations and its colon.
    private var isPageKeyLast: Bool {
        guard container != .page, !isReadingPage, !isCut, let lastString, bytes.first == UInt8(ascii: "{") else {
            return false
        }
        let key = Array("\"value\"".utf8)
        guard bytes[lastString...].starts(with: key) else { return false }
        let rest = bytes[(lastString + key.count)...].filter { ![0x20, 0x09, 0x0A, 0x0D].contains($0) }
        return rest == [UInt8(ascii: ":")]
    }

    private mutating func beginPage() {
        append(UInt8(ascii: "["))
        (pageBytes, pageStart, isPageCut) = (bytes, start, isCut)
        containers.append(.page)
        (isInValue, needsComma, sawComma) = (false, false, false)
    }
}
