import Diagnostics

/// The keys of one mapping, checked against the keys that can be there.
package struct Fields {
    /// What the mapping is, with its article, for messages: `a rule`.
    package let subject: String
    /// Where the mapping stands.
    package let place: DocumentNode.Place
    fileprivate var entries: [String: DocumentNode.Entry] = [:]
    /// Keys whose value was forgotten, which has been reported.
    fileprivate var emptyKeys: Set<String> = []

    fileprivate init(subject: String, place: DocumentNode.Place) {
        self.subject = subject
        self.place = place
    }

    /// The value of a key; nil where the key is missing.
    package subscript(key: String) -> DocumentNode? { entries[key]?.value }

    /// Where a key is written.
    package func keyPlace(_ key: String) -> DocumentNode.Place? { entries[key]?.keyPlace }

    /// Whether the key is there, if only without a value.
    package func has(_ key: String) -> Bool { entries[key] != nil || emptyKeys.contains(key) }
}

extension ReadingContext {
    /// What `null` says in a mapping.
    package enum NullMeaning {
        /// A value was forgotten, or indented wrongly.
        case mistake
        /// As if the key weren't there: so Graph writes settings that aren't set.
        case missing
    }

    /// Reads a mapping, reporting keys that can't be in it.
    ///
    /// - Parameters:
    ///   - node: The value that should be the mapping.
    ///   - subject: What it is, with its article.
    ///   - keys: The keys that can be there.
    ///   - null: What a `null` says.
    /// - Returns: nil, reported, where the value is no mapping.
    package func fields(
        _ node: DocumentNode,
        _ subject: String,
        keys: [String],
        null: NullMeaning = .mistake
    ) -> Fields? {
        guard case .mapping(let entries) = node.content else {
            report(
                .wrongType,
                "expected \(subject), found \(description(of: node))",
                at: node.place,
                help: node.isNull ? "write its keys below it, indented" : nil
            )
            return nil
        }
        var fields = Fields(subject: subject, place: node.place)
        for entry in entries {
            if !keys.contains(entry.key) {
                reportUnknownKey(entry, subject, keys)
            } else if entry.value.isNull {
                guard null == .mistake else { continue }
                fields.emptyKeys.insert(entry.key)
                report(
                    .missingValue,
                    "`\(Quoted.word(entry.key))` has no value",
                    at: entry.keyPlace,
                    help: "give it one or remove the key"
                )
            } else {
                fields.entries[entry.key] = entry
            }
        }
        return fields
    }

    /// Reads a mapping that may have keys nobody knows, as exports do; `null` counts as missing.
    ///
    /// - Returns: The known keys, and every entry whose key isn't known, in the order of the file.
    package func keptFields(
        _ node: DocumentNode,
        _ subject: String,
        keys: Set<String>
    ) -> (known: Fields, others: [DocumentNode.Entry]) {
        var fields = Fields(subject: subject, place: node.place)
        var others: [DocumentNode.Entry] = []
        guard case .mapping(let entries) = node.content else { return (fields, others) }
        for entry in entries {
            if !keys.contains(entry.key) {
                others.append(entry)
            } else if !entry.value.isNull {
                fields.entries[entry.key] = entry
            }
        }
        return (fields, others)
    }

    private func reportUnknownKey(_ entry: DocumentNode.Entry, _ subject: String, _ keys: [String]) {
        let nearest = suggestion(for: entry.key, among: keys)
        let help =
            nearest.map { "did you mean `\($0)`?" }
            ?? (keys.count <= 20 ? "it can have \(keys.map { "`\($0)`" }.joined(separator: ", "))" : nil)
        report(
            .unknownKey,
            "unknown key `\(Quoted.word(entry.key))` in \(subject)",
            at: entry.keyPlace,
            help: help,
            fix: edit(nearest, at: entry.keyPlace)
        )
    }

    /// The value of a key that must be there; nil, reported, where it isn't.
    package func required(_ key: String, of fields: Fields, help: String? = nil) -> DocumentNode? {
        if let node = fields[key] { return node }
        // A key without a value was reported as that.
        guard !fields.has(key) else { return nil }
        report(.missingKey, "\(fields.subject) needs `\(key)`", at: fields.place, help: help)
        return nil
    }
}

// MARK: Kinds of files

extension ReadingContext {
    /// Whether a file is what its place asks for; reported where it is the other kind of file.
    package func checkKind(of root: DocumentNode, is key: String, otherwise other: String) -> Bool {
        guard case .mapping(let entries) = root.content, !entries.contains(where: { $0.key == key }),
            let wrong = entries.first(where: { $0.key == other || $0.key == "demarc-test" })
        else { return true }
        let kinds = ["demarc": "a policy document", "demarc-rules": "a rule file", "demarc-test": "a scenario file"]
        let help =
            wrong.key == "demarc-test"
            ? "it names its policy itself; run it with `demarc test`"
            : key == "demarc" ? "name it under `include` of a rule set" : "only rule files can be included"
        report(
            .wrongType,
            "this is \(kinds[wrong.key] ?? wrong.key), not \(kinds[key] ?? key)",
            at: wrong.keyPlace,
            help: help
        )
        return false
    }

    /// Checks the version of a file's format.
    package func checkVersion(_ key: String, of fields: Fields) {
        guard let node = required(key, of: fields, help: "begin with `\(key): 1`"),
            let version = integer(node, in: 0...Int(Int32.max)), version != 1
        else { return }
        report(
            .unsupportedVersion,
            "version \(version) of the format is not supported",
            at: node.place,
            help: "this version of demarc reads `\(key): 1`"
        )
    }
}
