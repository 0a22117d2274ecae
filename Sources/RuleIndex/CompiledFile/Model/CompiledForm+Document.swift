import Diagnostics
import PolicyModel
import URLMatching

extension PolicyDocument: CompiledRecord {
    static var unread: PolicyDocument { PolicyDocument(accounts: AccountDirectory([]), user: nil) }

    mutating func visitFields<Visitor: FieldVisitor>(_ visitor: inout Visitor) throws(Visitor.Failure) {
        try visitor.visit(&app)
        try visitor.visit(&policies)
        try visitor.visit(&accounts)
        try visitor.visit(&user)
        try visitor.visit(&isUserExplicit)
        try visitor.visit(&apps)
        try visitor.visit(&ruleSets)
        try visitor.visit(&views)
        try visitor.visit(&ambiguousURLs)
        try visitor.visit(&appConfigurations)
        try visitor.visit(&mdmUser)
        try visitor.visit(&revision)
        try visitor.visit(&organizations)
    }
}

extension OrganizationDeclaration: CompiledRecord {
    static var unread: OrganizationDeclaration { OrganizationDeclaration(name: "", hosts: []) }

    mutating func visitFields<Visitor: FieldVisitor>(_ visitor: inout Visitor) throws(Visitor.Failure) {
        try visitor.visit(&name)
        try visitor.visit(&hosts)
        try visitor.visit(&location)
    }
}

extension AccountDirectory: CompiledForm {
    func write(to writer: inout CompiledWriter) { accounts.write(to: &writer) }

    init(from reader: inout CompiledReader) throws(CompiledFileError) { self.init(try [Account](from: &reader)) }
}

extension AccountID: CompiledForm {
    func write(to writer: inout CompiledWriter) { writer.write(canonical) }

    init(from reader: inout CompiledReader) throws(CompiledFileError) { self.init(try reader.readText()) }
}

extension Account: CompiledRecord {
    static var unread: Account { Account(id: .noUser) }

    mutating func visitFields<Visitor: FieldVisitor>(_ visitor: inout Visitor) throws(Visitor.Failure) {
        try visitor.visit(&id)
        try visitor.visit(&userPrincipalName)
        try visitor.visit(&organization)
        try visitor.visit(&policy)
        try visitor.visit(&location)
    }
}

extension AppID: CompiledForm {
    func write(to writer: inout CompiledWriter) { writer.write(bundleID) }

    init(from reader: inout CompiledReader) throws(CompiledFileError) { self.init(try reader.readText()) }
}

extension AppDeclaration: CompiledRecord {
    static var unread: AppDeclaration { AppDeclaration(id: "") }

    mutating func visitFields<Visitor: FieldVisitor>(_ visitor: inout Visitor) throws(Visitor.Failure) {
        try visitor.visit(&id)
        try visitor.visit(&isManaged)
        try visitor.visit(&organization)
        try visitor.visit(&policy)
        try visitor.visit(&isMDMManaged)
        try visitor.visit(&schemes)
        try visitor.visit(&universalLinks)
        try visitor.visit(&location)
    }
}

extension ViewDeclaration: CompiledRecord {
    static var unread: ViewDeclaration { ViewDeclaration(id: "") }

    mutating func visitFields<Visitor: FieldVisitor>(_ visitor: inout Visitor) throws(Visitor.Failure) {
        try visitor.visit(&id)
        try visitor.visit(&isWebView)
        try visitor.visit(&policy)
        try visitor.visit(&ruleSet)
        try visitor.visit(&document)
        try visitor.visit(&parent)
        try visitor.visit(&location)
        try visitor.visit(&policyLocation)
    }
}

extension SourceLocation: CompiledForm {
    func write(to writer: inout CompiledWriter) {
        writer.writeShared(path)
        writer.write(line)
        writer.write(column)
    }

    init(from reader: inout CompiledReader) throws(CompiledFileError) {
        let path = try reader.readShared()
        let (line, column) = (try reader.readNumber(), try reader.readNumber())
        // Code that shows a location computes with its line and column.
        guard (0...Int(Int32.max)).contains(line), (0...Int(Int32.max)).contains(column) else {
            throw .malformed("it has a place outside its files")
        }
        self.init(path: path, line: line, column: column)
    }
}

// The enumerations of a document; each value is written by its name, see ``CompiledForm``.

extension AmbiguousURLs: CompiledForm {}
extension ListFormat: CompiledForm {}
extension MatcherKey: CompiledForm {}
extension RuleSet.Subresources: CompiledForm {}
extension RuleSet.Transition: CompiledForm {}
extension URLClass: CompiledForm {}
extension WebViewPolicy: CompiledForm {}

extension AppSetting: CompiledKey {}
extension PolicySetting: CompiledKey {}
