import Diagnostics
import DocumentReading
import PolicyModel
import URLMatching

/// `list`: a file of entries, `{file, format, skipInvalid}`, or several files.
extension RulesSection {
    func listCondition(_ nodes: [DocumentNode], on side: URLFilter.Side?) -> Condition? {
        var condition = Condition(key: .list, alternatives: [])
        for node in nodes {
            guard let (list, path) = list(node, on: side) else { continue }
            condition.alternatives.append(.list(list))
            condition.paths.append(path)
        }
        return condition.alternatives.isEmpty ? nil : condition
    }

    private func list(_ node: DocumentNode, on side: URLFilter.Side?) -> (EntryList, path: String)? {
        guard let fields = context.fields(node, "a list", keys: DocumentKeys.list) else { return nil }
        let help = "specify the format of its lines: \(Quoted.list(ListFormat.allCases.map(\.rawValue)))"
        let format = context.required("format", of: fields, help: help).flatMap { listFormat($0) }
        let skipsInvalid = fields["skipInvalid"].flatMap { context.boolean($0) } ?? false
        let reference = context.required("file", of: fields).flatMap { self.reference($0) }
        guard let format, let reference else { return nil }

        // Only filters differ, so that any other list is read once.
        let side = format == .chrome ? side ?? .block : .block
        let key = ListKey(resolvedPath: reference.resolvedPath, format: format, side: side)
        let known = lists[key]
        let read = known ?? readList(reference, format: format, side: side)
        lists[key] = read
        if known != nil { _ = repeatList(of: read.byteCount, at: reference.place) }
        guard let entries = read.reading else { return nil }
        if entries.badLineCount > 0 { reportBadLines(of: read, entries, at: reference.place, skipping: skipsInvalid) }
        return (entries.list, read.path)
    }

    /// Charges for a list that another rule uses, because each use has its own index.
    ///
    /// - Returns: False, after a single report, if the rules use too many list bytes.
    func repeatList(of byteCount: Int, at place: DocumentNode.Place) -> Bool {
        guard repeatedListBytes >= 0 else { return false }
        repeatedListBytes += byteCount
        let limit = context.bounds.repeatedListBytes + 16 * (context.bounds.allListBytes - listBytesLeft)
        guard repeatedListBytes > limit else { return true }
        repeatedListBytes = -1
        context.report(
            .tooManyValues,
            "rules name lists of more than \(Quoted.size(limit)), counting each use",
            at: place,
            help: "use each list in only one rule"
        )
        return false
    }

    private func listFormat(_ node: DocumentNode) -> ListFormat? {
        guard let text = context.text(node) else { return nil }
        if let format = ListFormat(rawValue: text) { return format }
        context.reportUnknownValue(
            text,
            at: node.place,
            called: "list format",
            among: ListFormat.allCases.map(\.rawValue)
        )
        return nil
    }

    private func readList(_ reference: FileReference, format: ListFormat, side: URLFilter.Side) -> ReadList {
        let limit = max(0, min(EntryList.fileByteLimit, listBytesLeft))
        guard let bytes = context.bytes(of: reference, limit: limit) else { return ReadList(path: reference.path) }
        listBytesLeft -= bytes.count
        do throws(MatcherError) {
            let reading = try EntryList.read(bytes.span, format: format, side: side)
            var read = ReadList(path: reference.path, byteCount: bytes.count, reading: reading)
            if reading.badLineCount > 0 || keepsLists {
                // Kept for the lines that findings quote.
                read.file = context.open(
                    SourceFile(path: reference.path, bytes: bytes),
                    resolvedPath: reference.resolvedPath
                )
            }
            return read
        } catch {
            context.report(error.code.rawValue, error.message, at: reference.place, help: error.help)
            return ReadList(path: reference.path)
        }
    }

    /// Reports bad lines as errors, showing each of the first hundred, unless the author chose to skip them.
    private func reportBadLines(
        of list: ReadList,
        _ reading: EntryListReading,
        at place: DocumentNode.Place,
        skipping: Bool
    ) {
        let count = reading.badLineCount
        let number = count == 1 ? "one" : "\(count)"
        let lines = "\(number) bad \(reading.list.format.lines(count))"
        var message = "`\(Quoted.word(list.path))` has \(lines)"
        let appearance = list.file.flatMap { foreignAppearance(of: reading, in: $0) }
        if let appearance { message += "; it looks like \(appearance.name)" }
        guard !skipping else {
            context.report(.badListLines, "\(message), skipped", at: place, severity: .warning)
            return
        }
        let help = "correct the list, or write `skipInvalid: true` to skip these lines"
        context.report(.badListLines, message, at: place, help: appearance?.help ?? help)
        guard let file = list.file else { return }
        reportEach(appearance == nil ? reading.badLines : Array(reading.badLines.prefix(1)), in: file)
    }

    /// What a list with mostly bad lines looks like, if that explains them: then the file itself is wrong.
    func foreignAppearance(of reading: EntryListReading, in file: Int32) -> ListAppearance? {
        guard reading.badLineCount > reading.list.count,
            let appearance = ListAppearance(of: context.files[Int(file)].source.bytes)
        else { return nil }
        return appearance.explains(reading.badLineCount, unless: reading.list.format.appearances) ? appearance : nil
    }

    /// Reports bad lines one by one.
    func reportEach(_ badLines: [EntryListReading.BadLine], in file: Int32) {
        for line in badLines {
            let place = DocumentNode.Place(
                file: file,
                start: Int32(line.lineOffset + line.columns.lowerBound),
                end: Int32(line.lineOffset + line.columns.upperBound)
            )
            context.report(line.error.code.rawValue, line.error.message, at: place, help: line.error.help)
        }
    }
}

extension ListFormat {
    /// What bad lines are called: in a hosts file, each bad name of a line counts.
    func lines(_ count: Int) -> String {
        switch self {
        case .hosts: count == 1 ? "line or name" : "lines or names"
        case .domains, .adblockDomains, .edge, .chrome, .urls: count == 1 ? "line" : "lines"
        }
    }

    /// The kinds that lists of the format look like.
    package var appearances: Set<ListAppearance.Kind> {
        switch self {
        case .domains: [.domains]
        case .hosts: [.hosts]
        case .adblockDomains: [.filters]
        case .urls: [.urls]
        // An entry with a `*` that is not valid has an error that names the entry that was meant.
        case .edge: [.edge, .urls, .wildcards]
        case .chrome: [.edge, .urls, .domains, .wildcards]
        }
    }
}
