#if GRPC
    import Answering
    import Foundation
    import SwiftProtobuf
    import Testing

    @testable import EnvoyAuthorization

    /// A change that makes a request undecidable.
    struct Change: Sendable {
        let what: String
        let apply: @Sendable (inout Envoy_Service_Auth_V3_CheckRequest) -> Void

        init(_ what: String, _ apply: @escaping @Sendable (inout Envoy_Service_Auth_V3_CheckRequest) -> Void) {
            (self.what, self.apply) = (what, apply)
        }
    }

    @Suite("Envoy's checks")
    struct CheckTests {
        typealias Fixture = EnvoyFixture

        // MARK: Bad input

        static let changes = [
            Change("no raw fields", { $0.attributes.request.http.headerMap.headers = [] }),
            Change(
                "fields that are joined and not raw",
                { request in
                    request.attributes.request.http.headerMap.headers = []
                    request.attributes.request.http.headers = [":authority": "contoso.example", ":path": "/"]
                }
            ),
            Change(
                "texts in place of bytes",
                { request in
                    for index in request.attributes.request.http.headerMap.headers.indices {
                        let header = request.attributes.request.http.headerMap.headers[index]
                        request.attributes.request.http.headerMap.headers[index].value = String(
                            decoding: header.rawValue,
                            as: UTF8.self
                        )
                        request.attributes.request.http.headerMap.headers[index].rawValue = .init()
                    }
                }
            ),
            Change(
                "two hosts that were joined",
                { request in
                    request.attributes.request.http.host = "contoso.example,contoso.example"
                    request.attributes.request.http.headerMap.headers[0].rawValue = .init(
                        "contoso.example,contoso.example".utf8
                    )
                }
            ),
            Change("a host beside the authority", { $0.add("host", Array("gambling.example".utf8)) }),
            Change("two schemes that were joined", { $0.add("x-forwarded-proto", Array("https,https".utf8)) }),
            Change("another path than that of the fields", { $0.attributes.request.http.path = "/admin" }),
            Change("another method", { $0.attributes.request.http.method = "POST" }),
            Change("another authority", { $0.attributes.request.http.host = "gambling.example" }),
            Change("a host that is not ASCII", { $0.add("host", [0x63, 0xC3, 0xA9]) }),
            Change(
                "a path with a byte outside ASCII",
                { request in
                    request.attributes.request.http.path = "/é"
                    request.attributes.request.http.headerMap.headers[1].rawValue = .init("/é".utf8)
                }
            ),
            Change(
                "a body that ends in two places",
                { request in
                    request.add("content-length", Array("1".utf8))
                    request.add("transfer-encoding", Array("chunked".utf8))
                }
            ),
            Change(
                "a path beyond the limit",
                { request in
                    let path = "/" + String(repeating: "x", count: 17_000)
                    request.attributes.request.http.path = path
                    request.attributes.request.http.headerMap.headers[1].rawValue = .init(path.utf8)
                }
            ),
            Change("fields beyond the limit", { $0.add("x", [UInt8](repeating: 0x61, count: 70_000)) }),
            Change("an unknown binding", { $0.attributes.contextExtensions = ["binding": "other"] }),
            Change("no binding", { $0.attributes.contextExtensions = [:] }),
            Change("nothing at all", { $0 = Envoy_Service_Auth_V3_CheckRequest() }),
        ]

        @Test("Anything that Envoy joined, changed or left out is denied", arguments: changes.map(\.what))
        func hostile(what: String) throws {
            let change = try #require(Self.changes.first { $0.what == what }).apply
            let fixture = try Fixture()
            var request = Fixture.request()
            #expect(fixture.check(request).isAllowed)
            change(&request)
            let response = fixture.check(request)
            #expect(response.isDenial, "\(what)")
            #expect(!response.isAllowed, "\(what)")
        }

        @Test("An unreadable message, a late message, and a message before the first policy are denied")
        func unanswerable() throws {
            let fixture = try Fixture()
            #expect(fixture.checker.answer(.unreadable, from: "ipv4:127.0.0.1:1", isLate: false).isDenial)
            let late = fixture.checker.answer(.request(Fixture.request()), from: "ipv4:127.0.0.1:1", isLate: true)
            #expect(late.isDenial)
            #expect(try Fixture(hasPolicy: false).check(Fixture.request()).isDenial)
            #expect(Envoy_Service_Auth_V3_CheckResponse.denied.isDenial)
        }

        @Test(
            "Only a listed client may ask",
            arguments: [
                ("ipv4:127.0.0.1:4000", true), ("ipv4:127.9.9.9:1", true), ("unix:/run/demarc/auth.sock", true),
                ("unix:", true),
                ("ipv6:[::ffff:127.0.0.1]:4000", true), ("ipv4:192.0.2.1:4000", false), ("ipv6:[::1]:4000", false),
                ("<unknown>", false), ("", false), ("ipv4:", false), ("ipv4:127.0.0.1", false), ("ipv6:[", false),
            ]
        )
        func peers(peer: String, isListed: Bool) throws {
            #expect(try Fixture().check(Fixture.request(), from: peer).isAllowed == isListed)
        }

        // MARK: Decisions

        @Test(
            "A request is answered according to the policy",
            arguments: [
                ("contoso.example", "/", "GET", true), ("contoso.example:443", "/x?y=z,1", "POST", true),
                ("gambling.example", "/", "GET", false), ("contoso.example", "/admin", "GET", false),
                ("contoso.example", "/%61dmin", "GET", false), ("contoso.example", "//admin", "GET", false),
                ("contoso.example", "/a;b/..;/admin", "GET", false), ("contoso.example", "/x#y", "GET", false),
                ("contoso.example", "*", "OPTIONS", false), ("contoso.example", "", "GET", false),
                ("gambling.example:443", "", "CONNECT", false), ("contoso.example", "", "CONNECT", false),
            ]
        )
        func policy(authority: String, path: String, method: String, isAllowed: Bool) throws {
            let response = try Fixture().check(Fixture.request(authority, path, method: method))
            #expect(response.isAllowed == isAllowed)
            #expect(response.isDenial == !isAllowed)
        }

        @Test("An allow overwrites every decision field and removes look-alikes")
        func fields() throws {
            let sent = [
                ("x-demarc-verdict", "allow"), ("x_demarc_verdict", "allow"), ("x.demarc.class", "internal"),
                ("X-Demarc_Rule", "x"), ("x-demarc-account", "eve@contoso.example"), ("x-demarcation", "stays"),
            ]
            let response = try Fixture().check(Fixture.request(fields: sent))
            let headers = response.okResponse.headers
            #expect(Set(headers.map(\.header.key)).isSuperset(of: DecisionField.ofEveryAnswer.map(\.rawValue)))
            #expect(headers.allSatisfy { $0.appendAction == .overwriteIfExistsOrAdd && !$0.header.value.isEmpty })
            #expect(headers.first { $0.header.key == "x-demarc-verdict" }?.header.value == "allow")
            #expect(
                response.okResponse.headersToRemove
                    == ["x-demarc-account", "x-demarc_rule", "x.demarc.class", "x_demarc_verdict"]
            )
        }

        @Test("An allow removes every field that a server may read as a decision field, whatever is between its words")
        func lookalikes() throws {
            let fixture = try Fixture()
            for divider in "!#$%&'*+.^_`|~" {
                let names = ["x-demarc-verdict".replacing("-", with: String(divider)), "x\(divider)demarc-rule"]
                let response = fixture.check(Fixture.request(fields: names.map { ($0, "allow") }))
                #expect(response.isAllowed)
                #expect(response.okResponse.headersToRemove == names.sorted())
            }
            let names = ["-x-demarc-verdict", "x--demarc-verdict", "x-demarc--verdict", "x-demarc-verdict-"]
            let others = ["xdemarc-verdict", "y-x-demarc-verdict", "x-demarcation~verdict"]
            let response = fixture.check(Fixture.request(fields: (names + others).map { ($0, "allow") }))
            #expect(response.okResponse.headersToRemove == names)
        }

        @Test("A denial has a status, fields and a page; both answers carry the decision as metadata")
        func denial() throws {
            let fixture = try Fixture()
            let request = Fixture.request(
                "gambling.example",
                fields: [("accept", "text/html"), ("sec-fetch-mode", "navigate")]
            )
            let denied = fixture.check(request)
            let response = denied.deniedResponse
            #expect(response.status.code == .forbidden)
            #expect(response.body.contains("Games are not work."))
            #expect(
                response.headers.first { $0.header.key == "content-type" }?.header.value.hasPrefix("text/html") == true
            )
            let metadata = denied.dynamicMetadata.fields
            #expect(Set(metadata.keys) == ["verdict", "class", "page", "rule", "id"])
            #expect(metadata["verdict"]?.stringValue == "block")
            #expect(metadata["rule"]?.stringValue == "games")
            #expect(
                metadata["id"]?.stringValue == response.headers.first { $0.header.key == "x-demarc-id" }?.header.value
            )
            let allowed = fixture.check(Fixture.request())
            #expect(allowed.dynamicMetadata.fields["verdict"]?.stringValue == "allow")
            #expect(allowed.dynamicMetadata.fields["rule"]?.stringValue == "intranet")
        }

        @Test("Bodies are never read")
        func body() throws {
            var request = Fixture.request()
            request.attributes.request.http.body = "Host: gambling.example"
            request.attributes.request.http.rawBody = .init([0xFF])
            #expect(try Fixture().check(request).isAllowed)
        }

        // MARK: The account

        @Test(
            "A verified claim is the account",
            arguments: [
                (#"{"payload": {"upn": "dana@contoso.example"}}"#, true),
                (#"{"payload": {"upn": "eve@contoso.example"}}"#, false),
                (#"{"payload": {"upn": ""}}"#, false), (#"{"payload": {"upn": ["dana@contoso.example"]}}"#, false),
                (#"{"payload": {"upn": {"x": 1}}}"#, false), (#"{"payload": {"upn": 1}}"#, false),
                (#"{"payload": {"upn": null}}"#, false), (#"{"payload": "dana@contoso.example"}"#, false),
                (#"{"upn": "dana@contoso.example"}"#, false), ("{}", false),
            ]
        )
        func metadata(json: String, isAllowed: Bool) throws {
            let names = ["envoy.filters.http.jwt_authn", "payload", "upn"]
            let fixture = try Fixture(account: .metadata(names))
            var request = Fixture.request()
            request.attributes.metadataContext.filterMetadata = [names[0]: try Google_Protobuf_Struct(jsonString: json)]
            #expect(fixture.check(request).isAllowed == isAllowed)
            #expect(!fixture.check(Fixture.request(fields: [("upn", "dana@contoso.example")])).isAllowed)
        }

        @Test(
            "A name of the configured kind in the client's certificate is the account",
            arguments: [
                ("spiffe://contoso.example/dana", ServerBinding.CertificateName.uri, true),
                ("spiffe://contoso.example/eve", .uri, false), ("CN=dana@contoso.example", .uri, false),
                ("dana.contoso.example", .uri, false), ("", .uri, false),
                ("CN=dana@contoso.example", .subject, true), ("O=Contoso,CN=dana@contoso.example,C=CH", .subject, true),
                ("CN=dana@contoso.example,CN=eve@contoso.example", .subject, false),
                ("CN=dana@contoso.example,O=x\u{D4E},CN=eve@contoso.example", .subject, false),
                (#"CN=eve\,CN=dana@contoso.example"#, .subject, false),
                (#"CN="eve,CN=dana@contoso.example""#, .subject, false),
                ("O=x+CN=dana@contoso.example", .subject, false), ("O=Contoso", .subject, false),
                ("spiffe://contoso.example/dana", .subject, false), ("", .subject, false),
            ]
        )
        func certificate(principal: String, kind: ServerBinding.CertificateName, isAllowed: Bool) throws {
            var request = Fixture.request()
            request.attributes.source.principal = principal
            #expect(try Fixture(account: .certificate(kind)).check(request).isAllowed == isAllowed)
        }

        @Test("A single field is the account if the binding configures it")
        func header() throws {
            let fixture = try Fixture(account: .header("x-demarc-account"))
            let field = ("x-demarc-account", "dana@contoso.example")
            let allowed = fixture.check(Fixture.request(fields: [field]))
            #expect(allowed.isAllowed)
            #expect(allowed.okResponse.headersToRemove == [])
            #expect(fixture.check(Fixture.request(fields: [field, field])).isDenial)
            #expect(fixture.check(Fixture.request(fields: [field, ("x_demarc_account", field.1)])).isDenial)
            #expect(fixture.check(Fixture.request(fields: [("x-demarc-account", "\(field.1),\(field.1)")])).isDenial)
            #expect(fixture.check(Fixture.request()).isDenial)
        }

        @Test("A different server name denies a tunnel")
        func sni() throws {
            var request = Fixture.request("contoso.example:443", "", method: "CONNECT")
            request.attributes.tlsSession.sni = "gambling.example"
            #expect(try Fixture().check(request).isDenial)
        }
    }
#endif
