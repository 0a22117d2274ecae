import Diagnostics
import Foundation
import Hosting
import PolicyFiles
import RequestReading
import TestSupport
import Testing

/// Settings that can be read, and with which a server cannot work, or is more open than it seems.
@Suite("Settings of a server that do not fit") struct ServerSettingsTests {
    /// Lines after a valid configuration, starting at line 4; the code, the place, and a part of the message or help.
    private static let errors: [(lines: String, code: String, place: String, says: String)] = [
        ("log: {to: p.yaml}", "duplicate-name", "4:11", "to `p.yaml`, which is the policy"),
        ("log: {to: x/../serve.yaml}", "duplicate-name", "4:11", "which is this configuration"),
        ("log: {to: s}", "duplicate-name", "4:11", "which is the socket of a listener"),
        ("log: {to: k, key: ./k}", "duplicate-name", "4:11", "which is the key of the log"),
        ("tickets: {key: k}\nlog: {to: k}", "duplicate-name", "5:11", "which is the key of tickets"),
        ("shadow: {policy: n}\nlog: {to: n}", "duplicate-name", "5:11", "which is the shadow policy"),
        ("explain: {template: t}\nlog: {to: t}", "duplicate-name", "5:11", "which is the template of pages"),
        (
            "admin: {unix: t, tls: {certificate: c, key: k}}\nlog: {to: c}", "duplicate-name", "5:11",
            "which is a certificate"
        ),
        (
            "admin: {unix: t, tls: {certificate: c, key: k}}\nlog: {to: k}", "duplicate-name", "5:11",
            "such as `decisions.ndjson`"
        ),
        (
            "admin: {unix: t, tls: {certificate: c, key: k, clientCA: a}}\nlog: {to: a}", "duplicate-name", "5:11",
            "which is the CA of clients"
        ),
        ("admin: {unix: x/../s}", "duplicate-name", "4:15", "which is also written `unix:s`"),
        (
            "admin: {tcp: '[::1]:80'}\nexplain: {tcp: '[0:0:0:0:0:0:0:1]:80'}", "duplicate-name", "5:16",
            "which is also written `[::1]:80`"
        ),
        ("admin: {unix: t, mode: '0444'}", "out-of-range", "4:24", "its group write to it: `\"0660\"`"),
        (
            "bindings: {a: {view: E, convention: icap, account: {header: x-demarc-account}}}",
            "unsupported-key", "4:61", "write `icapUser: true`"
        ),
        (
            "bindings: {a: {view: E, convention: nginx, account: {header: Host}}}", "unknown-value", "4:62",
            "name a field that only the proxy writes, such as `x-demarc-account`"
        ),
        (
            "bindings: {a: {view: E, convention: nginx, account: {header: x-demarc-verdict}}}", "unknown-value", "4:62",
            "is a field of Demarc's answers"
        ),
    ]

    @Test("Each setting that cannot work has a code, a place and a fix", arguments: errors)
    func error(lines: String, code: String, place: String, says: String) throws {
        let result = ServerConfigurationTests.read(ServerConfigurationTests.sound(lines + "\n"))
        #expect(result.configuration == nil)
        try ServerConfigurationTests.expect(result, code, place, says)
    }

    @Test(
        "A setting that is merely dangerous, or never takes effect, is a warning",
        arguments: [
            ("limits: {target: 128KiB}", "4:18", "write `64KiB` or less"),
            ("limits: {header: 128KiB, target: 65KiB}", "4:34", "write `64KiB` or less"),
            ("limits: {header: 8KiB, target: 16KiB}", "4:32", "the whole head of a request has at most 8192 bytes"),
            (
                "bindings: {a: {view: E, convention: nginx, peers: [0.0.0.0/1, 128.0.0.0/1]}}", "4:51",
                "these networks together trust everyone"
            ),
            (
                "bindings: {a: {view: E, convention: nginx, peers: [0.0.0.0/1, 128.0.0.0/1, 0.0.0.0/0]}}", "4:76",
                "`0.0.0.0/0` trusts everyone"
            ),
        ]
    )
    func warning(lines: String, place: String, says: String) throws {
        let result = ServerConfigurationTests.read(ServerConfigurationTests.sound(lines + "\n"))
        #expect(result.configuration != nil)
        #expect(result.diagnostics.map(\.severity) == [.warning])
        try ServerConfigurationTests.expect(result, "out-of-range", place, says)
    }

    @Test("A listener for questions in JSON needs room for a body", arguments: [("json", true), ("auth", false)])
    func bodies(service: String, warns: Bool) throws {
        let result = ServerConfigurationTests.read(
            "demarc-serve: 1\npolicy: p\nlisteners: [{unix: s, serves: \(service)}]\nlimits: {body: 0}\n"
        )
        #expect(result.configuration != nil)
        if warns { try ServerConfigurationTests.expect(result, "out-of-range", "4:16", "such as `body: 1MiB`") }
        #expect(result.diagnostics.map(\.severity) == (warns ? [.warning] : []))
    }

    @Test(
        "Settings that look alike, and work, have no finding",
        arguments: [
            "limits: {header: 8KiB}", "limits: {header: 8KiB, target: 8KiB}", "limits: {body: 0}",
            "log: {to: p.yaml.log}", "log: {to: x/s}", "admin: {unix: x/s}", "admin: {unix: t, mode: '0200'}",
            "admin: {tcp: '[::1]:80'}\nexplain: {tcp: 127.0.0.1:80}",
            "admin: {tcp: '127.0.0.1:0'}\nexplain: {tcp: 127.0.0.1:0}",
            "shadow: {policy: p.yaml}\ntickets: {key: k}\nlog: {key: k}",
            "bindings: {a: {view: E, convention: nginx, peers: [0.0.0.0/1, 128.0.0.0/2]}}",
            "bindings: {a: {view: E, convention: nginx, account: {header: x-forwarded-user}}}",
            "bindings: {a: {view: E, convention: nginx, account: {header: x-demarc-verdicts}}}",
        ]
    )
    func fits(lines: String) {
        let result = ServerConfigurationTests.read(ServerConfigurationTests.sound(lines + "\n"))
        #expect(result.diagnostics.map(\.message) == [])
        #expect(result.configuration != nil)
    }

    @Test(
        "No field that describes the request or the decision can contain the account",
        arguments: DescribingField.allCases.map(\.rawValue) + DecisionField.allCases.map(\.rawValue)
    )
    func reserved(field: String) {
        let binding = "bindings: {a: {view: E, convention: forwarded, account: {header: \(field.uppercased())}}}\n"
        let result = ServerConfigurationTests.read(ServerConfigurationTests.sound(binding))
        #expect(result.diagnostics.map(\.code) == ["unknown-value"])
    }

    @Test(
        "A link to a file is that file",
        arguments: ["p.yaml", "symbolic", "hard", "folder/p.yaml", "folder/symbolic"]
    )
    func links(log: String) throws {
        let folder = try TemporaryFolder()
        let policy = try folder.write("demarc: 1\n", to: "p.yaml")
        try FileManager.default.createSymbolicLink(atPath: folder.file("symbolic"), withDestinationPath: policy)
        try FileManager.default.linkItem(atPath: policy, toPath: folder.file("hard"))
        try FileManager.default.createSymbolicLink(atPath: folder.file("folder"), withDestinationPath: folder.path)
        let path = try folder.write(ServerConfigurationTests.sound("log: {to: \(log)}\n"), to: "serve.yaml")
        let result = ServerConfigurationReader().load(path: path)
        #expect(result.configuration == nil)
        try ServerConfigurationTests.expect(result, "duplicate-name", "4:11", "which is the policy")
        withExtendedLifetime(folder) {}
    }

    @Test("A socket in a folder is that in a link to the folder, before either exists")
    func socketsThroughLinks() throws {
        let folder = try TemporaryFolder()
        try FileManager.default.createSymbolicLink(atPath: folder.file("link"), withDestinationPath: folder.path)
        let path = try folder.write(ServerConfigurationTests.sound("admin: {unix: link/s}\n"), to: "serve.yaml")
        let result = ServerConfigurationReader().load(path: path)
        try ServerConfigurationTests.expect(result, "duplicate-name", "4:15", "two listeners")
        withExtendedLifetime(folder) {}
    }
}
