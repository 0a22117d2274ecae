import Diagnostics
import PolicyModel
import URLMatching

extension RuleSet: CompiledRecord {
    func write(to writer: inout CompiledWriter) {
        writer.writeTables()
        var copy = self
        copy.visitFields(&writer)
    }

    init(from reader: inout CompiledReader) throws(CompiledFileError) {
        try reader.readTables()
        self = .unread
        try visitFields(&reader)
    }

    static var unread: RuleSet { RuleSet(name: "", defaultClass: .blocked, defaultLocation: .unread, rules: []) }

    mutating func visitFields<Visitor: FieldVisitor>(_ visitor: inout Visitor) throws(Visitor.Failure) {
        try visitor.visit(&name)
        try visitor.visit(&defaultClass)
        try visitor.visit(&defaultLocation)
        try visitor.visit(&rules)
        try visitor.visit(&subresources)
        try visitor.visit(&transitions)
    }
}

extension Rule: CompiledRecord {
    static var unread: Rule { Rule(id: "", urlClass: .blocked, conditions: [], location: .unread) }

    mutating func visitFields<Visitor: FieldVisitor>(_ visitor: inout Visitor) throws(Visitor.Failure) {
        try visitor.visit(&id)
        try visitor.visit(&urlClass)
        try visitor.visit(&priority)
        try visitor.visit(&conditions)
        try visitor.visit(&exceptions)
        try visitor.visit(&because)
        try visitor.visit(&location)
    }
}

extension Condition: CompiledForm {
    func write(to writer: inout CompiledWriter) {
        key.write(to: &writer)
        alternatives.write(to: &writer)
        writer.write(paths.count)
        for path in paths { writer.writeShared(path) }
    }

    init(from reader: inout CompiledReader) throws(CompiledFileError) {
        let key = try MatcherKey(from: &reader)
        let alternatives = try [Matcher](from: &reader)
        // INVARIANT: the index counts the values of a condition by its key.
        guard alternatives.allSatisfy({ $0.key == key }) else {
            throw .malformed("it has a condition with a value of another key")
        }
        var paths: [String] = []
        for _ in 0..<(try reader.readCount()) { paths.append(try reader.readShared()) }
        self.init(key: key, alternatives: alternatives, paths: paths)
    }
}
