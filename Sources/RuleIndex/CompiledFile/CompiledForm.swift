import ByteText

/// A value that can be stored in a compiled file.
///
/// Reading a written value gives an equal value. The reader trusts nothing: every way in which bytes can fail to be a
/// valid value is an error.
protocol CompiledForm {
    /// Appends the value to the written data.
    func write(to writer: inout CompiledWriter)

    /// Reads a value at the reader's position.
    init(from reader: inout CompiledReader) throws(CompiledFileError)
}

/// Visits the fields of a record, to write or to read them.
protocol FieldVisitor {
    associatedtype Failure: Error

    mutating func visit<Value: CompiledForm>(_ value: inout Value) throws(Failure)
}

/// A value that consists of its fields, one after the other.
///
/// One function visits them in both directions, so that writing and reading cannot diverge.
protocol CompiledRecord: CompiledForm {
    /// The initial value for reading; every field is replaced.
    static var unread: Self { get }

    /// Visits every field, always in the same order.
    mutating func visitFields<Visitor: FieldVisitor>(_ visitor: inout Visitor) throws(Visitor.Failure)
}

extension CompiledRecord {
    func write(to writer: inout CompiledWriter) {
        var copy = self
        copy.visitFields(&writer)
    }

    init(from reader: inout CompiledReader) throws(CompiledFileError) {
        self = .unread
        try visitFields(&reader)
    }
}

/// Enumerations are written by name: a case that another version adds, moves or renames is never mistaken for another.
extension CompiledForm where Self: RawRepresentable, RawValue == String {
    func write(to writer: inout CompiledWriter) { writer.writeShared(rawValue) }

    init(from reader: inout CompiledReader) throws(CompiledFileError) {
        let name = try reader.readShared()
        guard let value = Self(rawValue: name) else { throw .malformed("it has an unknown name") }
        self = value
    }
}

/// A key of dictionaries in a compiled file: the entries are written in the order of these texts, so that equal
/// dictionaries have equal bytes.
protocol CompiledKey: CompiledForm, Hashable {
    var orderText: String { get }
}

extension CompiledKey where Self: RawRepresentable, RawValue == String {
    var orderText: String { rawValue }
}

extension Int: CompiledForm {
    func write(to writer: inout CompiledWriter) { writer.write(self) }

    init(from reader: inout CompiledReader) throws(CompiledFileError) { self = try reader.readNumber() }
}

extension Bool: CompiledForm {
    func write(to writer: inout CompiledWriter) { writer.write(byte: self ? 1 : 0) }

    init(from reader: inout CompiledReader) throws(CompiledFileError) {
        switch try reader.readByte() {
        case 0: self = false
        case 1: self = true
        default: throw .malformed("it has a Boolean that is neither true nor false")
        }
    }
}

extension Double: CompiledForm {
    func write(to writer: inout CompiledWriter) { writer.write(bits: bitPattern) }

    init(from reader: inout CompiledReader) throws(CompiledFileError) { self.init(bitPattern: try reader.readBits()) }
}

extension String: CompiledKey {
    func write(to writer: inout CompiledWriter) { writer.write(self) }

    init(from reader: inout CompiledReader) throws(CompiledFileError) { self = try reader.readText() }

    var orderText: String { self }
}

extension Optional: CompiledForm where Wrapped: CompiledForm {
    func write(to writer: inout CompiledWriter) {
        writer.write(byte: self == nil ? 0 : 1)
        self?.write(to: &writer)
    }

    init(from reader: inout CompiledReader) throws(CompiledFileError) {
        self = try Bool(from: &reader) ? try Wrapped(from: &reader) : nil
    }
}

extension Array: CompiledForm where Element: CompiledForm {
    func write(to writer: inout CompiledWriter) {
        writer.write(count)
        for element in self { element.write(to: &writer) }
    }

    init(from reader: inout CompiledReader) throws(CompiledFileError) {
        self.init()
        // No memory is reserved for an unverified count: missing elements end the reading.
        for _ in 0..<(try reader.readCount()) { append(try Element(from: &reader)) }
    }
}

extension Dictionary: CompiledForm where Key: CompiledKey, Value: CompiledForm {
    func write(to writer: inout CompiledWriter) {
        writer.write(count)
        for (key, value) in self.sorted(on: { $0.key.orderText }) {
            key.write(to: &writer)
            value.write(to: &writer)
        }
    }

    init(from reader: inout CompiledReader) throws(CompiledFileError) {
        self.init()
        for _ in 0..<(try reader.readCount()) {
            let key = try Key(from: &reader)
            guard updateValue(try Value(from: &reader), forKey: key) == nil else {
                throw .malformed("it has an entry twice")
            }
        }
    }
}
