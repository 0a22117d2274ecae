import Diagnostics
import FileLint
import TestSupport
import Testing

/// What expressions capture of a client's path, and what variables stand for. The bypasses were tried with nginx 1.22.1.
@Suite("Lint of nginx: captures, and variables in addresses") struct NginxCaptureTests {
    private static let site = "proxy_pass http://site;"

    @Test(
        "A site or a target that a client chooses with its path is found",
        arguments: [
            (
                "location ~ ^/p/(?<dest>[^/]+)(?<rest>/.*)$ { proxy_pass http://site$rest; proxy_set_header Host $dest; }",
                ["DM159", "DM160"]
            ),
            ("location ~ ^/p/(.*)$ { proxy_pass http://$1; }", ["DM159", "DM160"]),
            ("location ~* \"^/p/(?'dest'.*)$\" { proxy_pass http://$DEST; }", ["DM159", "DM160"]),
            ("location ~ ^/p/(?P<dest>https?://.*)$ { proxy_pass $dest; }", ["DM159", "DM160"]),
            ("location ~ ^/(?i)p/(?:a|b)/(.*)$ { proxy_pass http://${dest}$1; }", ["DM159", "DM160"]),
            ("location ~ ^/api(/.*)$ { proxy_pass http://site$1$is_args$args; }", ["DM160"]),
            ("location ~ ^/api(/[a-z]+|/b|)$ { proxy_pass http://site$1; }", ["DM160"]),
            ("location ~ ^/api(/?.*)$ { proxy_pass http://site$1; }", ["DM159", "DM160"]),
            (
                "location /a { if ($request_uri ~ ^/a(.*)$) { proxy_pass http://site$1; } \(site) }",
                ["DM159", "DM160"]
            ),
            (
                "location /a { if ($http_x_host ~ ^(.+)$) { set $b c; } \(site) proxy_set_header Host $1; }", ["DM159"]
            ),
            ("location /a { rewrite ^/a/([^/]+) /b break; \(site) proxy_set_header Host $1; }", ["DM159", "DM160"]),
            // A name keeps its value wherever nginx sends the request.
            (
                "location ~ ^/p/(?<dest>.*)$ { root /srv; } location /a { \(site) proxy_set_header Host $dest; }",
                ["DM159"]
            ),
            ("location ~ ^/u/(\\w+)/ { proxy_pass http://$1; }", ["DM159"]),
            ("location ~ ^/u/(\\d+)/ { proxy_pass http://site:$1; }", ["DM159"]),
            ("location ~ ^/u/([^/]+)/ { proxy_pass http://$1.svc.cluster.local; }", ["DM159", "DM160"]),
            ("location /a { proxy_pass http://site$fastcgi_script_name; }", ["DM160"]),
            ("location ~ ^/node([1-2]+)/ { proxy_pass http://1$1; }", ["DM159"]),
            ("location ~ ^/node([12]+)/ { proxy_pass http://$1; }", ["DM159"]),
            // Nor may a client choose a socket.
            ("location ~ ^/p/(.*)$ { proxy_pass http://unix:/run/$1.sock; }", ["DM159"]),
            ("location ~ ^/p/(?<app>[^/]+) { proxy_pass http://unix:/run/$app.sock; }", ["DM159"]),
            ("location ~ ^/p/(\\w+) { proxy_pass http://unix:/run/$1; }", ["DM159"]),
            ("location ~ ^/p/(.*)$ { fastcgi_pass unix:/run/$1.sock; }", ["DM159"]),

            ("location ~ ^/(?<svc>[a-z-]+)/ { proxy_pass http://$svc.svc.cluster.local; }", []),
            ("location ~ ^/(\\w+)/ { proxy_pass http://app_$1:8080; }", []),
            ("location ~ ^/(api|web)/ { proxy_pass http://$1; }", []),
            ("location ~ ^/(?<lang>de|en)/ { \(site) proxy_set_header Host $lang.example; }", []),
            ("location ~ ^/(?i)(?:x)(api|web)/ { proxy_pass http://$1; }", []),
            ("location ~ ^/(node[12])/ { proxy_pass http://$1; }", []),
            ("location ~ ^/node(\\d)/ { proxy_pass http://127.0.0.$1:8080; }", []),
            ("location ~ ^/(api|web)/ { proxy_pass http://unix:/run/$1; }", []),
            ("location ~ ^/(\\w+)/ { proxy_pass http://unix:/run/$1.sock; }", []),
            ("location ~ ^/[(](.*)/(a\\.b|c)$ { proxy_pass http://$2; }", []),
            ("location ~ (*UTF)^/(api|web)/(.*)$ { proxy_pass http://$1; }", []),
            ("location ~ ^/p/(.*)$ { proxy_pass http://site$request_uri; }", []),
            ("location /a { if ($host ~ ^(.+)\\.example$) { set $b c; } proxy_pass http://$1; }", []),
            ("location /a { if ($http_a ~ (.+)) { return 403; } proxy_pass http://$1; }", []),
            ("server_name ~^(?<sub>.+)\\.example$; location /a { proxy_pass http://$sub; }", []),
        ] as [(String, [String])]
    )
    func captured(server: String, expected: [String]) {
        #expect(NginxLinting.codes(NginxLinting.module(server)).sorted() == expected)
        #expect(NginxLinting.codes(NginxLinting.asking(server)).sorted() == expected)
    }

    @Test(
        "A numbered capture is found in a location that nginx goes on to, because it remains",
        arguments: [
            (
                "location ~ ^/p/(.*)$ { try_files /none @up; } location @up { proxy_pass http://$1; }",
                ["DM159", "DM160"]
            ),
            (
                """
                location ~ ^/api(/.*)$ { root /none; error_page 404 = @up; }
                location @up { proxy_pass http://site$1; }
                """, ["DM160"]
            ),
            (
                """
                location ~ ^/p/([^/]+)/ { try_files /none @up; }
                location @up { \(site) proxy_set_header Host $1; }
                """, ["DM159"]
            ),
            (
                """
                if ($http_b ~ ^(a|b)$) { set $b c; } location ~ ^/p/(.*)$ { try_files /none /up; }
                location /up { internal; if ($http_a) { set $b c; } proxy_set_header Host $1; \(site) }
                """, ["DM159"]
            ),

            (
                """
                location ~ ^/p/(.*)$ { try_files /none @up; }
                location @up { rewrite ^/p/(api|web)$ /p; proxy_set_header Host $1; \(site) }
                """, []
            ),
            ("location ~ ^/p/(.*)$ { root /srv; } location /up { \(site) proxy_set_header Host $1; }", []),
            ("location ~ ^/p/(.*)$ { root /srv; } location ~ ^/up { internal; proxy_pass http://$1; }", []),
        ] as [(String, [String])]
    )
    func remaining(server: String, expected: [String]) {
        #expect(NginxLinting.codes(NginxLinting.module(server)).sorted() == expected)
        #expect(NginxLinting.codes(NginxLinting.asking(server)).sorted() == expected)
    }

    @Test(
        "A variable that its location sets is no capture of another location",
        arguments: [
            ("set $app site;", []), ("set $APP $server_name;", []), ("set $app a; if ($http_b) { set $c d; }", []),

            ("", ["DM159"]), ("set $other site;", ["DM159"]), ("if ($http_b) { set $app site; }", ["DM159"]),
            ("set $app a$app;", ["DM159"]), ("set $app $uri;", ["DM159"]), ("set $app $arg_app;", ["DM159"]),
            ("set $app a; if ($http_b) { set $app $arg_app; }", ["DM159"]),
            ("set $app a; if ($http_b ~ (?<app>.+)) { set $c d; }", ["DM159"]),
            ("if ($http_b) { break; } set $app a;", ["DM159"]),
        ] as [(String, [String])]
    )
    func replaced(location: String, expected: [String]) {
        let server = """
            location /a { \(location) proxy_pass http://$app; }
            location ~ ^/static/(?<app>[a-z]+)/ { \(Self.site) }
            """
        #expect(NginxLinting.codes(NginxLinting.module(server)).filter { $0 == "DM159" } == expected)
        #expect(NginxLinting.codes(NginxLinting.asking(server)).filter { $0 == "DM159" } == expected)
        // nginx's request to Demarc makes the server capture anew.
        let late = NginxLinting.asking("if ($http_b ~ (?<app>.+)) { set $c d; } \(server)")
        #expect(NginxLinting.codes(late).contains("DM159"))
    }

    @Test("An account that its location sets is no capture of another location")
    func replacedAccount() {
        let other = "location ~ ^/u/(?<user>[a-z]+)/ { demarc_account a; root /srv; }"
        for (value, expected) in [("$cookie_user", ["DM158"]), ("dana@good.test", [])] {
            let location = "location /a { set $user \(value); demarc_account $user; root /srv; }"
            #expect(NginxLinting.codes(NginxLinting.module("\(location) \(other)")) == expected, "\(value)")
        }
    }

    @Test(
        "An account is found that the location which asks captures",
        arguments: [
            ("if ($cookie_user ~ ^(.+)$) { set $b c; }", ["DM158"]),
            ("if ($request_uri ~ ^/u/([^/]+)/) { set $b c; }", ["DM158"]),

            ("if ($ssl_client_s_dn ~ CN=([^,]+)) { set $b c; }", []),
        ] as [(String, [String])]
    )
    func accountCapturedByAsking(condition: String, expected: [String]) {
        let location = "\(condition) proxy_set_header X-Demarc-Account $1;"
        #expect(NginxLinting.codes(NginxLinting.asking("", location)) == expected)
        #expect(NginxLinting.codes(NginxLinting.asking("location ~ ^/u/(.*)$ { root /srv; }", location)) == expected)
    }

    @Test(
        "An account that a client chooses with its path is found, even if the configuration lists the accounts",
        arguments: [
            ("location ~ ^/u/([^/]+)/ { SET $1; root /srv; }", ["DM158"], []),
            ("location ~ ^/u/(dana|boss)/ { SET $1; root /srv; }", ["DM158"], []),
            ("SET $acct; location ~ ^/u/(?<acct>[^/]+)/ { root /srv; }", ["DM158"], ["DM158"]),
            ("SET $acct; if ($cookie_user ~ ^(?<acct>.+)$) { set $b c; }", ["DM158"], ["DM158"]),

            ("SET $acct; if ($ssl_client_s_dn ~ CN=(?<acct>[^,]+)) { set $b c; }", [], []),
        ] as [(String, [String], [String])]
    )
    func capturedAccount(server: String, module: [String], asking: [String]) {
        #expect(NginxLinting.codes(NginxLinting.module(server.replacing("SET", with: "demarc_account"))) == module)
        // nginx's request to Demarc has the names that the client's has, but not its numbers.
        let account = server.contains("$acct") ? "$acct" : "$1"
        let rest = server.replacing("SET \(account);", with: "")
        let location = "proxy_set_header X-Demarc-Account \(account);"
        #expect(NginxLinting.codes(NginxLinting.asking(rest, location)) == asking)
    }

    @Test("A question about another site, or to another binding, that a client chooses with its path is found")
    func capturedQuestion() {
        let location = "location ~ ^/(?<dest>[^/]+)/ { \(Self.site) }"
        let authority = "proxy_set_header X-Demarc-Authority $dest;"
        #expect(NginxLinting.codes(NginxLinting.asking(location, authority)) == ["DM159"])
        for (texts, expected) in [("[a-z]+", ["DM159"]), ("staff|guest", [])] {
            let asking = NginxLinting.asking("location ~ ^/(?<view>\(texts))/ { \(Self.site) }")
            #expect(NginxLinting.codes(asking.replacing("auth/edge", with: "auth/$view")) == expected, "\(texts)")
        }
    }

    private static let fields = """
        proxy_pass_request_body off; proxy_set_header Content-Length ""; proxy_set_header X-Demarc-Account "";
        proxy_set_header X-Original-URL $scheme://$http_host$request_uri;
        proxy_set_header X-Original-Method $request_method; proxy_set_header X-Demarc-Authority $host;
        """

    @Test(
        "A variable in two addresses counts as one server only if both locations set it to the same",
        arguments: [
            ("set $app site; set $port 1; proxy_pass http://$app:$port;", false),
            ("set $app demarc; set $port 2; proxy_pass http://$app:$port;", false),
            ("set $app demarc; if ($http_a) { set $port 2; } set $port 1; proxy_pass http://$app:$port;", false),
            ("proxy_pass http://$app:$port;", false),

            ("set $port 1; set $APP demarc; set $other a; proxy_pass http://${app}:$port;", false),
            ("set $port 1; set $APP demarc; set $other a; proxy_pass http://$app:$port;", true),
        ]
    )
    func sameVariables(location: String, isDemarc: Bool) {
        let asking =
            "location = /ask { internal; set $app demarc; set $port 1; proxy_pass http://$app:$port/v1/auth/edge; "
            + "\(Self.fields) }"
        for (code, expected) in [("403", "DM154"), ("413", "DM152")] {
            let decided = "location / { auth_request /ask; error_page \(code) = @a; \(Self.site) }"
            let codes = NginxLinting.codes("http { server { \(decided) \(asking) location @a { \(location) } } }")
            #expect(codes == (isDemarc ? [] : [expected]), "\(code)")
        }
        // What the server sets, or nobody, may be one text in both.
        let decided = "location / { auth_request /ask; error_page 403 413 = @a; \(Self.site) }"
        let unset = asking.replacing("set $app demarc; set $port 1;", with: "")
        let page = "location @a { proxy_pass http://$app:$port; }"
        #expect(NginxLinting.codes("http { server { set $app a; \(decided) \(unset) \(page) } }") == [])
    }

    @Test(
        "Captures, and variables that are set, take proportional time",
        arguments: [
            ("location ~ ^/a#/(?<n#>.*)/(.*)$ { proxy_pass http://$n#$2; }", ""),
            ("rewrite ^/a#/(?<n#>.*)$ /b/$1 break;", ""),
            ("location @a# { set $app #; proxy_pass http://$app; }", "if ($http_a#) { set $app #; }"),
        ]
    )
    func growth(server: String, location: String) {
        let factor = Growth.factor(from: 100, rounds: 2) { size in
            let repeated = [server, location]
                .map { text in (0..<size).map { text.replacing("#", with: "\($0)") }.joined(separator: "\n") }
            let text = NginxLinting.asking(repeated[0], repeated[1])
            return Growth.time { _ = NginxLinting.codes(text) }
        }
        #expect(factor < Growth.linearLimit)
    }
}
