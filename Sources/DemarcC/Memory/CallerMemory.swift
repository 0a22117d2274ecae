import CDemarc

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

// The caller's memory: everything that is read from it or written to it. Together with `HandleTable` and the batches of
// Batches.swift, this is all of the code of the module that accesses memory through pointers; the functions of the ABI
// only pass pointers to it.
//
// INVARIANT: the header requires callers to pass pointers that are valid, together with their sizes, for the duration
// of the call. Nothing here outlives a call, and nothing reads or writes past a size.

/// Bytes in the caller's memory.
@safe
struct CallerBytes {
    private let start: UnsafePointer<UInt8>?
    let count: Int

    init(_ start: UnsafePointer<UInt8>?, _ count: Int) throws(CallFailure) {
        // A size above half of the address space arrives as a negative number.
        guard count >= 0 else { throw .invalid("a length is larger than memory") }
        guard unsafe start != nil || count == 0 else { throw .invalid("a text is NULL but has a length") }
        unsafe self.start = start
        self.count = count
    }

    init(_ text: demarc_text) throws(CallFailure) { try unsafe self.init(text.bytes, text.count) }

    /// Whether there is a text, possibly empty.
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

    /// The bytes as a string; they must be UTF-8.
    func string() throws(CallFailure) -> String {
        // SAFETY: as for `span`; the text is a copy.
        let bytes = unsafe UnsafeBufferPointer(start: start, count: count)
        guard let text = unsafe String(validating: bytes, as: UTF8.self) else {
            throw .invalid("a text is not UTF-8")
        }
        return text
    }

    /// The text, which is required; `what` names it in the error.
    func string(requiredAs what: StaticString) throws(CallFailure) -> String {
        guard isGiven else { throw .invalid("\(what) is NULL") }
        return try string()
    }

    /// The text; nil if it is not given.
    func stringIfGiven() throws(CallFailure) -> String? { isGiven ? try string() : nil }

    /// The bytes; nil if they are not given.
    var arrayIfGiven: [UInt8]? { isGiven ? array : nil }

    var array: [UInt8] {
        // SAFETY: as for `span`; the array is a copy.
        unsafe Array(UnsafeBufferPointer(start: start, count: count))
    }
}

/// The elements of an array in the caller's memory.
@safe
struct CallerList<Element> {
    private let start: UnsafePointer<Element>?
    let count: Int

    /// Rejects more than `limit` elements.
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

extension CallerList<demarc_text> {
    /// The elements as strings; they must be UTF-8.
    func strings() throws(CallFailure) -> [String] {
        var strings: [String] = []
        for position in unsafe 0..<count { unsafe strings.append(try CallerBytes(unsafe self[position]).string()) }
        return strings
    }
}

/// The properties that all structs of the header share.
enum CallerStruct {
    /// The minimum size of a struct: its size and one field.
    static var least: Int { 8 }
    /// The maximum; a larger value means that the size was never set and memory is uninitialized.
    static var most: Int { 4096 }

    /// Reads a struct. Fields that the caller's struct lacks have the values of `zero`.
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

    /// Equivalent to ``read(_:_:)`` for a struct that is required; `what` names it in the error.
    @inline(__always)
    static func require<Value>(
        _ pointer: UnsafePointer<Value>?,
        _ zero: Value,
        _ what: StaticString
    ) throws(CallFailure) -> Value {
        guard let value = unsafe try read(pointer, zero) else { throw .invalid("\(what) is NULL") }
        return value
    }

    @inline(never)
    private static func readOther<Value>(
        _ pointer: UnsafeRawPointer,
        _ size: Int,
        _ zero: Value
    ) throws(CallFailure) -> Value {
        let known = MemoryLayout<Value>.size
        // SAFETY: the bytes from `known` to `size` belong to the caller, and are only read.
        let rest = unsafe UnsafeRawBufferPointer(start: pointer + min(known, size), count: max(size - known, 0))
        guard unsafe rest.allSatisfy({ $0 == 0 }) else {
            throw CallFailure(DEMARC_UNSUPPORTED, "unsupported", "a struct has a field that this library does not know")
        }
        return unsafe knownFields(pointer, size, zero)
    }

    /// The known fields of a struct, which may be too new to be understood; nil if it has no readable size.
    static func knownFields<Value>(of pointer: UnsafePointer<Value>?, _ zero: Value) -> Value? {
        guard let pointer = unsafe UnsafeRawPointer(pointer),
            let size = unsafe try? size(at: pointer, alignment: MemoryLayout<Value>.alignment)
        else { return nil }
        return unsafe knownFields(pointer, size, zero)
    }

    private static func knownFields<Value>(_ pointer: UnsafeRawPointer, _ size: Int, _ zero: Value) -> Value {
        var value = zero
        unsafe withUnsafeMutableBytes(of: &value) { bytes in
            // SAFETY: both have that many bytes, and every bit pattern is a valid value of a C struct.
            unsafe bytes.copyMemory(from: UnsafeRawBufferPointer(start: pointer, count: min(bytes.count, size)))
        }
        return value
    }

    /// The flags of a struct, all of which must be known.
    static func flags(_ given: UInt32, known: Int) throws(CallFailure) -> UInt32 {
        guard given & ~UInt32(truncatingIfNeeded: known) == 0 else {
            throw .invalid("an option has an unknown flag")
        }
        return given
    }

    /// The size stated in a struct.
    @inline(__always)
    static func size(at pointer: UnsafeRawPointer, alignment: Int) throws(CallFailure) -> Int {
        guard Int(bitPattern: pointer) & (alignment - 1) == 0 else { throw .invalid("a struct is not aligned") }
        // SAFETY: every struct begins with its size, and has at least eight bytes.
        let size = unsafe Int(pointer.load(as: UInt32.self))
        guard size >= least, size <= most else { throw .invalid("the size of a struct was not set") }
        return size
    }
}

/// An output struct in the caller's memory. Initializing this type clears the struct.
@safe
struct Output<Value: BitwiseCopyable> {
    private let pointer: UnsafeMutablePointer<Value>?
    /// The size; 0 if the struct cannot be written to.
    private let size: Int

    /// Clears the caller's answer, so that it blocks whatever happens next.
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
        // PERF: nearly every struct has the size of its type, and is cleared by a few stores.
        if size == MemoryLayout<Value>.size {
            unsafe (raw + 4).initializeMemory(as: UInt8.self, repeating: 0, count: MemoryLayout<Value>.size - 4)
            return
        }
        // SAFETY: the struct has as many bytes as it states, and at least eight.
        unsafe memset(raw + 4, 0, (isSet ? size : CallerStruct.least) - 4)
    }

    var isGiven: Bool { unsafe pointer != nil }

    /// Throws unless there is a struct to write to.
    @inline(__always)
    func require() throws(CallFailure) {
        guard size > 0 else { throw .invalid("the output struct is NULL, is not aligned, or its size was not set") }
    }

    /// Writes the fields that the caller's struct has; its size stays.
    ///
    /// - Parameter contents: The bytes to write, in the memory layout of the struct. The first four bytes, which are
    ///   its size, are skipped.
    @inline(__always)
    func write<Contents: BitwiseCopyable>(_ contents: Contents) {
        guard isWhole else { return writePart(of: contents) }
        writeWhole(contents)
        unsafe UnsafeMutableRawPointer(pointer.unsafelyUnwrapped).storeBytes(of: UInt32(size), as: UInt32.self)
    }

    /// Writes a text to a character array of the contents, with a terminating zero in that part of the array which the
    /// caller's struct has.
    func write<Characters>(_ text: String, to field: WritableKeyPath<Value, Characters>, of contents: inout Value) {
        // A struct that ends before the array has no room for it.
        let room = max(size - (MemoryLayout<Value>.offset(of: field) ?? size), 0)
        unsafe withUnsafeMutableBytes(of: &contents[keyPath: field]) { bytes in
            // SAFETY: every character of the array is one byte, and the array lives until the closure returns.
            let start = unsafe bytes.bindMemory(to: CChar.self)
            _ = unsafe OutputText(clearing: start.baseAddress, min(start.count, room)).write(text)
        }
    }

    /// Whether the caller's struct has all fields of its type.
    @inline(__always)
    var isWhole: Bool { size == MemoryLayout<Value>.size }

    /// Equivalent to ``write(_:)`` for a struct that has all fields and for contents that begin with its size.
    @inline(__always)
    func writeWhole<Contents: BitwiseCopyable>(_ contents: Contents) {
        precondition(isWhole && MemoryLayout<Contents>.size == MemoryLayout<Value>.size, "another struct is written")
        // PERF: stores field by field. A copy of the whole struct would stall on the fields that were just written one
        // by one.
        // SAFETY: the struct exists and has as many bytes as its type, and nothing in it needs to be destroyed.
        unsafe UnsafeMutableRawPointer(pointer.unsafelyUnwrapped).storeBytes(of: contents, as: Contents.self)
    }

    @inline(never)
    private func writePart<Contents: BitwiseCopyable>(of contents: Contents) {
        guard size > 0, let pointer = unsafe pointer else { return }
        let count = min(size, MemoryLayout<Value>.size) - 4
        unsafe withUnsafeBytes(of: contents) { bytes in
            // SAFETY: both have `count` bytes after the first four.
            unsafe (UnsafeMutableRawPointer(pointer) + 4).copyMemory(
                from: bytes.baseAddress.unsafelyUnwrapped + 4,
                byteCount: count
            )
        }
    }
}

/// An output variable in the caller's memory, such as a handle. Initializing this type clears the variable.
@safe
struct OutputVariable<Value> {
    private let pointer: UnsafeMutablePointer<Value>?

    init(clearing pointer: UnsafeMutablePointer<Value>?, to none: Value) {
        let isAligned = Int(bitPattern: pointer) % MemoryLayout<Value>.alignment == 0
        unsafe self.pointer = isAligned ? pointer : nil
        // SAFETY: the pointer is the caller's and points to one variable.
        unsafe self.pointer?.pointee = none
    }

    func require() throws(CallFailure) {
        guard unsafe pointer != nil else { throw .invalid("the output pointer is NULL or not aligned") }
    }

    func write(_ value: Value) { unsafe pointer?.pointee = value }
}

/// An output buffer in the caller's memory for a zero-terminated text. Initializing this type writes the empty text.
@safe
struct OutputText {
    private let start: UnsafeMutablePointer<CChar>?
    private let capacity: Int

    init(clearing start: UnsafeMutablePointer<CChar>?, _ capacity: Int) {
        unsafe self.start = start
        // A capacity above half of the address space, such as SIZE_MAX for a buffer of any size, arrives as a negative
        // number.
        self.capacity = capacity < 0 ? .max : capacity
        // SAFETY: the buffer has room for a byte.
        if capacity != 0, let start = unsafe start { unsafe start[0] = 0 }
    }

    func require() throws(CallFailure) {
        guard unsafe start != nil || capacity == 0 else {
            throw .invalid("the buffer of a text is NULL but has a capacity")
        }
    }

    /// Writes as much of a text as fits, truncated at a character boundary.
    ///
    /// - Returns: The length of the whole text.
    func write(_ text: Span<UInt8>) -> Int {
        guard capacity > 0, let start = unsafe start else { return text.count }
        var count = min(text.count, capacity - 1)
        if count < text.count {
            while count > 0, text[count] & 0xC0 == 0x80 { count -= 1 }
        }
        // SAFETY: `count` and the zero do not exceed the capacity.
        for offset in 0..<count { unsafe start[offset] = CChar(bitPattern: text[offset]) }
        unsafe start[count] = 0
        return text.count
    }

    func write(_ text: String) -> Int {
        let bytes = Array(text.utf8)
        return write(bytes.span)
    }
}
