import Demarc
import PolicyModel
import RequestReading
import TestSupport
import Testing

@Suite("Conventions") struct ConventionTests {
    private static let nginx = [
        "X-Original-URL: https://good.test/x", "X-Original-Method: GET", "X-Demarc-Authority: good.test",
    ]
    private static let forwarded = [
        "X-Forwarded-Method: GET", "X-Forwarded-Proto: https", "X-Forwarded-Host: good.test", "X-Forwarded-Uri: /x",
    ]

    private static func line(
        _ convention: RequestConvention,
        _ lines: [String],
        target: String = "/v1/auth/edge",
        account: String? = nil,
        in binding: RequestBinding = .fixed
    ) throws -> String {
        var world = try RequestWorld(binding)
        let request = ObservedRequest(
            convention,
            method: Array("GET".utf8),
            target: Array(target.utf8),
            fields: .init(lines: lines),
            accountField: account
        )
        return world.line(request)
    }

    @Test(
        "A composite URL splits into its parts again",
        arguments: [
            ("", "request.compositeURL"), ("/x", "request.compositeURL"), ("good.test/x", "request.compositeURL"),
            ("https:/good.test/x", "request.compositeURL"), ("https://good.test", "request.compositeURL"),
            ("https:///x", "request.compositeURL"), ("https://good.test?x/", "request.compositeURL"),
            ("https://evil.test#good.test/x", "request.compositeURL"),
            ("https://a@good.test/x", "request.compositeURL"),
            ("https://good.test\\x/", "request.compositeURL"), ("https://evil.test?good.test/", "request.compositeURL"),
            // The binding fixes the scheme, and the one of the URL is checked all the same.
            ("://good.test/x", "request.compositeURL"), ("gopher://good.test/x", "request.schemeInvalid"),
            ("https/evil.test?://good.test/x", "request.schemeInvalid"),
            ("ht tp@evil#://good.test/x", "request.schemeInvalid"), ("HTTPS://good.test/x", "allow internal good"),
            ("https://evil.test/x", "request.authoritiesDiffer"),
            ("https://good.test:8443/x", "request.authoritiesDiffer"),
            ("https://good.test:443/x", "allow internal good"), ("https://good.test/x?//@#", "request.targetFragment"),
            ("https://good.test%2f/x", "request.authorityInvalid"),
            ("https://good.test,evil.test/x", "request.authorityInvalid"),
            ("https://good.testhttps://evil.test/", "request.authorityInvalid"),
            ("https://good.test/admin/", "block blocked admin"),
            ("https://good.test//admin/x", "block url.readingsDiffer good admin"),
        ]
    )
    func composite(url: String, expected: String) throws {
        let lines = ["X-Original-URL: \(url)"] + Self.nginx.dropFirst()
        #expect(try Self.line(.nginx, lines) == expected)
    }

    @Test("Every required field of a convention occurs once", arguments: [RequestConvention.nginx, .forwarded])
    func required(convention: RequestConvention) throws {
        let lines = convention == .nginx ? Self.nginx : Self.forwarded
        #expect(try Self.line(convention, lines) == "allow internal good")
        for index in lines.indices {
            let isOptional = lines[index].hasPrefix("X-Forwarded-Proto")
            let without = lines.filter { $0 != lines[index] }
            #expect(try Self.line(convention, without) == (isOptional ? "allow internal good" : "request.fieldMissing"))
            #expect(try Self.line(convention, lines + [lines[index]]) == "request.fieldRepeated")
            #expect(try Self.line(convention, lines + [lines[index].uppercased()]) == "request.fieldRepeated")
        }
    }

    @Test("An alias of a consumed field is a fault", arguments: RequestConvention.allCases)
    func aliases(convention: RequestConvention) throws {
        let lines: [String], names: [String]
        switch convention {
        case .nginx: (lines, names) = (Self.nginx, ["X-Original-URL", "X-Original-Method", "X-Demarc-Authority"])
        case .forwarded:
            lines = Self.forwarded
            names = ["X-Forwarded-Method", "X-Forwarded-Proto", "X-Forwarded-Host", "X-Forwarded-Uri"]
        case .envoy: (lines, names) = (["Host: good.test"], ["X-Forwarded-Proto"])
        case .icap: (lines, names) = (["Host: good.test"], [])
        }
        #expect(
            try Self.line(convention, lines, target: "/x", account: "X-Demarc-Account", in: .claiming)
                == "allow internal good"
        )
        for name in names + ["X-Demarc-Account", "Sec-Fetch-Dest"] {
            let divided = ["_", ".", "--", " ", "-_", "\u{1}", "$"].map { name.replacing("-", with: $0) }
            for alias in divided + ["-\(name)", "\(name)-", "\(name)_", "_\(name)", "\(name) "] {
                let line = try Self.line(
                    convention,
                    lines + ["\(alias): dana"],
                    target: "/x",
                    account: "X-Demarc-Account",
                    in: .claiming
                )
                #expect(line == "request.fieldAlias", "\(alias)")
            }
        }
        for alias in ["Host ", "_host", "Upgrade_", "upgrade."] where convention != .nginx && convention != .forwarded {
            #expect(
                try Self.line(convention, lines + ["\(alias): evil.test"], target: "/x", in: .claiming)
                    == "request.fieldAlias"
            )
        }
        // A similar name is another field.
        for other in [
            "X-Original-URLs", "XOriginalURL", "X-Original-UR", "Original-URL", "X-Forwarded-For", "X-Demarc",
        ] {
            #expect(
                try Self.line(convention, lines + ["\(other): evil"], target: "/x", in: .claiming)
                    == "allow internal good"
            )
        }
    }

    @Test("Fields of other conventions are ignored")
    func others() throws {
        #expect(
            try Self.line(.nginx, Self.nginx + ["X-Forwarded-Host: evil.test", "X_Forwarded_Uri: /"])
                == "allow internal good"
        )
        let evil = ["X-Original-URL: https://evil.test/", "X-Original-Method: X Y", "Host: evil.test"]
        #expect(try Self.line(.forwarded, Self.forwarded + evil) == "allow internal good")
        #expect(try Self.line(.envoy, ["Host: good.test"] + evil.dropLast(), target: "/x") == "allow internal good")
        #expect(
            try Self.line(
                .icap,
                ["Host: good.test"] + evil.dropLast() + Self.forwarded.map { $0 + "!" },
                target: "https://good.test/x"
            ) == "allow internal good"
        )
    }

    @Test(
        "Forwarded fields are read and compared",
        arguments: [
            (["X-Forwarded-Host: evil.test, good.test"], "request.authorityInvalid"),
            (["X-Forwarded-Host: good.test,good.test"], "request.authorityInvalid"),
            (["X-Forwarded-Host: "], "request.authorityInvalid"),
            (["X-Forwarded-Host: evil.test"], "block blocked evil"),
            (["X-Forwarded-Uri: https://evil.test/"], "request.authoritiesDiffer"),
            (["X-Forwarded-Uri: https://good.test/x"], "allow internal good"),
            (["X-Forwarded-Uri: "], "request.targetInvalid"), (["X-Forwarded-Uri: *"], "request.targetAsterisk"),
            (["X-Forwarded-Uri: /a#b"], "request.targetFragment"),
            (["X-Forwarded-Uri: //admin/x"], "block url.readingsDiffer good admin"),
            (["X-Forwarded-Method: "], "request.methodInvalid"), (["X-Forwarded-Method: G T"], "request.methodInvalid"),
            (["X-Forwarded-Method: CONNECT"], "request.authorityInvalid"),
            (["X-Forwarded-Method: CONNECT", "Upgrade: websocket"], "request.authorityInvalid"),
        ]
    )
    func forwardedFields(changed: [String], expected: String) throws {
        let names = changed.map { $0.prefix { $0 != ":" } }
        let lines = Self.forwarded.filter { line in !names.contains { line.hasPrefix($0 + ":") } } + changed
        #expect(try Self.line(.forwarded, lines) == expected)
    }

    @Test("A forwarded scheme is a client's claim, and that of a composite URL is the proxy's")
    func schemes() throws {
        let claimed = RequestBinding.fixed.with { $0.scheme = .claimed }
        let lines = Self.forwarded.map { $0.replacing("good.test", with: "plain.test") }
        #expect(try Self.line(.forwarded, lines, in: claimed) == "block url.readingsDiffer secure plain")
        let composite = Self.nginx.map { $0.replacing("good.test", with: "plain.test") }
        #expect(try Self.line(.nginx, composite, in: claimed) == "allow internal secure")
        #expect(
            try Self.line(.icap, ["Host: plain.test"], target: "https://plain.test/", in: claimed)
                == "allow internal secure"
        )
        #expect(
            try Self.line(.icap, ["Host: plain.test"], target: "/", in: claimed)
                == "block url.readingsDiffer secure plain"
        )
        #expect(
            try Self.line(.envoy, ["Host: plain.test", ":scheme: https"], target: "/", in: claimed)
                == "block url.readingsDiffer secure plain"
        )
        #expect(
            try Self.line(
                .envoy,
                ["Host: plain.test", ":scheme: https", "X-Forwarded-Proto: http"],
                target: "/",
                in: claimed
            )
                == "request.schemesDiffer"
        )
    }

    @Test(
        "A request repeated by Envoy is consistent",
        arguments: [
            (["Host: good.test", ":authority: evil.test"], "request.authoritiesDiffer"),
            (["Host: good.test", "Host: evil.test"], "request.authoritiesDiffer"),
            (["Host: good.test,evil.test"], "request.authorityInvalid"),
            ([":authority: good.test,good.test"], "request.authorityInvalid"),
            (["Host: good.test", ":path: /y"], "request.fieldsDiffer"),
            (["Host: good.test", ":method: POST"], "request.fieldsDiffer"),
            (["Host: good.test", ":path: /x", ":path: /x"], "request.fieldRepeated"),
            ([":authority: good.test", ":path: /x", ":method: GET"], "allow internal good"),
            (["Host: good.test", "Host: good.test"], "allow internal good"),
            (["Host: good.test", "Upgrade: h2c"], "request.upgradeH2C"),
            (["Host: good.test", ":protocol: connect-udp"], "request.upgradeUnknown"),
            (["Host: good.test", ":protocol: websocket", "Upgrade: h2c"], "request.fieldsDiffer"),
            // Found by fuzz-forwarded: next to `:protocol` the field was not checked.
            (["Host: good.test", ":protocol: websocket", "Upgrade_: h2c"], "request.fieldAlias"),
            (["Host: good.test", "Upgrade: websocket", "Upgrade: h2c"], "request.fieldRepeated"),
            ([], "request.authorityMissing"),
        ]
    )
    func envoy(lines: [String], expected: String) throws {
        #expect(try Self.line(.envoy, lines, target: "/x") == expected)
    }

    @Test(
        "An encapsulated request is consistent",
        arguments: [
            ("http://evil.test/x", ["Host: good.test"], "request.schemesDiffer"),
            ("https://evil.test/x", ["Host: good.test"], "request.authoritiesDiffer"),
            ("/x", ["Host: good.test", "Host: evil.test"], "request.authoritiesDiffer"),
            ("https://good.test/x", ["Host: good.test"], "allow internal good"),
            ("https://good.test/x", [], "allow internal good"), ("/x", [], "request.authorityMissing"),
            ("/x", ["Host: "], "request.authorityInvalid"), ("/x", ["Host: good.test"], "allow internal good"),
        ]
    )
    func icap(target: String, lines: [String], expected: String) throws {
        #expect(try Self.line(.icap, lines, target: target) == expected)
    }

    @Test("The account field is read in any case, written and configured")
    func account() throws {
        let binding = RequestBinding(view: "E", scheme: .https)
        for field in ["X-Demarc-Account", "x-demarc-account", "X-DEMARC-ACCOUNT"] {
            let lines = Self.forwarded + ["X-Demarc-Account: dana"]
            #expect(try Self.line(.forwarded, lines, account: field, in: binding) == "allow internal good")
            #expect(
                try Self.line(.forwarded, lines + ["x-demarc-account: kim"], account: field, in: binding)
                    == "request.fieldRepeated"
            )
            #expect(try Self.line(.forwarded, Self.forwarded, account: field, in: binding) == "request.accountMissing")
        }
        // Without a configured field, nothing that a client writes counts.
        #expect(
            try Self.line(.forwarded, Self.forwarded + ["X-Demarc-Account: dana"], in: binding)
                == "request.accountMissing"
        )
    }
}

extension RequestBinding {
    fileprivate static var claiming: RequestBinding {
        RequestBinding(view: "E", scheme: .https, absentAccount: .account(AccountID("dana")))
    }
}
