import DocumentReading
import Foundation
import PolicyModel
import Testing

/// A host that plays transcripts, through one of the interfaces that hosts use.
protocol TranscriptHost: ~Copyable {
    /// Opens a compiled policy; nil signs every account in.
    init(policy: String, signedIn: [String]?) throws

    func setApp(_ app: String) throws
    func setEnrolled(_ isEnrolled: Bool) throws
    func setInstalled(_ apps: [String]) throws
    func openWindow(_ name: String) throws
    func switchIdentity(to account: String?, level: String) throws
    func showAccounts(_ accounts: [String], level: String) throws
    func addView(_ view: AddedView) throws
    func moveView(_ view: String, parent: String?, window: String?) throws
    func setPolicy(_ policy: String, of view: String) throws
    func setDocument(_ url: String, of view: String) throws
    func setPage(_ page: String, account: String?, of view: String) throws
    /// Asks a question in JSON.
    mutating func ask(_ request: [UInt8]) throws -> [UInt8]
    /// Reports that the last question was carried out.
    mutating func didNavigate(_ view: String) throws
}

/// A view that a transcript adds.
struct AddedView {
    let name: String
    let isContainer: Bool
    let parent: String?
    let policy: String?
    let window: String?
    let opener: String?
}

/// Plays the transcripts of a folder.
struct TranscriptPlayer {
    /// The number of scenarios played and of questions answered.
    private(set) var scenarios = 0
    private(set) var questions = 0
    /// Every difference from the expectations.
    private(set) var differences: [String] = []

    private struct Malformed: Error, CustomStringConvertible {
        let description: String
    }

    /// Plays every transcript of a folder through one kind of host.
    mutating func play<Host: TranscriptHost & ~Copyable>(folder: String, through _: Host.Type) throws {
        let names = try FileManager.default.contentsOfDirectory(atPath: folder)
        for name in names.filter({ $0.hasSuffix(".jsonl") }).sorted() {
            for line in try String(contentsOfFile: "\(folder)/\(name)", encoding: .utf8).split(separator: "\n") {
                try play(line: String(line), folder: folder, through: Host.self)
            }
        }
    }

    /// Plays one transcript.
    mutating func play<Host: TranscriptHost & ~Copyable>(line: String, folder: String, through _: Host.Type) throws {
        let transcript = Members(try JSONValue(Array(line.utf8), depthLimit: 32, countLimit: 100_000))
        scenarios += 1
        do {
            var host = try Host(
                policy: "\(folder)/\(try transcript.text("policy"))",
                signedIn: try transcript.texts("signedIn")
            )
            for operation in try transcript.list("operations") { try perform(Members(operation), &host, transcript) }
        } catch {
            differences.append("\(try transcript.text("at")): \(try transcript.text("scenario")): \(error)")
        }
    }

    private mutating func perform<Host: TranscriptHost & ~Copyable>(
        _ operation: Members,
        _ host: inout Host,
        _ transcript: Members
    ) throws {
        let view = { try operation.text("view") }
        switch try operation.text("operation") {
        case "app": try host.setApp(try operation.text("app"))
        case "mdmEnrolled": try host.setEnrolled(operation.values["is"] == .boolean(true))
        case "installed": try host.setInstalled(try operation.texts("apps") ?? [])
        case "openWindow": try host.openWindow(try operation.text("window"))
        case "switchIdentity":
            try host.switchIdentity(to: operation.textIfThere("to"), level: try operation.text("level"))
        case "showAccounts":
            try host.showAccounts(try operation.texts("accounts") ?? [], level: try operation.text("level"))
        case "addView":
            let added = AddedView(
                name: try view(),
                isContainer: operation.values["isContainer"] == .boolean(true),
                parent: operation.textIfThere("parent"),
                policy: operation.textIfThere("policy"),
                window: operation.textIfThere("window"),
                opener: operation.textIfThere("opener")
            )
            try host.addView(added)
        case "moveView":
            try host.moveView(
                try view(),
                parent: operation.textIfThere("parent"),
                window: operation.textIfThere("window")
            )
        case "setPolicy": try host.setPolicy(try operation.text("policy"), of: try view())
        case "setDocument": try host.setDocument(try operation.text("url"), of: try view())
        case "setPage":
            try host.setPage(try operation.text("page"), account: operation.textIfThere("account"), of: try view())
        case "ask":
            let request = try operation.value("request")
            let answer = Members(try JSONValue(try host.ask(Array(request.form.text.utf8)), depthLimit: 32))
            questions += 1
            for (key, expected) in Members(try operation.value("expected")).values.sorted(by: { $0.key < $1.key }) {
                guard answer.values[key] != expected else { continue }
                differences.append(
                    "\(try transcript.text("at")): \(request.form.text): `\(key)` is "
                        + "\(answer.values[key]?.form.text ?? "missing"), expected \(expected.form.text)"
                )
            }
        case "didNavigate": try host.didNavigate(try view())
        case let other: throw Malformed(description: "no host does `\(other)`")
        }
    }

    /// The members of an object.
    private struct Members {
        let values: [String: JSONValue]

        init(_ value: JSONValue) {
            if case .object(let members) = value { values = members } else { values = [:] }
        }

        func value(_ key: String) throws -> JSONValue {
            guard let value = values[key] else { throw Malformed(description: "`\(key)` is missing") }
            return value
        }

        func text(_ key: String) throws -> String {
            guard let text = textIfThere(key) else { throw Malformed(description: "`\(key)` is no text") }
            return text
        }

        func textIfThere(_ key: String) -> String? {
            if case .string(let text)? = values[key] { text } else { nil }
        }

        func list(_ key: String) throws -> [JSONValue] {
            guard case .list(let values) = try value(key) else { throw Malformed(description: "`\(key)` is no list") }
            return values
        }

        func texts(_ key: String) throws -> [String]? {
            guard try value(key) != .null else { return nil }
            return try list(key).map { value in
                guard case .string(let text) = value else { throw Malformed(description: "`\(key)` holds no texts") }
                return text
            }
        }
    }
}

extension JSONValue {
    /// The value in the form for output.
    fileprivate var form: JSONForm {
        switch self {
        case .null: .null
        case .boolean(let isTrue): .boolean(isTrue)
        case .number(let text): Int(text).map { .number($0) } ?? .string(text)
        case .string(let text): .string(text)
        case .list(let values): .list(values.map(\.form))
        case .object(let members):
            .object(members.sorted { $0.key < $1.key }.map { JSONForm.Member($0.key, $0.value.form) })
        }
    }
}
