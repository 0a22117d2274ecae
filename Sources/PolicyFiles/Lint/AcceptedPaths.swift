public import Diagnostics
import DocumentReading

/// A path of an audit that somebody accepted, as listed in `.demarc-audit.yaml`.
public struct AcceptedPath: Hashable, Sendable {
    /// The id of the path: all 64 digits.
    public var path: String
    /// The path in words.
    public var what: String
    /// Why it is accepted.
    public var reason: String
    /// Who is responsible for it.
    public var owner: String
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
        reason: String,
        owner: String,
        until: String,
        isBulk: Bool = false,
        location: SourceLocation? = nil
    ) {
        self.path = path
        self.what = what
        self.reason = reason
        self.owner = owner
        self.until = until
        self.isBulk = isBulk
        self.location = location
    }

    /// The name of the file with accepted paths, next to a policy document.
    public static var fileName: String { ".demarc-audit.yaml" }

    /// Whether a text is a valid calendar day, as `YYYY-MM-DD`.
    public static func isDay(_ text: String) -> Bool {
        let parts = text.split(separator: "-", omittingEmptySubsequences: false)
        guard parts.map(\.utf8.count) == [4, 2, 2], text.utf8.allSatisfy({ $0 == 0x2D || (0x30...0x39).contains($0) }),
            let year = Int(parts[0]), let month = Int(parts[1]), let day = Int(parts[2])
        else { return false }
        let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
        let days = [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
        return (1...12).contains(month) && (1...days[month - 1]).contains(day)
    }

    /// Whether a text can be the id of a path. There are no wildcards: each entry accepts one path.
    public static func isID(_ text: String) -> Bool {
        text.utf8.count == 64 && text.utf8.allSatisfy { (0x30...0x39).contains($0) || (0x61...0x66).contains($0) }
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
        let keys = ["path", "what", "reason", "owner", "until", "bulk"]
        guard let fields = fields(node, "an accepted path", keys: keys),
            let path = required("path", of: fields, help: "`demarc audit --format json` lists the ids"),
            let reason = required("reason", of: fields, help: "explain why the path may stay"),
            let until = required("until", of: fields, help: "add the last day: `until: 2027-06-30`"),
            let id = name(path), let why = name(reason), let day = name(until)
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
        guard AcceptedPath.isDay(day) else {
            report(.outOfRange, "`\(day)` is not a day", at: until.place, help: "write it as `2027-06-30`")
            return nil
        }
        return AcceptedPath(
            path: id,
            what: fields["what"].flatMap { text($0) } ?? "",
            reason: why,
            owner: fields["owner"].flatMap { text($0) } ?? "",
            until: day,
            isBulk: fields["bulk"].flatMap { boolean($0) } ?? false,
            location: range(of: path.place).location
        )
    }
}
