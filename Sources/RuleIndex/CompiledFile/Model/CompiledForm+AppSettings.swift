import Diagnostics
import PolicyModel

extension AppSettings: CompiledRecord {
    static var unread: AppSettings { AppSettings() }

    mutating func visitFields<Visitor: FieldVisitor>(_ visitor: inout Visitor) throws(Visitor.Failure) {
        // Iterating over the cases of the enumeration ensures that a new setting is visited automatically.
        var values: [AppSetting: AppSettingValue] = [:]
        var locations: [AppSetting: SourceLocation] = [:]
        var variables: [AppSetting: String] = [:]
        for setting in AppSetting.allCases {
            values[setting] = self[setting]
            locations[setting] = location(of: setting)
            variables[setting] = variable(for: setting)
        }
        try visitor.visit(&values)
        try visitor.visit(&locations)
        try visitor.visit(&variables)
        try visitor.visit(&bundle)
        for setting in AppSetting.allCases {
            self[setting] = values[setting]
            setLocation(of: setting, to: locations[setting])
            setVariable(for: setting, to: variables[setting])
        }
    }
}

extension AppSettingValue: CompiledForm {
    func write(to writer: inout CompiledWriter) {
        switch self {
        case .boolean(let value): writer.write(1, value)
        case .text(let value): writer.write(2, value)
        case .texts(let value): writer.write(3, value)
        case .number(let value): writer.write(4, value)
        case .systemRelease(let value): writer.write(5, value)
        case .dictionary(let value): writer.write(6, value)
        }
    }

    init(from reader: inout CompiledReader) throws(CompiledFileError) {
        switch try reader.readByte() {
        case 1: self = .boolean(try Bool(from: &reader))
        case 2: self = .text(try String(from: &reader))
        case 3: self = .texts(try [String](from: &reader))
        case 4: self = .number(try Double(from: &reader))
        case 5: self = .systemRelease(try Int(from: &reader))
        case 6: self = .dictionary(try [String: String](from: &reader))
        default: throw .malformed("it has a setting of an unknown type")
        }
    }
}

extension BundleDeclarations: CompiledRecord {
    static var unread: BundleDeclarations { BundleDeclarations(path: "") }

    mutating func visitFields<Visitor: FieldVisitor>(_ visitor: inout Visitor) throws(Visitor.Failure) {
        try visitor.visit(&path)
        try visitor.visit(&settingsLocation)
        try visitor.visit(&urlTypes)
        try visitor.visit(&faceIDUsageDescription)
        try visitor.visit(&appExtension)
        try visitor.visit(&sceneManifest)
    }
}

extension URLTypeDeclaration: CompiledRecord {
    static var unread: URLTypeDeclaration { URLTypeDeclaration(location: .unread) }

    mutating func visitFields<Visitor: FieldVisitor>(_ visitor: inout Visitor) throws(Visitor.Failure) {
        try visitor.visit(&name)
        try visitor.visit(&role)
        try visitor.visit(&schemes)
        try visitor.visit(&location)
    }
}

extension SceneManifest: CompiledRecord {
    static var unread: SceneManifest { SceneManifest(location: .unread) }

    mutating func visitFields<Visitor: FieldVisitor>(_ visitor: inout Visitor) throws(Visitor.Failure) {
        try visitor.visit(&supportsMultipleScenes)
        try visitor.visit(&configuredRoles)
        try visitor.visit(&location)
    }
}

extension ExtensionDeclaration: CompiledRecord {
    static var unread: ExtensionDeclaration { ExtensionDeclaration(location: .unread) }

    mutating func visitFields<Visitor: FieldVisitor>(_ visitor: inout Visitor) throws(Visitor.Failure) {
        try visitor.visit(&pointIdentifier)
        try visitor.visit(&activationRule)
        try visitor.visit(&location)
    }
}

extension ExtensionDeclaration.ActivationRule: CompiledForm {
    func write(to writer: inout CompiledWriter) {
        switch self {
        case .predicate(let text): writer.write(1, text)
        case .constants(let constants): writer.write(2, constants)
        }
    }

    init(from reader: inout CompiledReader) throws(CompiledFileError) {
        switch try reader.readByte() {
        case 1: self = .predicate(try String(from: &reader))
        case 2: self = .constants(try [ExtensionDeclaration.Constant](from: &reader))
        default: throw .malformed("it has an activation rule of an unknown type")
        }
    }
}

extension ExtensionDeclaration.Constant: CompiledRecord {
    static var unread: ExtensionDeclaration.Constant { ExtensionDeclaration.Constant("", 0) }

    mutating func visitFields<Visitor: FieldVisitor>(_ visitor: inout Visitor) throws(Visitor.Failure) {
        try visitor.visit(&name)
        try visitor.visit(&value)
    }
}

extension SourceLocation {
    static var unread: SourceLocation { SourceLocation(path: "", line: 0, column: 0) }
}
