import ByteText
import PolicyModel

/// Serialization of records.
extension DecisionRecord {
    /// Appends the record as one line of NDJSON, with its line feed.
    ///
    /// Every member is present, with null for a missing value; only `shadow` is omitted, if there is none.
    ///
    /// - Complexity: O(*n*) in its texts.
    public func append(to bytes: inout [UInt8]) {
        // PERF: the bytes are moved. With a second reference, the first addition would copy all lines so far.
        var line = JSONObjectWriter(exchange(&bytes, with: []))
        line.add(.time, time: time)
        line.add(.id, id)
        line.add(.host, host)
        line.add(.binding, binding)
        line.add(.policy, policy) { policy, object in policy.write(to: &object) }
        line.add(.question, word: question.rawValue)
        line.add(.method, method)
        line.add(.view, view)
        line.add(.frame, word: frame?.rawValue)
        line.add(.account, account)
        line.add(.url, url)
        line.add(.masked, words: URLMask.allCases.filter(masked.contains).map(\.rawValue))
        line.add(.sent, word: sent?.rawValue)
        line.add(.urlClass, word: urlClass?.rawValue)
        line.add(.verdict, word: verdict.rawValue)
        line.add(.destination, word: destination?.rawValue)
        line.add(.page, word: page?.rawValue)
        line.add(.reasons, reasons) { reason, object in
            object.add(.code, reason.code)
            object.add(.rule, reason.rule)
        }
        line.add(.fault, fault)
        line.add(.rate, number: rate)
        line.add(.trace, trace)
        line.add(.nanoseconds, number: nanoseconds)
        if let shadow {
            line.add(.shadow, shadow) { shadow, object in
                object.add(.policy, shadow.policy) { policy, object in policy.write(to: &object) }
                object.add(.urlClass, word: shadow.urlClass?.rawValue)
                object.add(.verdict, word: shadow.verdict.rawValue)
                object.add(.destination, word: shadow.destination?.rawValue)
                object.add(.rule, shadow.rule)
            }
        }
        bytes = line.finish()
        bytes.append(UInt8(ascii: "\n"))
    }
}

extension DecisionRecord.Policy {
    fileprivate func write(to object: inout JSONObjectWriter) {
        object.add(.revision, number: revision)
        object.add(.digest, digest)
    }
}

/// Writes an object member by member, after existing bytes.
private struct JSONObjectWriter {
    private var bytes: [UInt8]
    private var isFirst = true

    init(_ bytes: consuming [UInt8]) {
        self.bytes = bytes
        self.bytes.append(UInt8(ascii: "{"))
    }

    /// Hands back the bytes, with the closing brace of the object.
    mutating func finish() -> [UInt8] {
        bytes.append(UInt8(ascii: "}"))
        return exchange(&bytes, with: [])
    }

    mutating func add(_ name: DecisionRecord.Name, _ text: String?) {
        begin(name)
        guard let text else { return addNull() }
        JSONEscaping.append(text.utf8.span, to: &bytes)
    }

    /// Adds one of our own identifiers, which needs no escaping.
    mutating func add(_ name: DecisionRecord.Name, word: String?) {
        begin(name)
        guard let word else { return addNull() }
        add(word: word)
    }

    mutating func add(_ name: DecisionRecord.Name, words: [String]) {
        begin(name)
        bytes.append(UInt8(ascii: "["))
        for (position, word) in words.enumerated() {
            if position > 0 { bytes.append(UInt8(ascii: ",")) }
            add(word: word)
        }
        bytes.append(UInt8(ascii: "]"))
    }

    mutating func add(_ name: DecisionRecord.Name, number: Int) {
        begin(name)
        bytes += String(number).utf8
    }

    mutating func add(_ name: DecisionRecord.Name, number: Double) {
        begin(name)
        // JSON has neither infinities nor NaN, and no rate is one of them.
        guard number.isFinite else { return addNull() }
        if let whole = Int(exactly: number) { bytes += String(whole).utf8 } else { bytes += number.description.utf8 }
    }

    mutating func add(_ name: DecisionRecord.Name, time: Int) {
        begin(name)
        bytes.append(UInt8(ascii: "\""))
        UTCTime.append(time, to: &bytes)
        bytes.append(UInt8(ascii: "\""))
    }

    mutating func add<Value>(_ name: DecisionRecord.Name, _ value: Value?, _ write: (Value, inout Self) -> Void) {
        begin(name)
        guard let value else { return addNull() }
        add(object: value, write)
    }

    mutating func add<Value>(_ name: DecisionRecord.Name, _ values: [Value], _ write: (Value, inout Self) -> Void) {
        begin(name)
        bytes.append(UInt8(ascii: "["))
        for (position, value) in values.enumerated() {
            if position > 0 { bytes.append(UInt8(ascii: ",")) }
            add(object: value, write)
        }
        bytes.append(UInt8(ascii: "]"))
    }

    private mutating func add<Value>(object value: Value, _ write: (Value, inout Self) -> Void) {
        bytes.append(UInt8(ascii: "{"))
        isFirst = true
        write(value, &self)
        bytes.append(UInt8(ascii: "}"))
        isFirst = false
    }

    private mutating func add(word: String) {
        bytes.append(UInt8(ascii: "\""))
        bytes += word.utf8
        bytes.append(UInt8(ascii: "\""))
    }

    private mutating func begin(_ name: DecisionRecord.Name) {
        if !isFirst { bytes.append(UInt8(ascii: ",")) }
        isFirst = false
        add(word: name.rawValue)
        bytes.append(UInt8(ascii: ":"))
    }

    private mutating func addNull() { bytes += "null".utf8 }
}
