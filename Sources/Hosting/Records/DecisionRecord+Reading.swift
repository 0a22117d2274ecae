import PolicyFiles
import PolicyModel

/// Why a line is not a record.
public struct DecisionRecordError: Error, Hashable, Sendable {
    /// What is wrong, in lower case, without a period. It can quote a word or a key of the line as it is there, with
    /// control characters.
    public let message: String
}

/// Parsing of records.
extension DecisionRecord {
    /// The longest line that is read.
    public static let longestLine = 1 << 20

    /// Reads a line of a log.
    ///
    /// Members that this version does not know are ignored. A missing member is equivalent to null; `time`, `id`,
    /// `host`, `binding`, `question` and `verdict` are required.
    ///
    /// - Parameter line: The line, with or without its line feed.
    /// - Throws: ``DecisionRecordError``.
    /// - Complexity: O(*n*) in the bytes.
    public init(line: [UInt8]) throws(DecisionRecordError) {
        guard line.count <= Self.longestLine else { throw DecisionRecordError(message: "the line is too long") }
        let value: JSONValue
        do { value = try JSONValue(line) } catch { throw DecisionRecordError(message: error.message) }
        guard case .object(let members) = value else {
            throw DecisionRecordError(message: "the line is not a JSON object")
        }
        let object = RecordObject(members: members)
        guard let time = UTCTime.milliseconds(try object.required(.time)) else { throw .wrong(.time) }
        self.init(
            time: time,
            id: try object.required(.id),
            host: try object.required(.host),
            binding: try object.required(.binding),
            policy: try object.object(.policy).map { object throws(DecisionRecordError) in try Policy(object) },
            question: try object.requiredWord(.question),
            method: try object.text(.method),
            view: try object.text(.view),
            frame: try object.word(.frame),
            account: try object.text(.account),
            url: try object.text(.url),
            masked: Set(try object.words(.masked)),
            sent: try object.word(.sent),
            urlClass: try object.word(.urlClass),
            verdict: try object.requiredWord(.verdict),
            destination: try object.word(.destination),
            page: try object.word(.page),
            reasons: try object.objects(.reasons).map { object throws(DecisionRecordError) in
                Reason(code: try object.required(.code), rule: try object.text(.rule))
            },
            fault: try object.text(.fault),
            rate: try object.number(.rate) ?? 1,
            trace: try object.text(.trace),
            nanoseconds: try object.whole(.nanoseconds) ?? 0,
            shadow: try object.object(.shadow).map { object throws(DecisionRecordError) in try Shadow(object) }
        )
        // A rate outside this range would give a decision no weight or unlimited weight.
        guard rate > 0, rate <= 1 else { throw .wrong(.rate) }
    }
}

extension DecisionRecord.Policy {
    fileprivate init(_ object: RecordObject) throws(DecisionRecordError) {
        guard let revision = try object.whole(.revision) else { throw .wrong(.revision) }
        self.init(revision: revision, digest: try object.required(.digest))
    }
}

extension DecisionRecord.Shadow {
    fileprivate init(_ object: RecordObject) throws(DecisionRecordError) {
        self.init(
            policy: try object.object(.policy).map { object throws(DecisionRecordError) in
                try DecisionRecord.Policy(object)
            },
            verdict: try object.requiredWord(.verdict),
            urlClass: try object.word(.urlClass),
            destination: try object.word(.destination),
            rule: try object.text(.rule)
        )
    }
}

extension DecisionRecordError {
    fileprivate static func wrong(_ name: DecisionRecord.Name) -> DecisionRecordError {
        DecisionRecordError(message: "`\(name.rawValue)` is missing or has a different form")
    }
}

/// An object of a line, read member by member.
private struct RecordObject {
    let members: [String: JSONValue]

    private subscript(_ name: DecisionRecord.Name) -> JSONValue? {
        guard let value = members[name.rawValue], value != .null else { return nil }
        return value
    }

    func text(_ name: DecisionRecord.Name) throws(DecisionRecordError) -> String? {
        guard let value = self[name] else { return nil }
        guard case .string(let text) = value else { throw .wrong(name) }
        return text
    }

    func required(_ name: DecisionRecord.Name) throws(DecisionRecordError) -> String {
        guard let text = try text(name) else { throw .wrong(name) }
        return text
    }

    func word<Word: RawRepresentable<String>>(_ name: DecisionRecord.Name) throws(DecisionRecordError) -> Word? {
        guard let text = try text(name) else { return nil }
        guard let word = Word(rawValue: text) else { throw .wrong(name) }
        return word
    }

    func requiredWord<Word: RawRepresentable<String>>(_ name: DecisionRecord.Name) throws(DecisionRecordError) -> Word {
        guard let word: Word = try word(name) else { throw .wrong(name) }
        return word
    }

    func number(_ name: DecisionRecord.Name) throws(DecisionRecordError) -> Double? {
        guard let value = self[name] else { return nil }
        guard case .number(let text) = value, let number = Double(text), number.isFinite else { throw .wrong(name) }
        return number
    }

    func whole(_ name: DecisionRecord.Name) throws(DecisionRecordError) -> Int? {
        guard let value = self[name] else { return nil }
        guard case .number(let text) = value, let number = Int(text), number >= 0 else { throw .wrong(name) }
        return number
    }

    func object(_ name: DecisionRecord.Name) throws(DecisionRecordError) -> RecordObject? {
        guard let value = self[name] else { return nil }
        guard case .object(let members) = value else { throw .wrong(name) }
        return RecordObject(members: members)
    }

    func objects(_ name: DecisionRecord.Name) throws(DecisionRecordError) -> [RecordObject] {
        guard let value = self[name] else { return [] }
        guard case .list(let values) = value else { throw .wrong(name) }
        return try values.map { value throws(DecisionRecordError) in
            guard case .object(let members) = value else { throw .wrong(name) }
            return RecordObject(members: members)
        }
    }

    func words<Word: RawRepresentable<String>>(_ name: DecisionRecord.Name) throws(DecisionRecordError) -> [Word] {
        guard let value = self[name] else { return [] }
        guard case .list(let values) = value else { throw .wrong(name) }
        return try values.map { value throws(DecisionRecordError) in
            guard case .string(let text) = value, let word = Word(rawValue: text) else { throw .wrong(name) }
            return word
        }
    }
}
