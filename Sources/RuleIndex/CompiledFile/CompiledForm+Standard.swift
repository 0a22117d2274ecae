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
        // No room is made for a count that is only claimed: elements that are not there end the reading.
        for _ in 0..<(try reader.readCount()) { append(try Element(from: &reader)) }
    }
}

extension Dictionary: CompiledForm where Key: CompiledKey, Value: CompiledForm {
    func write(to writer: inout CompiledWriter) {
        writer.write(count)
        for (key, value) in self.sorted(by: { $0.key.orderText < $1.key.orderText }) {
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
