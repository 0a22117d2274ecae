import ArgumentParser
import Diagnostics
import DocumentReading
import PolicyAnalysis
import PolicyFiles
import PolicyModel

/// The accepted paths, and the options that accept a path from the command line.
struct AcceptanceOptions: ParsableArguments {
    @OptionGroup var file: AcceptedFile

    @Option(
        help: ArgumentHelp(
            "Accept this path, given by its id or the beginning of its id. Needs --reason and --until.",
            valueName: "id"
        )
    )
    var accept: [String] = []

    @Flag(
        help: """
            Accept every path that is found, marked as accepted in bulk, except those that are accepted by themselves, \
            or in bulk at least as long. Needs --reason and --until.
            """
    )
    var acceptAll = false

    @Option(help: "Why the paths may stay.")
    var reason: String?

    @Option(help: ArgumentHelp("The last day of the acceptance, in UTC, such as 2027-06-30.", valueName: "day"))
    var until: String?

    @Option(help: ArgumentHelp("Who is responsible for it. Default: the user of this shell.", valueName: "name"))
    var owner: String?

    /// Who is responsible for what is accepted now; empty if that is not known.
    private var responsible: String { owner ?? Console.variable("USER") ?? "" }

    func validate() throws {
        let isAccepting = acceptAll || !accept.isEmpty
        let option = acceptAll ? "--accept-all" : "--accept"
        if isAccepting, reason?.isEmpty ?? true || until == nil {
            throw ValidationError("\(option) needs --reason and --until: why, and for how long?")
        }
        if isAccepting, responsible.isEmpty {
            throw ValidationError(
                owner == nil
                    ? "\(option) needs --owner, because this shell has no USER: who is responsible?"
                    : "--owner is empty: who is responsible?"
            )
        }
        // Reports and the file of accepted paths show both on one line.
        for (option, text) in [("--reason", reason), ("--owner", owner)] {
            guard text?.unicodeScalars.contains(where: { $0.properties.generalCategory == .control }) == true else {
                continue
            }
            throw ValidationError("\(option) contains a control character; write it on one line.")
        }
        if !isAccepting, reason != nil || until != nil || owner != nil {
            throw ValidationError("--reason, --until and --owner need --accept or --accept-all.")
        }
        if let until, !AcceptedPath.isDay(until) { throw ValidationError("--until is a day such as 2027-06-30.") }
    }

    /// Marks the accepted paths, and records newly accepted ones.
    ///
    /// - Throws: ``CommandError``, or an exit code if the file cannot be used.
    func apply(to audit: inout PolicyAudit, ofPolicyAt policy: String) throws {
        let path = file.path(besides: policy)
        let bytes = try file.read(path, isMade: acceptAll || !accept.isEmpty)
        var entries = try bytes.map { try file.load($0, path) } ?? []
        let today = Clock.today
        let new = try newEntries(audit, besides: entries, on: today)
        if !new.isEmpty {
            try write(new, to: path, after: bytes)
            entries += new
        }
        audit.accept(entries, today: today)
    }

    private func newEntries(
        _ audit: PolicyAudit,
        besides known: [AcceptedPath],
        on today: String
    ) throws -> [AcceptedPath] {
        guard let reason, let until else { return [] }
        var chosen = acceptAll ? audit.paths : []
        for text in accept {
            let found = audit.paths(named: text)
            guard found.count == 1 else {
                throw CommandError.usage(
                    found.isEmpty
                        ? "there is no path `\(VisibleText.of(text))`; give at least six digits of its id"
                        : "`\(VisibleText.of(text))` is the beginning of \(found.count) ids; give more digits"
                )
            }
            chosen += found
        }
        guard until >= today else {
            throw CommandError.usage("--until \(until) has passed: give today (\(today) in UTC) or a later day")
        }
        let inForce = Dictionary(grouping: known.filter { $0.until >= today }, by: \.path)
        var ids: Set<String> = []
        var new: [AcceptedPath] = []
        var acceptedCount = 0
        for path in chosen where ids.insert(path.id).inserted {
            let entry = AcceptedPath(
                path: path.id,
                what: path.words,
                from: path.from,
                reason: reason,
                owner: responsible,
                since: today,
                until: until,
                isBulk: acceptAll
            )
            if adds(entry, to: inForce[path.id]?.filter { $0.covers(path) } ?? []) {
                new.append(entry)
            } else {
                acceptedCount += 1
            }
        }
        if acceptedCount > 0 {
            let paths = Quoted.count(acceptedCount, "path is", "paths are")
            Console.note("note: \(paths) already accepted: no new entry\n")
        }
        return new
    }

    /// Whether a new entry changes how a path is accepted by the entries in force that cover it, of which the last counts.
    private func adds(_ entry: AcceptedPath, to earlier: [AcceptedPath]) -> Bool {
        // A path that was reviewed by itself must not become one of those accepted in bulk.
        if acceptAll { return !earlier.contains { !$0.isBulk || $0.until >= entry.until } }
        guard let last = earlier.last else { return true }
        return last.until < entry.until || last.reason != entry.reason || last.owner != entry.owner || last.isBulk
    }

    /// Appends entries to the file. The result is parsed before it replaces the file, so that what is written can be
    /// read.
    private func write(_ new: [AcceptedPath], to path: String, after bytes: [UInt8]?) throws {
        var text = String(decoding: bytes ?? Array("demarc-audit: 1\naccepted:\n".utf8), as: UTF8.self)
        if !text.hasSuffix("\n") { text += "\n" }
        for entry in new { text += entry.line }
        let known = bytes.map { AcceptedPathsReader().load(bytes: $0, path: path).accepted.count } ?? 0
        let result = AcceptedPathsReader().load(bytes: Array(text.utf8), path: path)
        guard result.diagnostics.isEmpty, result.accepted.count == known + new.count else {
            throw CommandError.unreadable(
                "`\(VisibleText.of(path))`: entries can only be added where `accepted` is a list with `-` at the end of the file"
            )
        }
        if let bytes {
            try ReplacedFile.replace(path, bytes, with: Array(text.utf8))
        } else {
            try ReplacedFile.prepare(path, bytes: Array(text.utf8)).commit()
        }
    }
}

extension AcceptedPath {
    /// The entry in the format of the file.
    fileprivate var line: String {
        let bulk = isBulk ? "\n    bulk: true" : ""
        let policies = from.map { capacities in
            capacities.sorted { $0.key < $1.key }.map { "\(JSONText.string($0.key)): \($0.value.name)" }
                .joined(separator: ", ")
        }
        return """
              - path: \(path)
                what: \(JSONText.string(what))\(policies.map { "\n    from: {\($0)}" } ?? "")
                reason: \(JSONText.string(reason))
                owner: \(JSONText.string(owner))\(since.map { "\n    since: \($0)" } ?? "")
                until: \(until)\(bulk)

            """
    }
}
