import CLibXML2

/// Runs libxml2 on a text and passes its events to an ``XMLTreeBuilder``. All unsafe use of XML is here.
///
/// Only libxml2's syntax check is used. Every handler that would load, declare, look up or print something is omitted,
/// so no entity has a value, no file is opened, and no global state is written. Errors are reported through the
/// context's own channel, which avoids the handler that prints to standard error.
@safe
enum XMLParser {
    /// The state that the handlers of one parse need.
    @safe
    private final class Session {
        let builder: XMLTreeBuilder
        let context: xmlParserCtxtPtr
        /// The offset in the text at which libxml2's input begins.
        let start: Int

        init(_ builder: XMLTreeBuilder, _ context: xmlParserCtxtPtr, start: Int) {
            self.builder = builder
            unsafe self.context = context
            self.start = start
        }

        /// The number of bytes that libxml2 has read.
        var offset: Int {
            // SAFETY: handlers run while the context and its input are alive; `cur` and `base` belong to one buffer.
            guard let input = unsafe context.pointee.input, let cur = unsafe input.pointee.cur,
                let base = unsafe input.pointee.base
            else { return start }
            return unsafe start + Int(input.pointee.consumed) + (cur - base)
        }

        /// Stops libxml2 if the builder has stopped.
        func stopIfNeeded() {
            if builder.isStopped { unsafe xmlStopParser(context) }
        }
    }

    /// Initialized once, because otherwise libxml2 is not safe to use from several threads.
    private static let isReady: Bool = {
        xmlInitParser()
        return true
    }()

    /// Parses a text.
    ///
    /// - Parameters:
    ///   - text: UTF-8, at most ``PropertyListBounds/mostBytes``.
    ///   - start: The offset to begin at, after a byte order mark.
    ///   - builder: Receives all events in order.
    static func parse(_ text: [UInt8], from start: Int, into builder: XMLTreeBuilder) {
        guard isReady, text.count > start else { return }
        // SAFETY: the buffer outlives the context, which is freed before the closure returns.
        unsafe text.withUnsafeBufferPointer { buffer in
            guard let base = buffer.baseAddress,
                let context = unsafe UnsafeRawPointer(base + start).withMemoryRebound(
                    to: CChar.self,
                    capacity: buffer.count - start,
                    { unsafe xmlCreateMemoryParserCtxt($0, Int32(buffer.count - start)) }
                )
            else { return builder.outOfMemory() }
            defer { unsafe xmlFreeParserCtxt(context) }
            // The encoding is known; the declared encoding has been checked, and must not make libxml2 convert the
            // text.
            let options = XML_PARSE_NONET.rawValue | XML_PARSE_IGNORE_ENC.rawValue
            unsafe xmlCtxtUseOptions(context, Int32(options))
            guard let handlers = unsafe context.pointee.sax else { return builder.outOfMemory() }
            unsafe handlers.pointee = Self.handlers()
            let session = unsafe Session(builder, context, start: start)
            // SAFETY: the session lives until the end of this scope, and handlers run only inside `xmlParseDocument`.
            unsafe context.pointee.userData = Unmanaged.passUnretained(session).toOpaque()
            unsafe xmlParseDocument(context)
            withExtendedLifetime(session) {}
        }
    }

    /// The session that libxml2 passes back.
    private static func session(_ pointer: UnsafeMutableRawPointer?) -> Session? {
        // SAFETY: `userData` is always the session of the running parse.
        unsafe pointer.map { unsafe Unmanaged<Session>.fromOpaque($0).takeUnretainedValue() }
    }

    private static func handlers() -> xmlSAXHandler {
        // SAFETY: a handler table is plain memory; libxml2 ignores entries that are zero.
        var handlers = unsafe xmlSAXHandler()
        unsafe handlers.initialized = UInt32(XML_SAX2_MAGIC)
        unsafe handlers.startElementNs = { data, name, prefix, _, _, _, _, _, _ in
            guard let session = unsafe XMLParser.session(data) else { return }
            session.builder.startElement(unsafe XMLParser.name(prefix, name), before: session.offset)
            session.stopIfNeeded()
        }
        unsafe handlers.endElementNs = { data, _, _, _ in
            guard let session = unsafe XMLParser.session(data) else { return }
            session.builder.endElement(at: session.offset)
            session.stopIfNeeded()
        }
        unsafe handlers.characters = { data, start, count in unsafe XMLParser.text(data, start, count) }
        unsafe handlers.cdataBlock = { data, start, count in unsafe XMLParser.text(data, start, count) }
        // The same function as for other text; otherwise libxml2 would inspect a tree that does not exist to
        // distinguish them.
        unsafe handlers.ignorableWhitespace = handlers.characters
        unsafe handlers.comment = { data, _ in
            guard let session = unsafe XMLParser.session(data) else { return }
            session.builder.skipMarkup(to: session.offset)
        }
        unsafe handlers.processingInstruction = { data, _, _ in
            guard let session = unsafe XMLParser.session(data) else { return }
            session.builder.skipMarkup(to: session.offset)
        }
        unsafe handlers.reference = { data, name in
            guard let session = unsafe XMLParser.session(data) else { return }
            session.builder.unknownEntity(unsafe XMLParser.name(nil, name), at: session.offset)
            session.stopIfNeeded()
        }
        unsafe handlers.entityDecl = { data, _, _, _, _, _ in unsafe XMLParser.declaration(data, "ENTITY") }
        unsafe handlers.unparsedEntityDecl = { data, _, _, _, _ in unsafe XMLParser.declaration(data, "ENTITY") }
        unsafe handlers.elementDecl = { data, _, _, _ in unsafe XMLParser.declaration(data, "ELEMENT") }
        unsafe handlers.attributeDecl = { data, _, _, _, _, _, values in
            // SAFETY: libxml2 transfers ownership of the list of values to the handler, which frees it once.
            unsafe xmlFreeEnumeration(values)
            unsafe XMLParser.declaration(data, "ATTLIST")
        }
        unsafe handlers.serror = { data, error in
            guard let session = unsafe XMLParser.session(data), let error = unsafe error?.pointee,
                unsafe error.level.rawValue >= XML_ERR_ERROR.rawValue
            else { return }
            let message = unsafe error.message.map { unsafe String(cString: $0) } ?? ""
            session.builder.syntaxError(unsafe error.code, message, at: session.offset)
            session.stopIfNeeded()
        }
        return unsafe handlers
    }

    private static func text(_ data: UnsafeMutableRawPointer?, _ start: UnsafePointer<UInt8>?, _ count: Int32) {
        guard let session = unsafe session(data), count > 0 else { return }
        // SAFETY: libxml2 passes `count` bytes, which are valid during the call.
        session.builder.text(unsafe UnsafeBufferPointer(start: start, count: Int(count)).span)
        session.stopIfNeeded()
    }

    private static func declaration(_ data: UnsafeMutableRawPointer?, _ keyword: String) {
        guard let session = unsafe session(data) else { return }
        session.builder.declaration(keyword, before: session.offset)
        session.stopIfNeeded()
    }

    private static func name(_ prefix: UnsafePointer<UInt8>?, _ name: UnsafePointer<UInt8>?) -> String {
        // SAFETY: libxml2's names are terminated by a zero and live at least as long as the call.
        let local = unsafe name.map { unsafe String(cString: $0) } ?? ""
        return unsafe prefix.map { unsafe String(cString: $0) + ":" + local } ?? local
    }
}

/// The elements of a property list.
enum XMLElement: String, CaseIterable {
    case plist, dict, key, array, string, data, date, integer, real
    case yes = "true"
    case no = "false"

    /// Whether the element contains elements rather than text.
    var isContainer: Bool { self == .plist || self == .dict || self == .array }
}
