import Diagnostics
import PolicyModel

extension AppConfigurationDocument: CompiledRecord {
    static var unread: AppConfigurationDocument { AppConfigurationDocument() }

    mutating func visitFields<Visitor: FieldVisitor>(_ visitor: inout Visitor) throws(Visitor.Failure) {
        try visitor.visit(&channel)
        try visitor.visit(&isDefault)
        try visitor.visit(&accounts)
        try visitor.visit(&settings)
        try visitor.visit(&location)
    }
}

extension AppConfigurationSetting: CompiledRecord {
    static var unread: AppConfigurationSetting { AppConfigurationSetting("", .boolean(false)) }

    mutating func visitFields<Visitor: FieldVisitor>(_ visitor: inout Visitor) throws(Visitor.Failure) {
        try visitor.visit(&key)
        try visitor.visit(&value)
        try visitor.visit(&location)
    }
}

extension AppConfigurationValue: CompiledForm {
    func write(to writer: inout CompiledWriter) {
        switch self {
        case .string(let text): writer.write(1, text)
        case .boolean(let value): writer.write(2, value)
        case .number(let value): writer.write(3, value)
        case .token(let text): writer.write(4, text)
        }
    }

    init(from reader: inout CompiledReader) throws(CompiledFileError) {
        switch try reader.readByte() {
        case 1: self = .string(try String(from: &reader))
        case 2: self = .boolean(try Bool(from: &reader))
        case 3:
            let number = try Double(from: &reader)
            guard number.isFinite else { throw .malformed("it has a number that is not finite") }
            self = .number(number)
        case 4: self = .token(try String(from: &reader))
        default: throw .malformed("it has a configuration value of an unknown type")
        }
    }
}

extension AppConfigurationChannel: CompiledForm {}
