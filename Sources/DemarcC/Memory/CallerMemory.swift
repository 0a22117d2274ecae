import CDemarc

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

// Memory of the caller's: what is read from it and written to it. With `HandleTable`, this is all of the unsafe code of the
// module; the functions of the ABI only pass pointers on to it.
//
// INVARIANT: the header makes callers promise that a pointer and the size beside it are good for the time of the call.
// Nothing here outlives a call, and nothing reads or writes behind the size.

/// Bytes of the caller's.
@safe
struct CallerBytes {
    private let start: UnsafePointer<UInt8>?
    let count: Int

    init(_ start: UnsafePointer<UInt8>?, _ count: Int) throws(CallFailure) {
        // A size above half of all memory comes as a negative one.
        guard count >= 0 else { throw .invalid("a length is larger than memory") }
        guard unsafe start != nil || count == 0 else { throw .invalid("a text is NULL but has a length") }
        unsafe self.start = start
        self.count = count
    }

    init(_ text: demarc_text) throws(CallFailure) { try unsafe self.init(text.bytes, text.count) }

    /// Whether there is a text, be it an empty one.
    var isGiven: Bool { unsafe start != nil }

    var span: Span<UInt8> {
        @_lifetime(borrow self)
        @inline(__always)
        get {
            // SAFETY: the invariant above; a NULL has a count of 0.
            let bytes = unsafe UnsafeBufferPointer(start: start, count: count)
            return unsafe _overrideLifetime(bytes.span, borrowing: self)
        }
    }

    /// The bytes as a text, which must be UTF-8.
    func string() throws(CallFailure) -> String {
        // SAFETY: as for `span`; the text is a copy.
        let bytes = unsafe UnsafeBufferPointer(start: start, count: count)
        guard let text = unsafe String(validating: bytes, as: UTF8.self) else {
            throw .invalid("a text is not UTF-8")
        }
        return text
    }

    /// The text, which must be given; `what` says in the error what it is.
    func string(requiredAs what: StaticString) throws(CallFailure) -> String {
        guard isGiven else { throw .invalid("\(what) is NULL") }
        return try string()
    }

    /// The text; nil where it is not given.
    func stringIfGiven() throws(CallFailure) -> String? { isGiven ? try string() : nil }

    /// The bytes; nil where they are not given.
    var arrayIfGiven: [UInt8]? { isGiven ? array : nil }

    var array: [UInt8] {
        // SAFETY: as for `span`; the array is a copy.
        unsafe Array(UnsafeBufferPointer(start: start, count: count))
    }
}

/// Elements of an array of the caller's.
@safe
struct CallerList<Element> {
    private let start: UnsafePointer<Element>?
    let count: Int

    /// Refuses more than `limit` elements.
    init(_ start: UnsafePointer<Element>?, _ count: Int, limit: Int) throws(CallFailure) {
        guard unsafe start != nil || count == 0 else { throw .invalid("a list is NULL but has a count") }
        guard count >= 0, count <= limit else { throw .limit("a list has more than \(limit) elements") }
        guard Int(bitPattern: start) % MemoryLayout<Element>.alignment == 0 else {
            throw .invalid("a list is not aligned")
        }
        unsafe self.start = start
        self.count = count
    }

    var isGiven: Bool { unsafe start != nil }

    subscript(position: Int) -> Element {
        precondition(position >= 0 && position < count, "element past the end of a list")
        // SAFETY: the list has `count` elements, the position is below that, and a NULL has no elements.
        return unsafe start.unsafelyUnwrapped[position]
    }
}

/// What all structs of the header have in common.
enum CallerStruct {
    /// The least that a struct is: its size, and one field.
    static var least: Int { 8 }
    /// The most; a larger one has no size, but what was in memory before.
    static var most: Int { 4096 }

    /// Reads a struct: fields that the caller's lacks are those of `zero`.
    ///
    /// - Returns: Nil for NULL.
    @inline(__always)
    static func read<Value>(_ pointer: UnsafePointer<Value>?, _ zero: Value) throws(CallFailure) -> Value? {
        guard let pointer = unsafe pointer else { return nil }
        let size = unsafe try size(at: UnsafeRawPointer(pointer), alignment: MemoryLayout<Value>.alignment)
        // SAFETY: the struct has as many bytes as its type.
        if size == MemoryLayout<Value>.size { return unsafe pointer.pointee }
        return unsafe try readOther(UnsafeRawPointer(pointer), size, zero)
    }

    @inline(never)
    private static func readOther<Value>(
        _ pointer: UnsafeRawPointer,
        _ size: Int,
        _ zero: Value
    ) throws(CallFailure) -> Value {
        let known = MemoryLayout<Value>.size
        // SAFETY: bytes from `known` to `size` are the caller's, and only looked at.
        let rest = unsafe UnsafeRawBufferPointer(start: pointer + min(known, size), count: max(size - known, 0))
        guard unsafe rest.allSatisfy({ $0 == 0 }) else {
            throw CallFailure(DEMARC_UNSUPPORTED, "unsupported", "a struct has a field that this library does not know")
        }
        var value = zero
        unsafe withUnsafeMutableBytes(of: &value) { bytes in
            // SAFETY: both have that many bytes, and every pattern of bits is a value of a C struct.
            unsafe bytes.copyMemory(from: UnsafeRawBufferPointer(start: pointer, count: min(known, size)))
        }
        return value
    }

    /// The flags of a struct, which must all be known.
    static func flags(_ given: UInt32, known: Int) throws(CallFailure) -> UInt32 {
        guard given & ~UInt32(truncatingIfNeeded: known) == 0 else {
            throw .invalid("an option has an unknown flag")
        }
        return given
    }

    /// Writes a text to an array of characters of a struct, with a zero at its end.
    static func write<Characters>(_ text: String, to characters: inout Characters) {
        unsafe withUnsafeMutableBytes(of: &characters) { bytes in
            // SAFETY: the array has as many characters as bytes, and lives until the closure returns.
            let start = unsafe bytes.bindMemory(to: CChar.self)
            _ = unsafe OutputText(clearing: start.baseAddress, start.count).write(text)
        }
    }

    /// The size that a struct says it has.
    @inline(__always)
    static func size(at pointer: UnsafeRawPointer, alignment: Int) throws(CallFailure) -> Int {
        guard Int(bitPattern: pointer) & (alignment - 1) == 0 else { throw .invalid("a struct is not aligned") }
        // SAFETY: every struct begins with its size, and has at least eight bytes.
        let size = unsafe Int(pointer.load(as: UInt32.self))
        guard size >= least, size <= most else { throw .invalid("the size of a struct was not set") }
        return size
    }
}

/// A struct of the caller's that is written to. Making one clears it.
@safe
struct Output<Value: BitwiseCopyable> {
    private let pointer: UnsafeMutablePointer<Value>?
    /// The size; 0 for one that cannot be written to.
    private let size: Int

    /// Clears what the caller gave for the answer, so that it blocks whatever happens next.
    @inline(__always)
    init(clearing pointer: UnsafeMutablePointer<Value>?) {
        unsafe self.pointer = pointer
        guard let pointer = unsafe pointer, Int(bitPattern: pointer) & (MemoryLayout<Value>.alignment - 1) == 0
        else {
            size = 0
            return
        }
        let raw = UnsafeMutableRawPointer(pointer)
        let size = unsafe Int(raw.load(as: UInt32.self))
        let isSet = size >= CallerStruct.least && size <= CallerStruct.most
        self.size = isSet ? size : 0
        // PERF: nearly every struct has the size of its type, and is then cleared by a few stores.
        if size == MemoryLayout<Value>.size {
            unsafe (raw + 4).initializeMemory(as: UInt8.self, repeating: 0, count: MemoryLayout<Value>.size - 4)
            return
        }
        // SAFETY: the struct has as many bytes as it says, and at least eight.
        unsafe memset(raw + 4, 0, (isSet ? size : CallerStruct.least) - 4)
    }

    var isGiven: Bool { unsafe pointer != nil }

    /// Makes sure that there is something to write to.
    @inline(__always)
    func require() throws(CallFailure) {
        guard size > 0 else { throw .invalid("the answer is NULL, is not aligned, or its size was not set") }
    }

    /// Writes the fields that the caller's struct has; its size stays.
    ///
    /// - Parameter contents: What is written, as the struct has it in memory. Its first four bytes, which are its size, are
    ///   passed over.
    @inline(__always)
    func write<Contents: BitwiseCopyable>(_ contents: Contents) {
        guard isWhole else { return writePart(of: contents) }
        writeWhole(contents)
        unsafe UnsafeMutableRawPointer(pointer.unsafelyUnwrapped).storeBytes(of: UInt32(size), as: UInt32.self)
    }

    /// Whether the caller's struct has the fields that its type has.
    @inline(__always)
    var isWhole: Bool { size == MemoryLayout<Value>.size }

    /// The same as ``write(_:)``, for a struct that has all fields and for contents that begin with its size.
    @inline(__always)
    func writeWhole<Contents: BitwiseCopyable>(_ contents: Contents) {
        precondition(isWhole && MemoryLayout<Contents>.size == MemoryLayout<Value>.size, "another struct is written")
        // PERF: field by field. Bytes that were just written one by one would be waited for by a copy of all at once.
        // SAFETY: the struct has as many bytes as its type, so there is one, and nothing in it needs to be destroyed.
        unsafe UnsafeMutableRawPointer(pointer.unsafelyUnwrapped).storeBytes(of: contents, as: Contents.self)
    }

    @inline(never)
    private func writePart<Contents: BitwiseCopyable>(of contents: Contents) {
        guard size > 0, let pointer = unsafe pointer else { return }
        let count = min(size, MemoryLayout<Value>.size) - 4
        unsafe withUnsafeBytes(of: contents) { bytes in
            // SAFETY: both have `count` bytes behind the first four.
            unsafe (UnsafeMutableRawPointer(pointer) + 4).copyMemory(
                from: bytes.baseAddress.unsafelyUnwrapped + 4,
                byteCount: count
            )
        }
    }
}

/// A variable of the caller's that is written to, such as a handle. Making one clears it.
@safe
struct OutputVariable<Value> {
    private let pointer: UnsafeMutablePointer<Value>?

    init(clearing pointer: UnsafeMutablePointer<Value>?, to none: Value) {
        let isAligned = Int(bitPattern: pointer) % MemoryLayout<Value>.alignment == 0
        unsafe self.pointer = isAligned ? pointer : nil
        // SAFETY: the pointer is the caller's to one variable.
        unsafe self.pointer?.pointee = none
    }

    func require() throws(CallFailure) {
        guard unsafe pointer != nil else { throw .invalid("the output pointer is NULL or not aligned") }
    }

    func write(_ value: Value) { unsafe pointer?.pointee = value }
}

/// A buffer of the caller's for a text, with a zero at its end. Making one makes it the empty text.
@safe
struct OutputText {
    private let start: UnsafeMutablePointer<CChar>?
    private let capacity: Int

    init(clearing start: UnsafeMutablePointer<CChar>?, _ capacity: Int) {
        unsafe self.start = start
        self.capacity = capacity
        // SAFETY: the buffer has room for a byte.
        if capacity > 0, let start = unsafe start { unsafe start[0] = 0 }
    }

    func require() throws(CallFailure) {
        guard capacity >= 0, unsafe start != nil || capacity == 0 else {
            throw .invalid("the buffer of a text is NULL but has a capacity")
        }
    }

    /// Writes as much of a text as there is room for, cut between two characters.
    ///
    /// - Returns: The length of the whole text.
    func write(_ text: Span<UInt8>) -> Int {
        guard capacity > 0, let start = unsafe start else { return text.count }
        var count = min(text.count, capacity - 1)
        if count < text.count {
            while count > 0, text[count] & 0xC0 == 0x80 { count -= 1 }
        }
        // SAFETY: `count` and the zero are no more than the capacity.
        for offset in 0..<count { unsafe start[offset] = CChar(bitPattern: text[offset]) }
        unsafe start[count] = 0
        return text.count
    }

    func write(_ text: String) -> Int {
        let bytes = Array(text.utf8)
        return write(bytes.span)
    }
}
