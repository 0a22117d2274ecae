import ByteText
public import Diagnostics
import DocumentReading
public import PolicyModel

/// A path of an audit that somebody accepted, as listed in `.demarc-audit.yaml`.
public struct AcceptedPath: Hashable, Sendable {
    /// The id of the path: all 64 digits.
    public var path: String
    /// The path in words.
    public var what: String
    /// The policies whose data leaves by the path, each with the most that leaves; nil if the entry does not say.
    public var from: [String: FlowCapacity]?
    /// Why it is accepted.
    public var reason: String
    /// Who is responsible for it.
    public var owner: String
    /// The day on which it was accepted, as `YYYY-MM-DD`; nil if the entry does not say.
    public var since: String?
    /// The last day on which the acceptance is valid, as `YYYY-MM-DD`.
    public var until: String
    /// Whether it was accepted together with all other paths.
    public var isBulk: Bool
    /// Where the entry is written; nil for a new entry.
    public var location: SourceLocation?

    /// Creates an entry.
    public init(
        path: String,
        what: String,
        from: [String: FlowCapacity]? = nil,
        reason: String,
        owner: String,
        since: String? = nil,
        until: String,
        isBulk: Bool = false,
        location: SourceLocation? = nil
    ) {
        self.path = path
        self.what = what
        self.from = from
        self.reason = reason
        self.owner = owner
        self.since = since
        self.until = until
        self.isBulk = isBulk
        self.location = location
    }

    /// The name of the file with accepted paths, next to a policy document.
    public static var fileName: String { ".demarc-audit.yaml" }

    /// Whether a text is a valid calendar day, as `YYYY-MM-DD`.
    public static func isDay(_ text: String) -> Bool { day(text) != nil }

    /// How many days ago the path was accepted; nil if that is not known.
    ///
    /// - Parameter today: The day, as `YYYY-MM-DD`.
    /// - Returns: The number of days; 0 for a day in the future.
    public func age(on today: String) -> Int? {
        guard let since = since.flatMap(Self.day), let today = Self.day(today) else { return nil }
        return max(0, today.number - since.number)
    }

    private static func day(_ text: String) -> CalendarDay? {
        let parts = text.split(separator: "-", omittingEmptySubsequences: false)
        guard parts.map(\.utf8.count) == [4, 2, 2], text.utf8.allSatisfy({ $0 == 0x2D || $0.isASCIIDigit }),
            let year = Int(parts[0]), let month = Int(parts[1]), let day = Int(parts[2])
        else { return nil }
        return CalendarDay(year: year, month: month, day: day)
    }

    /// Whether a text can be the id of a path. There are no wildcards: each entry accepts one path.
    public static func isID(_ text: String) -> Bool {
        text.utf8.count == 64 && text.utf8.allSatisfy(\.isLowercaseHexadecimalDigit)
    }
}

/// Reads files of accepted paths, and reports every problem rather than only the first.
public struct AcceptedPathsReader: Sendable {
    /// The result of reading a file.
    public struct Result: Sendable {
        /// The entries that could be read.
        public var accepted: [AcceptedPath]
        /// The problems of the rest. If there is an error, no entry of the file should be used.
        public var diagnostics: [Diagnostic]
        /// The file, for quoting its lines.
        public var sources: [SourceFile]
    }

    /// The key of the version of the format, which the file begins with.
    package static let formatKey = "demarc-audit"

    /// Creates a reader.
    public init() {}

    /// Reads a file.
    ///
    /// - Parameters:
    ///   - bytes: The file.
    ///   - path: The path shown in findings.
    /// - Returns: The entries that could be read, and the problems.
    /// - Complexity: O(*n*) in the bytes, up to the bounds of reading.
    public func load(bytes: [UInt8], path: String) -> Result {
        let reading = ReadingContext(source: MemoryFiles(), bounds: ReadingBounds(), allowsOutside: false)
        reading.formatKey = Self.formatKey
        let root = reading.open(bytes, path: path, resolvedPath: "")
        return Result(
            accepted: root.map { reading.acceptedPaths($0) } ?? [],
            diagnostics: reading.sortedFindings(),
            sources: reading.files.map(\.source)
        )
    }
}

extension ReadingContext {
    fileprivate func acceptedPaths(_ root: DocumentNode) -> [AcceptedPath] {
        guard let fields = fields(root, "a file of accepted paths", keys: [AcceptedPathsReader.formatKey, "accepted"])
        else {
            return []
        }
        checkVersion(AcceptedPathsReader.formatKey, of: fields)
        guard let node = fields["accepted"] else { return [] }
        return (elements(node, of: "accepted paths") ?? []).compactMap { acceptedPath($0) }
    }

    private func acceptedPath(_ node: DocumentNode) -> AcceptedPath? {
        let keys = ["path", "what", "from", "reason", "owner", "since", "until", "bulk"]
        guard let fields = fields(node, "an accepted path", keys: keys),
            let path = required("path", of: fields, help: "`demarc audit --format json` lists the ids"),
            let reason = required("reason", of: fields, help: "explain why the path may stay"),
            let owner = required("owner", of: fields, help: "add who is responsible for the path"),
            let until = required("until", of: fields, help: "add the last day: `until: 2027-06-30`"),
            let id = name(path), let why = name(reason), let who = name(owner), let last = day(until)
        else { return nil }
        guard AcceptedPath.isID(id) else {
            report(
                .unknownValue,
                "`\(id)` is not the id of a path",
                at: path.place,
                help: "write all 64 digits; there are no wildcards"
            )
            return nil
        }
        // Files that were written before acceptances had a day are still valid.
        let since = fields["since"]
        let first = since.flatMap { day($0) }
        guard since == nil || first != nil else { return nil }
        let sources = fields["from"]
        let from = sources.flatMap { capacities($0) }
        guard sources == nil || from != nil else { return nil }
        return AcceptedPath(
            path: id,
            what: fields["what"].flatMap { text($0) } ?? "",
            from: from,
            reason: why,
            owner: who,
            since: first,
            until: last,
            isBulk: fields["bulk"].flatMap { boolean($0) } ?? false,
            location: range(of: path.place).location
        )
    }

    /// What leaves from which policy; nil, after a report, if the value does not say it for each one.
    private func capacities(_ node: DocumentNode) -> [String: FlowCapacity]? {
        guard case .mapping(let entries) = node.content else {
            report(
                .wrongType,
                "expected a mapping of policies, found \(description(of: node))",
                at: node.place,
                help: "write each policy with the most that leaves: `{pool: content}`"
            )
            return nil
        }
        var capacities: [String: FlowCapacity] = [:]
        for entry in entries {
            guard let capacity = choice(entry.value, FlowCapacity.self, called: "capacity") else { return nil }
            capacities[entry.key] = capacity
        }
        return capacities
    }

    private func day(_ node: DocumentNode) -> String? {
        guard let text = name(node) else { return nil }
        guard AcceptedPath.isDay(text) else {
            report(.outOfRange, "`\(text)` is not a day", at: node.place, help: "write it as `2027-06-30`")
            return nil
        }
        return text
    }
}
