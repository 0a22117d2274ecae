import Diagnostics
import FileLint
import Testing

/// Which locations call Demarc, and what clients can choose about the request that a site gets, the account and the
/// question. The bypasses were tried with nginx 1.22.1.
@Suite("Lint of nginx: what clients choose") struct NginxSiteTests {
    private static let site = "proxy_pass http://site;"

    // MARK: Calling Demarc

    @Test(
        "An open location is found if a site has a path like Demarc's",
        arguments: [
            ("location /api/v1/auth/ { demarc off; proxy_pass http://site/api/v1/auth/; }", ["DM152"]),
            ("location /v1/auth/ { demarc off; \(site) }", ["DM152"]),
            ("location /x { demarc off; proxy_pass http://site/v1/auth/; }", ["DM152"]),
            ("location ~ ^/v1/auth/ { demarc off; \(site) }", ["DM152"]),
            ("location /api/v1/auth/ { proxy_pass http://site/api/v1/auth/; }", ["DM160"]),
            ("location /x { if ($a) { proxy_pass http://site/v1/auth/; } \(site) }", ["DM160"]),
            ("rewrite ^/old /v1/auth/a; location /v1/auth/ { \(site) }", ["DM160"]),

            ("location /v1/auth/ { \(site) }", []),
            ("location /x { demarc off; internal; proxy_pass http://demarc/v1/auth/staff; }", []),
        ] as [(String, [String])]
    )
    func similarPath(server: String, expected: [String]) {
        #expect(NginxLinting.codes(NginxLinting.module(server)) == expected)
        let asking = server.replacing("demarc off", with: "auth_request off")
        #expect(NginxLinting.codes(NginxLinting.asking(asking)) == expected)
    }

    @Test(
        "A site's location with a path like Demarc's is found if requests are sent there before the decision",
        arguments: [
            "location /vault/ { rewrite ^/vault/(.*) /v1/auth/$1 last; }", "error_page 413 = /v1/auth/$uri;",
        ]
    )
    func similarInternalPath(server: String) {
        for (address, expected) in [("http://site", ["DM152"]), ("http://demarc", [])] {
            let location = "location /v1/auth/ { internal; auth_request off; proxy_pass \(address); }"
            #expect(NginxLinting.codes(NginxLinting.asking("\(server) \(location)")) == expected, "\(address)")
        }
    }

    private static let fields = """
        proxy_pass_request_body off; proxy_set_header Content-Length ""; proxy_set_header X-Demarc-Account "";
        proxy_set_header X-Original-URL $scheme://$http_host$request_uri;
        proxy_set_header X-Original-Method $request_method; proxy_set_header X-Demarc-Authority $host;
        """

    @Test(
        "Demarc is asked if its path comes out of the address, the location and the path of `auth_request`",
        arguments: [
            ("/ask", "= /ask", "http://demarc/v1/auth/edge", true), ("/ask", "/", "http://demarc/v1/auth", false),
            ("/v1/auth/edge", "/v1/", "http://demarc", true), ("/v1/auth/edge", "/v1/auth", "http://demarc", true),
            ("/demarc/edge", "/demarc", "http://demarc/v1/auth", true),
            ("/demarc/edge", "^~ /demarc/", "http://demarc/v1/auth/", true),
            ("/demarc/edge", "/demarc/", "http://demarc/v1/", false),
            ("/demarc/auth/edge", "/demarc/", "http://demarc/v1/", true),
            ("/ask", "= /ask", "http://unix:/run/demarc.sock:/v1/auth/edge", true),
            ("/v1/auth/edge", "/v1/auth/", "http://unix:/run/demarc.sock", true),
            ("/ask", "= /ask", "http://unix:/v1/auth/demarc.sock", false),
            // The variable may contain the path: the location sets fields that only Demarc reads.
            ("/ask", "= /ask", "$demarc", true), ("/ask", "= /ask", "http://$demarc", false),
            ("/ask", "= /ask", "$demarc/v1/auth/edge", true), ("/ask", "= /ask", "http://$demarc/v1/auth/edge", true),
            // With a variable, nginx does not append the rest of the path.
            ("/demarc/edge", "/demarc", "http://$demarc/v1/auth", false),
            ("/ask", "= /ask", "http://login/api/v1/auth/validate", false),
        ] as [(String, String, String, Bool)]
    )
    func calls(path: String, location: String, address: String, isCall: Bool) {
        let asking = "location \(location) { internal; proxy_pass \(address); \(Self.fields) }"
        let open = "location /open { auth_request off; \(Self.site) }"
        let server = "auth_request \(path); location /site { \(Self.site) } \(open) \(asking)"
        #expect(NginxLinting.codes("http { server { \(server) } }") == [isCall ? "DM152" : "DM161"])
    }

    // MARK: The site

    @Test(
        "A site, an address or a method that a client chooses is found",
        arguments: [
            ("\(site) proxy_set_header Host $http_x_forwarded_host;", ["DM159"]),
            ("\(site) proxy_set_header Host ${arg_host};", ["DM159"]),
            ("\(site) proxy_set_header Host $Http_X_Forwarded_Host;", ["DM159"]),
            ("proxy_pass http://site$URI;", ["DM160"]), ("proxy_pass http://site$REQUEST_URI;", []),
            ("\(site) proxy_set_header Host $cookie_host; proxy_set_header Host '';", ["DM159"]),
            ("proxy_pass http://$http_x_backend;", ["DM159"]), ("proxy_pass $arg_url;", ["DM159"]),
            ("proxy_pass http://site$arg_path;", ["DM159"]), ("proxy_pass http://site/$cookie_a;", ["DM159", "DM160"]),
            ("\(site) proxy_method $http_x_method;", ["DM159"]),
            ("grpc_pass grpc://$http_x_backend;", ["DM159"]), ("fastcgi_pass $http_x_backend;", ["DM159"]),
            ("uwsgi_pass $arg_backend;", ["DM159"]), ("scgi_pass $cookie_backend;", ["DM159"]),
            ("grpc_pass grpc://app; grpc_set_header Host $http_x_forwarded_host;", ["DM159"]),

            ("proxy_pass http://site/a?b=$arg_b;", ["DM160"]), ("proxy_pass http://site$request_uri$is_args$args;", []),
            ("proxy_pass http://$backend;", []), ("\(site) proxy_set_header Host $http_host;", []),
            ("proxy_pass http://$http_host;", []), ("\(site) proxy_set_header Host $mapped;", []),
            ("\(site) proxy_set_header X-Forwarded-Host $http_x_forwarded_host;", []),
            ("\(site) proxy_set_header Host site.example; proxy_method POST;", []),
            ("fastcgi_pass app; proxy_set_header Host $http_x_host; proxy_method $http_x_method;", []),
            ("\(site) grpc_set_header Host $http_x_host;", []),
        ] as [(String, [String])]
    )
    func clientsChoose(location: String, expected: [String]) {
        let server = "location /a { \(location) }"
        #expect(NginxLinting.codes(NginxLinting.module(server)).sorted() == expected)
        #expect(NginxLinting.codes(NginxLinting.asking(server)).sorted() == expected)
    }

    @Test(
        "What a site gets is found where a decided location hands requests on",
        arguments: [
            ("\(site) proxy_set_header Host $http_x_forwarded_host;", ["DM159"], ["DM159"]),
            ("proxy_pass http://$http_x_backend;", ["DM159"], ["DM159"]),
            ("\(site) rewrite ^ /secret break;", ["DM160"], ["DM160"]),
            ("\(site) if ($a) { rewrite ^ /secret break; }", ["DM160"], ["DM160"]),
            ("\(site) proxy_set_header Upgrade $http_upgrade;", [], ["DM159"]),
            ("\(site) proxy_set_header Host $ssl_server_name;", [], ["DM159"]),
            ("try_files /none @b; } location @b { proxy_pass http://$http_x_backend;", ["DM159"], ["DM159"]),

            (site, [], []), ("root /srv; rewrite ^ /down.html break;", [], []),
            ("proxy_pass http://demarc; proxy_set_header Host $http_x_host;", ["DM159"], []),
        ] as [(String, [String], [String])]
    )
    func handedOn(location: String, module: [String], asking: [String]) {
        for (directive, head) in [
            ("try_files $uri @app;", "@app"), ("error_page 404 = @app;", "@app"), ("try_files /none /app;", "= /app"),
        ] {
            let app = "location \(head) { internal; \(location) }"
            let decided = "location / { demarc on; \(directive) } \(app)"
            #expect(NginxLinting.codes("http { server { \(decided) } }") == module, "\(directive)")
            let ask = "location = /ask { internal; proxy_pass http://demarc/v1/auth/edge; \(Self.fields) }"
            let server = decided.replacing("demarc on", with: "auth_request /ask")
            #expect(NginxLinting.codes("http { server { \(server) \(ask) } }") == asking, "\(directive)")
        }
        // What answers a denial gets no decided request.
        let denial = "location / { demarc on; error_page 401 403 @app; } location @app { \(location) }"
        #expect(NginxLinting.codes("http { server { \(denial) } }") == [])
    }

    @Test("What many locations inherit is found once, and not if it is not decided") func inheritedHost() {
        let host = "proxy_set_header Host $http_x_host; location /b { \(Self.site) }"
        #expect(NginxLinting.codes(NginxLinting.asking(host)) == ["DM159"])
        #expect(NginxLinting.codes("http { server { demarc on; root /a; } server { \(host) } }") == [])
    }

    @Test(
        "Beside a fixed name, `$host` is found unless nginx selects the server by the one name that it has",
        arguments: [
            ("server { listen 80; return 444; }", "server_name a.example;", []),
            ("server { listen *:80; return 444; }", "server_name a.example;", []),
            ("server { listen 8080; } server { listen 8080 default_server; }", "listen 8080; server_name a;", []),

            ("", "server_name a.example;", ["DM159"]), ("server { }", "", ["DM159"]),
            ("server { }", "server_name a.example b.example;", ["DM159"]),
            ("server { }", "server_name *.a.example;", ["DM159"]), ("server { }", "server_name .a.example;", ["DM159"]),
            ("server { }", "server_name ~^a;", ["DM159"]),
            ("server { listen 81; }", "server_name a.example;", ["DM159"]),
            ("server { }", "listen 80 default_server; server_name a.example;", ["DM159"]),
            ("server { }", "listen 80; listen 81; server_name a.example;", ["DM159"]),
        ] as [(String, String, [String])]
    )
    func selectedByName(before: String, server: String, expected: [String]) {
        let host = "location /a { \(Self.site) proxy_set_header Host $host; }"
        for (name, codes) in [("$server_name", expected), ("a.example", expected), ("$http_host", ["DM159"])] {
            let question = "proxy_set_header X-Original-URL https://\(name)$request_uri;"
            let authority = "proxy_set_header X-Demarc-Authority \(name);"
            let asking = NginxLinting.asking("\(server) \(host)", question + authority)
            #expect(NginxLinting.codes(asking.replacing("http {", with: "http { \(before)")) == codes, "\(name)")
        }
    }

    // MARK: The account and the question

    private static let untrusted = "ssl_verify_client optional_no_ca;"
    private static let verified = "if ($ssl_client_verify != SUCCESS) { return 403; }"

    @Test(
        "A name in a certificate that anybody can make is found",
        arguments: [
            (untrusted, "$ssl_client_s_dn", ["DM158"]), (untrusted, "u-${ssl_client_s_dn_legacy}", ["DM158"]),
            (untrusted, "$ssl_client_i_dn/$ssl_client_serial", ["DM158"]),
            ("\(untrusted) location /a { \(verified) \(site) }", "$ssl_client_s_dn", ["DM158"]),

            ("ssl_verify_client on;", "$ssl_client_s_dn", []), ("ssl_verify_client optional;", "$ssl_client_s_dn", []),
            ("", "$ssl_client_s_dn", []), (untrusted, "$ssl_client_fingerprint", []), (untrusted, "$mapped", []),
            ("\(untrusted) \(verified)", "$ssl_client_s_dn", []),
            ("\(untrusted) if ($SSL_CLIENT_VERIFY != SUCCESS) { return 403; }", "$ssl_client_s_dn", []),
        ] as [(String, String, [String])]
    )
    func certificate(server: String, account: String, expected: [String]) {
        #expect(NginxLinting.codes(NginxLinting.module("demarc_account \(account); \(server)")) == expected)
        let asking = NginxLinting.asking(server).replacing("Account $ssl_client_s_dn", with: "Account \(account)")
        #expect(NginxLinting.codes(asking) == expected)
        // nginx also looks at the result for its request to Demarc.
        let verifying = NginxLinting.asking(server, Self.verified)
        #expect(NginxLinting.codes(verifying) == [])
    }

    @Test(
        "nginx ignores upper and lower case in the names of variables",
        arguments: [
            ("X-Demarc-Account $HTTP_X_USER", ["DM158"]), ("X-Demarc-Account ${Cookie_User}", ["DM158"]),
            ("X-Original-Method $HTTP_X_METHOD", ["DM159"]), ("X-Demarc-Authority $Arg_Site", ["DM159"]),
            ("X-Original-URL $scheme://$http_host$URI", ["DM159"]),

            ("X-Original-URL $SCHEME://$HTTP_HOST$REQUEST_URI", []), ("X-Demarc-Authority $HOST", []),
        ] as [(String, [String])]
    )
    func caseOfVariables(field: String, expected: [String]) {
        #expect(NginxLinting.codes(NginxLinting.asking("", "proxy_set_header \(field);")) == expected)
        guard field.hasPrefix("X-Demarc-Account") else { return }
        let account = field.replacing("X-Demarc-Account", with: "demarc_account")
        #expect(NginxLinting.codes(NginxLinting.module("\(account);")) == expected)
    }

    @Test(
        "Of several directives for a field, each with a value counts",
        arguments: [
            ("X-Demarc-Account $http_x_user", "X-Demarc-Account ''", ["DM158"]),
            ("x-demarc-account $http_x_user", "X-Demarc-Account $mapped", ["DM158"]),
            ("X-Original-Method $http_x_method", "X-Original-Method ''", ["DM159"]),
            ("Content-Length $content_length", "Content-Length ''", ["DM157"]),

            ("X-Demarc-Account ''", "X-Demarc-Account $mapped", []),
        ] as [(String, String, [String])]
    )
    func repeatedFields(first: String, second: String, expected: [String]) {
        for fields in [[first, second], [second, first]] {
            let location = fields.map { "proxy_set_header \($0);" }.joined()
            #expect(NginxLinting.codes(NginxLinting.asking("", location)) == expected)
        }
    }

    @Test(
        "A client that chooses the server or the binding that is asked is found",
        arguments: [
            ("http://demarc/v1/auth/$http_x_binding", ["DM159"]), ("http://$http_x_demarc/v1/auth/edge", ["DM159"]),
            ("http://demarc/v1/auth/${cookie_view}", ["DM159"]),
            // Nothing compares these with what the site gets.
            ("http://$http_host/v1/auth/edge", ["DM159"]), ("http://$host:8080/v1/auth/edge", ["DM159"]),
            ("http://$ssl_server_name/v1/auth/edge", ["DM159"]),
            ("http://demarc/v1/auth/$ssl_server_name", ["DM159"]),
            ("http://demarc/v1/auth/$host", []), ("http://demarc/v1/auth/edge?a=$ssl_server_name", []),
            ("http://$demarc/v1/auth/$binding", []), ("http://demarc/v1/auth/edge?a=$http_a", []),
        ] as [(String, [String])]
    )
    func chosenBinding(address: String, expected: [String]) {
        let asking = NginxLinting.asking().replacing("http://demarc/v1/auth/edge", with: address)
        #expect(NginxLinting.codes(asking) == expected)
    }

    @Test("A binding with the name in the handshake is not found if Demarc is told it") func bindingOfHandshake() {
        let url = "proxy_set_header X-Original-URL https://$ssl_server_name$request_uri;"
        let asking = NginxLinting.asking("", url).replacing("auth/edge", with: "auth/$ssl_server_name")
        #expect(NginxLinting.codes(asking) == [])
    }

    // MARK: Other checks and servers

    @Test(
        "With `satisfy any`, the logins of well-known modules are found",
        arguments: [
            ("auth_ldap staff;", ["DM153"]), ("auth_pam staff;", ["DM153"]), ("auth_gss on;", ["DM153"]),
            ("auth_oidc provider;", ["DM153"]), ("auth_jwt staff;", ["DM153"]), ("auth_ldap off;", []),
        ] as [(String, [String])]
    )
    func logins(login: String, expected: [String]) {
        #expect(NginxLinting.codes(NginxLinting.asking("satisfy any; \(login)")) == expected)
        let location = "location /a { satisfy any; \(login) \(Self.site) }"
        #expect(NginxLinting.codes(NginxLinting.asking(location)) == expected)
        let closed = "location /a { auth_request off; satisfy any; deny all; \(login) \(Self.site) }"
        #expect(NginxLinting.codes(NginxLinting.asking(closed)) == (expected.isEmpty ? [] : ["DM152"]))
    }

    @Test(
        "Fields with underscores are found if the server for other names keeps them",
        arguments: [
            ("server { listen 80 default_server; underscores_in_headers on; return 444; }", "", ["DM162"]),
            ("server { underscores_in_headers on; return 444; }", "underscores_in_headers off;", ["DM162"]),
            ("server { ignore_invalid_headers off; }", "listen 0.0.0.0:80; listen 81;", ["DM162"]),
            ("underscores_in_headers on; server { }", "", ["DM162"]),

            ("server { listen 81; underscores_in_headers on; }", "", []),
            ("server { underscores_in_headers on; }", "listen 80 default_server;", []),
            ("server { } server { underscores_in_headers on; }", "", []),
        ] as [(String, String, [String])]
    )
    func settingsOfDefaultServer(before: String, server: String, expected: [String]) {
        let decided = "server { \(server) demarc on; root /srv; }"
        #expect(NginxLinting.codes("http { \(before) \(decided) }") == expected)
        #expect(NginxLinting.codes("http { \(before) \(decided) \(decided) }") == expected)
    }
}
