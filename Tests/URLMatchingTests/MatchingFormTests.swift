import ByteText
import Testing
import URLStandard

@Suite("Matching form")
struct MatchingFormTests {
    @Test(
        "Rules see no credentials, no dots after the host, and IPv4 for IPv4-mapped IPv6",
        arguments: [
            ("https://contoso.com/a?b#c", "https://contoso.com/a?b#c"),
            ("https://u:p@contoso.com:8443/a?b#c", "https://contoso.com:8443/a?b#c"),
            ("https://u@contoso.com/", "https://contoso.com/"),
            ("https://:p@contoso.com/", "https://contoso.com/"),
            ("https://contoso.com.:8443/a?b#c", "https://contoso.com:8443/a?b#c"),
            ("https://u:p@contoso.com./", "https://contoso.com/"),
            // Squid connects to the host without any trailing dot.
            ("https://contoso.com../", "https://contoso.com/"),
            ("https://u@contoso.com....:8443/", "https://contoso.com:8443/"),
            ("https://10.0.0.1../x", "https://10.0.0.1/x"), ("https://0x7f.1.../", "https://127.0.0.1/"),
            ("https://xn--bcher-kva.example../", "https://xn--bcher-kva.example/"),
            ("https://./", "https://./"), ("https://../", "https://./"), ("https://.../", "https://./"),
            // Without the dots, these would not be valid hosts.
            ("https://foo.1../", "https://foo.1./"), ("https://1.2.3.4.5.../", "https://1.2.3.4.5../"),
            ("https://[::ffff:a00:1]:8443/x?y#z", "https://10.0.0.1:8443/x?y#z"),
            ("https://[::ffff:0:0]/", "https://0.0.0.0/"),
            ("https://[::ffff:255.255.255.255]/", "https://255.255.255.255/"),
            ("https://u:p@[::ffff:1.2.3.4]/", "https://1.2.3.4/"),
            ("https://[::ffff:0]/", "https://[::ffff:0]/"),
            ("https://[::ffff:1:2:3]/", "https://[::ffff:1:2:3]/"),
            ("https://[::1:ffff:a00:1]/", "https://[::1:ffff:a00:1]/"),
            ("https://[::ffff:0:a00:1]/", "https://[::ffff:0:a00:1]/"),
            ("x://u@h./p", "x://h/p"), ("x://evil.example../p", "x://evil.example/p"), ("x://h%2E%2e./", "x://h/"),
            ("x://10.1../", "x://10.0.0.1/"), ("x://.../", "x://./"),
            // As the receiving app will read them.
            ("microsoft-edge-https://EV%69L.example/", "microsoft-edge-https://evil.example/"),
            ("googlechromes://EVIL.example./a?B#C", "googlechromes://evil.example/a?B#C"),
            ("x://u:p@B\u{DC}CHER.example:8443/p", "x://xn--bcher-kva.example:8443/p"),
            ("x://\u{FF45}vil\u{3002}example/", "x://evil.example/"),
            ("microsoft-edge-https://10.0.0.1/", "microsoft-edge-https://10.0.0.1/"),
            ("x://0x7f.1/", "x://127.0.0.1/"), ("x://12345", "x://0.0.48.57"), ("x://10.1./", "x://10.0.0.1/"),
            // Rejected hosts stay as they are, in lower case.
            ("x://A%20B.example/", "x://a%20b.example/"), ("x://%ZZ./", "x://%zz/"), ("x://%ZZ../", "x://%zz/"),
            ("x://A%20B.EVIL.example...:8443/p", "x://a%20b.evil.example:8443/p"),
            // Without the dots, this would not be a valid host.
            ("x://foo.1../", "x://foo.1/"),
            ("x://99999999999/", "x://99999999999/"), ("x://a.1/", "x://a.1/"), ("x://%C2%AD/", "x://%c2%ad/"),
            ("x://[::ffff:a00:1]/p", "x://10.0.0.1/p"),
            ("mailto:u@h.", "mailto:u@h."),
            ("file:///x", "file:///x"),
            ("data:,x", "data:,x"),
        ]
    )
    func form(url: String, expected: String) throws {
        let record = try URLRecord(parsing: url.utf8.span)
        var form = URLRecord()
        form.become(matchingFormOf: record)
        #expect(form.href.string == expected)
        let isUnchanged = record.isInMatchingForm
        // An opaque host is always processed, even if that changes nothing.
        #expect(isUnchanged == (record.href.string == expected && record.hostKind != .opaque))
        let components = (host: form.host.string, path: form.path.string, query: form.query.string, port: form.port)
        #expect(components.path == record.path.string)
        #expect(components.query == record.query.string)
        #expect(form.fragment.string == record.fragment.string)
        #expect(components.port == record.port)
        let hasCredentials = form.hasCredentials
        #expect(!hasCredentials)
        // The components are in the positions that the whole URL implies.
        #expect(expected.contains(components.host + (components.port.map { ":\($0)" } ?? "") + components.path))
    }

    @Test(
        "The written form keeps an opaque host, without dots after it",
        arguments: [
            ("x://Contoso.com/p", "x://Contoso.com/p"), ("x://u:p@Contoso.com./p", "x://Contoso.com/p"),
            ("x://Contoso.com../p?q#f", "x://Contoso.com/p?q#f"),
            ("x://A%20B.EV%69L.example...", "x://A%20B.EV%69L.example"), ("x://.../", "x://./"),
            ("x://foo.1../", "x://foo.1/"), ("https://contoso.com../", "https://contoso.com/"),
        ]
    )
    func writtenForm(url: String, expected: String) throws {
        var form = URLRecord()
        form.become(writtenFormOf: try URLRecord(parsing: url.utf8.span))
        #expect(form.href.string == expected)
    }

    @Test("A form made in a used buffer keeps nothing of the old form")
    func reuse() throws {
        var form = URLRecord()
        form.become(matchingFormOf: try URLRecord(parsing: "https://u:p@a-long-host.contoso.com/long?q#f".utf8.span))
        form.become(matchingFormOf: try URLRecord(parsing: "https://u@b.example/".utf8.span))
        #expect(form.href.string == "https://b.example/")
        form.become(matchingFormOf: URLRecord())
        let isEmpty = form.isEmpty
        #expect(isEmpty)
    }
}
