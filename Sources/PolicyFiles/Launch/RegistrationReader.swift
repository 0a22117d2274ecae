import Diagnostics
import DocumentReading
import PolicyModel

/// Reads one registration. Properties that are not needed are ignored, because Graph adds properties.
struct RegistrationReader {
    private static let type = "iosManagedAppRegistration"
    private static let jailbroken = "rootedDevice"
    private static let nextLink = "@odata.nextLink"
    private static let depthLimit = 32
    private static let nodeLimit = 10_000

    /// The reason why a registration cannot be read.
    private struct Problem: Error {
        var code: FindingCode
        var message: String
        var offset: Int
    }

    private let root: DocumentNode

    private init(_ bytes: [UInt8]) throws(Problem) {
        do { _ = try UTF8Span(validating: bytes.span) } catch {
            throw Problem(code: .notUTF8, message: "it is not UTF-8", offset: error.byteOffsets.lowerBound)
        }
        var reader = JSONReader(bytes, file: 0, depthLimit: Self.depthLimit, nodeLimit: Self.nodeLimit)
        do throws(JSONProblem) {
            root = try reader.read()
        } catch {
            throw Problem(code: error.code, message: error.message, offset: error.offsets.lowerBound)
        }
        if let key = reader.repeatedKeys.first {
            let message = "the key `\(Quoted.word(key.key))` appears twice"
            throw Problem(code: .duplicateKey, message: message, offset: Int(key.place.start))
        }
    }

    private init(root: DocumentNode) { self.root = root }

    /// The entry for a piece of a stream; nil for the last page.
    static func entry(of piece: RegistrationSplitter.Piece) -> ManagedAppRegistrationEntry? {
        switch piece {
        case .value(let bytes, let place): entry(bytes, place)
        case .page(let bytes, let place): page(bytes, place)
        case .tooLong(let place):
            problem(
                .fileTooLarge,
                "it is longer than \(ManagedAppRegistrationStream.byteLimit) bytes, so it is not a registration",
                place
            )
        case .misplaced(let what, let place): problem(code(of: what), message(of: what), place)
        }
    }

    private static func problem(
        _ code: FindingCode,
        _ message: String,
        _ place: RegistrationSplitter.Position
    ) -> ManagedAppRegistrationEntry {
        let content = ManagedAppRegistrationEntry.Content.problem(code: code.rawValue, message: message)
        return ManagedAppRegistrationEntry(content: content, line: place.line, column: place.column)
    }

    private static func code(of what: RegistrationSplitter.Misplaced) -> FindingCode {
        what == .utf16 ? .isUTF16 : .invalidJSON
    }

    private static func message(of what: RegistrationSplitter.Misplaced) -> String {
        switch what {
        case .comma: "there is a comma without a registration before or after it"
        case .noComma: "there is no comma between two registrations"
        case .closing: "there is a bracket that closes nothing"
        case .utf16: "the input is UTF-16; save it as UTF-8"
        case .end: "the input ends before the end of its array; registrations may be missing"
        }
    }

    private static func entry(
        _ bytes: [UInt8],
        _ place: RegistrationSplitter.Position
    ) -> ManagedAppRegistrationEntry {
        do throws(Problem) {
            let content = try RegistrationReader(bytes).content()
            return ManagedAppRegistrationEntry(content: content, line: place.line, column: place.column)
        } catch {
            return problem(error.code, error.message, place.moved(by: error.offset, in: bytes))
        }
    }

    private static func page(
        _ bytes: [UInt8],
        _ place: RegistrationSplitter.Position
    ) -> ManagedAppRegistrationEntry? {
        do throws(Problem) {
            let reader = try RegistrationReader(bytes)
            guard let next = reader.entry(nextLink), !next.value.isNull else { return nil }
            return ManagedAppRegistrationEntry(content: .pageWithNext, line: place.line, column: place.column)
        } catch {
            // The registrations in between are not among the bytes, so only the beginning of the page has a place.
            return problem(error.code, "the page around these registrations cannot be read: \(error.message)", place)
        }
    }

    // MARK: Properties

    private func content(isValue: Bool = false) throws(Problem) -> ManagedAppRegistrationEntry.Content {
        guard case .mapping = root.content else {
            throw Problem(code: .wrongType, message: "expected a registration, an object", offset: 0)
        }
        if let type = try text("@odata.type") {
            let name = GraphKeys.shortType(type)
            guard name == Self.type else { return .otherPlatform(name) }
        }
        var registration = ManagedAppRegistration.blank
        registration.id = try text("id")
        registration.account = try text("userId").map { AccountID($0) }
        registration.app = try app()
        registration.device.osVersion = try version("platformVersion")
        registration.device.appVersion = try version("applicationVersion")
        registration.device.sdkVersion = try version("managementSdkVersion")
        registration.device.model = Fact(try text("deviceModel").flatMap { $0.isEmpty ? nil : DeviceModel($0) })
        registration.device.isJailbroken = try isJailbroken()
        registration.access.lastCheckIn = try text("lastSyncDateTime").map { .reading($0) } ?? .missing
        guard registration != .blank else {
            // Graph's response to a request for one registration has it as its `value`.
            if !isValue, let value = entry("value")?.value, value.isMapping {
                return try RegistrationReader(root: value).content(isValue: true)
            }
            let message = "the object has no key of a registration, such as `platformVersion`"
            throw Problem(code: .missingKey, message: message, offset: Int(root.place.start))
        }
        return .registration(registration)
    }

    private func app() throws(Problem) -> String? {
        guard let identifier = entry("appIdentifier"), !identifier.value.isNull else { return nil }
        guard case .mapping(let entries) = identifier.value.content else {
            throw wrongType(identifier, "an object")
        }
        guard let bundle = entries.first(where: { $0.key == "bundleId" }) else { return nil }
        return try text(of: bundle)
    }

    private func isJailbroken() throws(Problem) -> Fact<Bool> {
        guard let flags = entry("flaggedReasons"), !flags.value.isNull else { return .missing }
        guard case .sequence(let elements) = flags.value.content else { throw wrongType(flags, "a list of strings") }
        var isKnown = true
        for element in elements {
            guard case .scalar(let flag, isPlain: false) = element.content else {
                throw wrongType(flags, "a list of strings")
            }
            if flag == Self.jailbroken { return .known(true) }
            if flag != "none" { isKnown = false }
        }
        // A reason that is not known here may also mean a jailbroken device.
        return isKnown ? .known(false) : .unreadable
    }

    private func version(_ key: String) throws(Problem) -> Fact<VersionNumber> {
        try text(key).map { .reading($0) } ?? .missing
    }

    private func entry(_ key: String) -> DocumentNode.Entry? {
        guard case .mapping(let entries) = root.content else { return nil }
        return entries.first { $0.key == key }
    }

    private func text(_ key: String) throws(Problem) -> String? {
        guard let entry = entry(key), !entry.value.isNull else { return nil }
        return try text(of: entry)
    }

    private func text(of entry: DocumentNode.Entry) throws(Problem) -> String {
        guard case .scalar(let text, isPlain: false) = entry.value.content else { throw wrongType(entry, "a string") }
        return text
    }

    private func wrongType(_ entry: DocumentNode.Entry, _ expected: String) -> Problem {
        let message = "`\(entry.key)` must be \(expected)"
        return Problem(code: .wrongType, message: message, offset: Int(entry.value.place.start))
    }
}

extension RegistrationSplitter.Position {
    /// The position after a number of bytes.
    func moved(by offset: Int, in bytes: [UInt8]) -> Self {
        var place = self
        for byte in bytes.prefix(offset) {
            if byte == UInt8(ascii: "\n") {
                place = Self(line: place.line + 1, column: 1)
            } else {
                place.column += 1
            }
        }
        return place
    }
}
