import Diagnostics

/// The keys of one mapping, checked against the allowed keys.
package struct Fields {
    /// The mapping's description with its article, for messages: `a rule`.
    package let subject: String
    /// The place of the mapping.
    package let place: DocumentNode.Place
    fileprivate var entries: [String: DocumentNode.Entry] = [:]
    /// Keys with a missing value, which has been reported.
    fileprivate var emptyKeys: Set<String> = []

    fileprivate init(subject: String, place: DocumentNode.Place) {
        self.subject = subject
        self.place = place
    }

    /// The value of a key; nil if the key is missing.
    package subscript(key: String) -> DocumentNode? { entries[key]?.value }

    /// The place of a key.
    package func keyPlace(_ key: String) -> DocumentNode.Place? { entries[key]?.keyPlace }

    /// Whether the key is present, even if its value is missing.
    package func has(_ key: String) -> Bool { entries[key] != nil || emptyKeys.contains(key) }
}

extension ReadingContext {
    /// The meaning of `null` in a mapping.
    package enum NullMeaning {
        /// A mistake: the value is missing, or indented wrongly.
        case mistake
        /// As if the key were missing; Graph writes settings in this way that are not set.
        case missing
    }

    /// Reads a mapping, and reports keys that are not allowed.
    ///
    /// - Parameters:
    ///   - node: The value that should be the mapping.
    ///   - subject: Its description with its article.
    ///   - keys: The allowed keys.
    ///   - null: The meaning of `null`.
    ///   - instead: What to write instead of keys that authors know from elsewhere.
    /// - Returns: nil, after a report, if the value is not a mapping.
    package func fields(
        _ node: DocumentNode,
        _ subject: String,
        keys: [String],
        null: NullMeaning = .mistake,
        instead: [String: String] = [:]
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
        // A second key of the same name would be an error, and the author probably means another one.
        lazy var freeKeys: [String] = {
            let present = Set(entries.lazy.map(\.key))
            return keys.filter { !present.contains($0) }
        }()
        for entry in entries {
            if !keys.contains(entry.key) {
                let offered = reportUnknownKey(entry, subject, free: freeKeys, of: keys.count, instead[entry.key])
                freeKeys.removeAll { $0 == offered }
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

    /// Reads a mapping that may contain unknown keys, as exports do; `null` counts as missing.
    ///
    /// - Returns: The known keys, and every entry with an unknown key, in file order.
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

    /// Reports an unknown key.
    ///
    /// - Parameters:
    ///   - entry: The key and its value.
    ///   - subject: The description of the mapping with its article.
    ///   - freeKeys: The allowed keys that may still be added.
    ///   - count: The number of allowed keys.
    ///   - instead: What to write instead.
    /// - Returns: The key that was offered in its place; nil if there was none.
    private func reportUnknownKey(
        _ entry: DocumentNode.Entry,
        _ subject: String,
        free freeKeys: [String],
        of count: Int,
        _ instead: String?
    ) -> String? {
        let nearest = instead == nil ? suggestion(for: entry.key, among: freeKeys) : nil
        let verb = freeKeys.count < count ? "also have" : "have"
        let help =
            instead ?? nearest.map { "did you mean `\($0)`?" }
            ?? ((1...20).contains(freeKeys.count)
                ? "it can \(verb) \(freeKeys.map { "`\($0)`" }.joined(separator: ", "))" : nil)
        report(
            .unknownKey,
            "unknown key `\(Quoted.word(entry.key))` in \(subject)",
            at: entry.keyPlace,
            help: help,
            fix: edit(nearest, at: entry.keyPlace)
        )
        return nearest
    }

    /// The value of a required key; nil, after a report, if it is missing.
    package func required(_ key: String, of fields: Fields, help: String? = nil) -> DocumentNode? {
        if let node = fields[key] { return node }
        // A key without a value has already been reported.
        guard !fields.has(key) else { return nil }
        report(.missingKey, "\(fields.subject) needs `\(key)`", at: fields.place, help: help)
        return nil
    }
}

// MARK: Kinds of files

extension ReadingContext {
    /// Whether a file is of the expected kind; a file of another kind is reported.
    package func checkKind(of root: DocumentNode, is key: String, otherwise other: String) -> Bool {
        guard case .mapping(let entries) = root.content, !entries.contains(where: { $0.key == key }),
            let wrong = entries.first(where: { [other, "demarc-test", "demarc-serve"].contains($0.key) })
        else { return true }
        let kinds = [
            "demarc": "a policy document", "demarc-rules": "a rule file", "demarc-test": "a scenario file",
            "demarc-serve": "a configuration of the server",
        ]
        let help =
            switch wrong.key {
            case "demarc-test": "it names its policy itself; run it with `demarc test`"
            case "demarc-serve": "check it with `demarc serve --check`"
            default: key == "demarc" ? "name it under `include` of a rule set" : "only rule files can be included"
            }
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
