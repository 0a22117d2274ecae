/// What `demarc probe` sends: the cases of `Tests/Hosts/attacks.json` that need neither HTTP/2 nor patience.
///
/// `make hosts-corpus` writes this file; a test holds it to the table. Each case has a line with its name, its topic,
/// how many answers there are, and the fields that must not arrive; then the bytes, in the escapes of ``ProbeEscapes``.
enum ProbeCorpus {
    /// The cases, in the table's order.
    static let cases: [ProbeCase] = text.split(separator: "\n\n").compactMap { paragraph in
        let lines = paragraph.split(separator: "\n", omittingEmptySubsequences: false)
        let words = lines[0].split(separator: " ").map(String.init)
        guard words.count >= 3, let topic = ProbeTopic(rawValue: words[1]) else { return nil }
        return ProbeCase(
            name: words[0],
            topic: topic,
            text: lines.dropFirst().joined(),
            stripped: Array(words.dropFirst(3)),
            answers: Int(words[2]) ?? 1
        )
    }

    private static let text = #"""
        plain other 1
        GET {origin}/a?b=c HTTP/1.1\r\n
        Host: good.test\r\n
        \r\n

        blocked-site other 1
        GET {origin evil.test}/ HTTP/1.1\r\n
        Host: evil.test\r\n
        \r\n

        route other 1
        GET {origin other.test}/ HTTP/1.1\r\n
        Host: other.test\r\n
        \r\n

        blocked-path other 1
        GET {origin}/admin/x HTTP/1.1\r\n
        Host: good.test\r\n
        \r\n

        absolute-form authority 1
        GET http://evil.test/x HTTP/1.1\r\n
        Host: good.test\r\n
        \r\n

        absolute-form-reversed authority 1
        GET http://good.test/x HTTP/1.1\r\n
        Host: evil.test\r\n
        \r\n

        absolute-form-equal other 1
        GET http://good.test/x HTTP/1.1\r\n
        Host: good.test\r\n
        \r\n

        absolute-form-port authority 1
        GET http://good.test:8443/x HTTP/1.1\r\n
        Host: good.test\r\n
        \r\n

        absolute-form-user authority 1
        GET http://good.test@evil.test/x HTTP/1.1\r\n
        Host: good.test\r\n
        \r\n

        two-hosts authority 1
        GET {origin}/x HTTP/1.1\r\n
        Host: good.test\r\n
        Host: evil.test\r\n
        \r\n

        two-hosts-reversed authority 1
        GET {origin}/x HTTP/1.1\r\n
        Host: evil.test\r\n
        Host: good.test\r\n
        \r\n

        two-hosts-equal authority 1
        GET {origin}/x HTTP/1.1\r\n
        Host: good.test\r\n
        Host: good.test\r\n
        \r\n

        host-list authority 1
        GET {origin}/x HTTP/1.1\r\n
        Host: good.test, evil.test\r\n
        \r\n

        host-fragment authority 1
        GET {origin}/x HTTP/1.1\r\n
        Host: evil.test#good.test\r\n
        \r\n

        host-query authority 1
        GET {origin}/x HTTP/1.1\r\n
        Host: evil.test?good.test\r\n
        \r\n

        host-user authority 1
        GET {origin}/x HTTP/1.1\r\n
        Host: good.test@evil.test\r\n
        \r\n

        host-path authority 1
        GET {origin}/x HTTP/1.1\r\n
        Host: good.test/admin\r\n
        \r\n

        host-backslash authority 1
        GET {origin}/x HTTP/1.1\r\n
        Host: evil.test\\good.test\r\n
        \r\n

        host-percent authority 1
        GET {origin}/x HTTP/1.1\r\n
        Host: %67ood.test\r\n
        \r\n

        host-space authority 1
        GET {origin}/x HTTP/1.1\r\n
        Host: good.test evil.test\r\n
        \r\n

        host-empty authority 1
        GET /x HTTP/1.1\r\n
        Host:\r\n
        \r\n

        host-missing authority 1
        GET /x HTTP/1.1\r\n
        \r\n

        http-1.0 authority 1
        GET /x HTTP/1.0\r\n
        \r\n

        http-0.9 authority 1
        GET /x\r\n
        \r\n

        host-case other 1
        GET {origin}/x HTTP/1.1\r\n
        Host: GOOD.test\r\n
        \r\n

        host-dot other 1
        GET {origin good.test.}/x HTTP/1.1\r\n
        Host: good.test.\r\n
        \r\n

        host-underscore other 1
        GET {origin a_b.good.test}/x HTTP/1.1\r\n
        Host: a_b.good.test\r\n
        \r\n

        host-idn authority 1
        GET {origin}/x HTTP/1.1\r\n
        Host: g\xc3\xb6\xc3\xb6d.test\r\n
        \r\n

        host-hex other 1
        GET {origin 0x7f.1}/x HTTP/1.1\r\n
        Host: 0x7f.1\r\n
        \r\n

        host-octal other 1
        GET {origin 0177.0.0.1}/x HTTP/1.1\r\n
        Host: 0177.0.0.1\r\n
        \r\n

        host-port-junk authority 1
        GET {origin}/x HTTP/1.1\r\n
        Host: good.test:80x\r\n
        \r\n

        host-wide authority 1
        GET {origin}/x HTTP/1.1\r\n
        Host: \(a*5000).test\r\n
        \r\n

        fragment path 1
        GET {origin}/admin#/../x HTTP/1.1\r\n
        Host: good.test\r\n
        \r\n

        parameters path 1
        GET {origin}/a;x=1/..;/admin/x HTTP/1.1\r\n
        Host: good.test\r\n
        \r\n

        parameters-before-decoding path 1
        GET {origin}/;%2fx/%61dmin/x HTTP/1.1\r\n
        Host: good.test\r\n
        \r\n

        slashes path 1
        GET {origin}//admin/x HTTP/1.1\r\n
        Host: good.test\r\n
        \r\n

        dots path 1
        GET {origin}/a/%2e%2e/admin/x HTTP/1.1\r\n
        Host: good.test\r\n
        \r\n

        dots-twice path 1
        GET {origin}/a/%252e%252e/admin/x HTTP/1.1\r\n
        Host: good.test\r\n
        \r\n

        dots-plain path 1
        GET {origin}/a/../admin/x HTTP/1.1\r\n
        Host: good.test\r\n
        \r\n

        letters path 1
        GET {origin}/%61dmin/x HTTP/1.1\r\n
        Host: good.test\r\n
        \r\n

        encoded-slash path 1
        GET {origin}/a%2f..%2fadmin/x HTTP/1.1\r\n
        Host: good.test\r\n
        \r\n

        backslash path 1
        GET {origin}/a\\..\\admin/x HTTP/1.1\r\n
        Host: good.test\r\n
        \r\n

        nul path 1
        GET {origin}/admin%00/x HTTP/1.1\r\n
        Host: good.test\r\n
        \r\n

        non-ascii path 1
        GET {origin}/\xe9 HTTP/1.1\r\n
        Host: good.test\r\n
        \r\n

        tab path 1
        GET {origin}/x\t/admin HTTP/1.1\r\n
        Host: good.test\r\n
        \r\n

        space path 1
        GET {origin}/x /admin HTTP/1.1\r\n
        Host: good.test\r\n
        \r\n

        asterisk path 1
        OPTIONS * HTTP/1.1\r\n
        Host: good.test\r\n
        \r\n

        rootless path 1
        GET x HTTP/1.1\r\n
        Host: good.test\r\n
        \r\n

        harmless-slashes other 1
        GET {origin}/a//b HTTP/1.1\r\n
        Host: good.test\r\n
        \r\n

        long-target limits 1
        GET {origin}/\(a*20000) HTTP/1.1\r\n
        Host: good.test\r\n
        \r\n

        long-path other 1
        GET {origin}/\(a*6000) HTTP/1.1\r\n
        Host: good.test\r\n
        \r\n

        large-head limits 1
        GET {origin}/x HTTP/1.1\r\n
        Host: good.test\r\n
        X-0: \(a*5000)\r\n
        X-1: \(a*5000)\r\n
        X-2: \(a*5000)\r\n
        X-3: \(a*5000)\r\n
        X-4: \(a*5000)\r\n
        X-5: \(a*5000)\r\n
        X-6: \(a*5000)\r\n
        X-7: \(a*5000)\r\n
        X-8: \(a*5000)\r\n
        X-9: \(a*5000)\r\n
        X-10: \(a*5000)\r\n
        X-11: \(a*5000)\r\n
        X-12: \(a*5000)\r\n
        X-13: \(a*5000)\r\n
        X-14: \(a*5000)\r\n
        X-15: \(a*5000)\r\n
        X-16: \(a*5000)\r\n
        X-17: \(a*5000)\r\n
        X-18: \(a*5000)\r\n
        X-19: \(a*5000)\r\n
        \r\n

        client-original-url fields 1
        GET {origin}/admin/x HTTP/1.1\r\n
        Host: good.test\r\n
        X-Original-URL: https://good.test/a\r\n
        X-Original-Method: GET\r\n
        X-Demarc-Authority: good.test\r\n
        \r\n

        client-forwarded fields 1
        GET {origin}/admin/x HTTP/1.1\r\n
        Host: good.test\r\n
        X-Forwarded-Method: GET\r\n
        X-Forwarded-Proto: https\r\n
        X-Forwarded-Host: good.test\r\n
        X-Forwarded-Uri: /a\r\n
        \r\n

        client-forwarded-allowed fields 1
        GET {origin}/a HTTP/1.1\r\n
        Host: good.test\r\n
        X-Forwarded-Host: evil.test\r\n
        X-Forwarded-Uri: /admin\r\n
        \r\n

        client-underscore fields 1
        GET {origin}/admin/x HTTP/1.1\r\n
        Host: good.test\r\n
        X_Forwarded_Uri: /a\r\n
        X_Original_URL: https://good.test/a\r\n
        \r\n

        client-account fields 1 x-demarc-account
        GET {origin}/a HTTP/1.1\r\n
        Host: good.test\r\n
        X-Demarc-Account: admin@good.test\r\n
        \r\n

        client-account-alias fields 1
        GET {origin}/a HTTP/1.1\r\n
        Host: good.test\r\n
        X.Demarc.Account: admin@good.test\r\n
        \r\n

        client-rewrite fields 1
        GET {origin}/a HTTP/1.1\r\n
        Host: good.test\r\n
        X-Rewrite-URL: /admin/x\r\n
        X-HTTP-Method-Override: DELETE\r\n
        \r\n

        client-envoy-path fields 1
        GET {origin}/admin/x HTTP/1.1\r\n
        Host: good.test\r\n
        X-Envoy-Original-Path: /a\r\n
        \r\n

        client-verdict answers 1 x-demarc-verdict x-demarc-rule x-demarc-id
        GET {origin}/a HTTP/1.1\r\n
        Host: good.test\r\n
        X-Demarc-Verdict: forged\r\n
        X-Demarc-Rule: forged\r\n
        X-Demarc-Id: forged\r\n
        \r\n

        client-verdict-connection answers 1 x-demarc-verdict
        GET {origin}/a HTTP/1.1\r\n
        Host: good.test\r\n
        Connection: X-Demarc-Verdict, X-Demarc-Account\r\n
        X-Demarc-Verdict: forged\r\n
        \r\n

        connection-host authority 1
        GET {origin}/a HTTP/1.1\r\n
        Host: good.test\r\n
        Connection: close, Host\r\n
        \r\n

        connection-forwarded fields 1
        GET {origin}/admin/x HTTP/1.1\r\n
        Host: good.test\r\n
        Connection: X-Forwarded-Uri, X-Original-URL\r\n
        \r\n

        query query 1
        GET {origin}/admin/x?binding=other&ticket=x&uri=/a HTTP/1.1\r\n
        Host: good.test\r\n
        \r\n

        query-encoded-path other 1
        GET {origin}/a?/../admin/x HTTP/1.1\r\n
        Host: good.test\r\n
        \r\n

        length-and-chunks framing 1
        POST {origin}/a HTTP/1.1\r\n
        Host: good.test\r\n
        Content-Length: 4\r\n
        Transfer-Encoding: chunked\r\n
        \r\n
        0\r\n
        \r\n
        GET /admin/x HTTP/1.1\r\n
        Host: good.test\r\n
        \r\n

        two-lengths framing 1
        POST {origin}/a HTTP/1.1\r\n
        Host: good.test\r\n
        Content-Length: 4\r\n
        Content-Length: 0\r\n
        \r\n
        abcd

        chunked-alias framing 1
        POST {origin}/a HTTP/1.1\r\n
        Host: good.test\r\n
        Transfer-Encoding: xchunked\r\n
        Content-Length: 4\r\n
        \r\n
        abcd

        length-sign framing 1
        POST {origin}/a HTTP/1.1\r\n
        Host: good.test\r\n
        Content-Length: +4\r\n
        \r\n
        abcd

        field-space framing 1
        GET {origin}/a HTTP/1.1\r\n
        Host: good.test\r\n
        Transfer-Encoding : chunked\r\n
        \r\n
        0\r\n
        \r\n

        folded framing 1
        GET {origin}/a HTTP/1.1\r\n
        Host: good.test\r\n
        X-A: b\r\n
         Host: evil.test\r\n
        \r\n

        bare-lf framing 1
        GET {origin}/a HTTP/1.1\nHost: good.test\n\n

        bare-cr framing 1
        GET {origin}/a HTTP/1.1\r\n
        Host: good.test\rHost: evil.test\r\n
        \r\n

        pipelined other 2
        GET {origin}/a HTTP/1.1\r\n
        Host: good.test\r\n
        \r\n
        GET {origin}/admin/x HTTP/1.1\r\n
        Host: good.test\r\n
        \r\n

        pipelined-evil other 2
        GET {origin}/a HTTP/1.1\r\n
        Host: good.test\r\n
        \r\n
        GET {origin evil.test}/ HTTP/1.1\r\n
        Host: evil.test\r\n
        \r\n

        method-case other 1
        get {origin}/a HTTP/1.1\r\n
        Host: good.test\r\n
        \r\n

        method-odd other 1
        PROPFIND {origin}/admin/x HTTP/1.1\r\n
        Host: good.test\r\n
        \r\n

        websocket upgrade 1
        GET {origin}/a HTTP/1.1\r\n
        Host: good.test\r\n
        Connection: Upgrade\r\n
        Upgrade: websocket\r\n
        Sec-WebSocket-Version: 13\r\n
        Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n
        \r\n

        h2c upgrade 1
        GET {origin}/a HTTP/1.1\r\n
        Host: good.test\r\n
        Connection: Upgrade, HTTP2-Settings\r\n
        Upgrade: h2c\r\n
        HTTP2-Settings: AAMAAABkAAQAAP__\r\n
        \r\n

        connect tunnels 1
        CONNECT good.test:{site} HTTP/1.1\r\n
        Host: good.test:{site}\r\n
        \r\n

        connect-allowed tunnels 1
        CONNECT files.test:{site} HTTP/1.1\r\n
        Host: files.test:{site}\r\n
        \r\n

        connect-evil tunnels 1
        CONNECT evil.test:{site} HTTP/1.1\r\n
        Host: evil.test:{site}\r\n
        \r\n

        connect-host tunnels 1
        CONNECT evil.test:{site} HTTP/1.1\r\n
        Host: good.test:{site}\r\n
        \r\n

        connect-no-port tunnels 1
        CONNECT good.test HTTP/1.1\r\n
        Host: good.test\r\n
        \r\n

        connect-upgrade tunnels 1
        CONNECT good.test:{site} HTTP/1.1\r\n
        Host: good.test:{site}\r\n
        Connection: Upgrade\r\n
        Upgrade: websocket\r\n
        \r\n

        connect-address tunnels 1
        CONNECT 127.0.0.1:22 HTTP/1.1\r\n
        Host: 127.0.0.1:22\r\n
        \r\n

        encoded-host authority 1
        GET http://%67ood.test/x HTTP/1.1\r\n
        Host: good.test\r\n
        \r\n

        encoded-evil authority 1
        GET http://%65vil.test/x HTTP/1.1\r\n
        Host: evil.test\r\n
        \r\n

        target-backslash authority 1
        GET http://evil.test\\@good.test/x HTTP/1.1\r\n
        Host: good.test\r\n
        \r\n

        scheme-relative path 1
        GET //evil.test/x HTTP/1.1\r\n
        Host: good.test\r\n
        \r\n

        scheme-ftp authority 1
        GET ftp://good.test/x HTTP/1.1\r\n
        Host: good.test\r\n
        \r\n

        scheme-case other 1
        GET HTTP://good.test/x HTTP/1.1\r\n
        Host: good.test\r\n
        \r\n
        """#
}
