import Diagnostics
import FileLint
import Testing

/// What answers nginx's request to Demarc, and what the request says. The bypasses were tried with nginx 1.22.1 and a
/// server in place of Demarc that denies everything.
@Suite("Lint of nginx: nginx's request to Demarc") struct NginxAskingTests {
    private static let page = "location = /p { auth_request off; internal; root /srv; }"
    private static let site = "proxy_pass http://site;"
    private static let ok = "location = /ok { auth_request off; internal; return 204; }"

    @Test(
        "What answers instead of Demarc in the location that asks is found",
        arguments: [
            ("", "if ($request_method = OPTIONS) { return 204; }", ["DM154"]), ("", "return 200;", ["DM154"]),
            ("", "if ($http_a) { return 200 text; }", ["DM154"]),
            (ok, "if ($http_a) { rewrite ^ /ok last; }", ["DM154"]), (ok, "rewrite ^ /ok;", ["DM154"]),
            ("", "if ($http_a) { rewrite ^ /static/$1; }", ["DM154"]),
            ("", "if ($http_a) { proxy_pass http://other/; }", ["DM154"]),
            ("", "if ($http_a) { fastcgi_pass other; }", ["DM154"]),
            ("", "if ($http_a) { proxy_pass $other; }", ["DM154"]),
            ("location @a { \(site) }", "try_files $uri @a;", ["DM154"]),
            ("", "try_files /a /b /index.html;", ["DM154"]),
            (ok, "try_files /a /ok;", ["DM154"]), ("", "try_files /a =204;", ["DM154"]),
            // The method of nginx's request to Demarc is GET.
            ("", "limit_except POST { \(site) }", ["DM154"]), ("", "limit_except HEAD PUT { \(site) }", ["DM154"]),
            ("error_page 418 = /ok; \(ok)", "if ($http_a) { return 418; }", ["DM154"]),
            ("error_page 418 =200 /ok; \(ok)", "if ($http_a) { return 418 \"\"; }", ["DM154"]),
            ("error_page 301 = /ok; \(ok)", "rewrite ^ https://a.example permanent;", ["DM154"]),
            ("error_page 302 =200 /ok; \(ok)", "if ($http_a) { rewrite ^ /b redirect; }", ["DM154"]),

            ("", "if ($http_a) { return 403; }", []), ("", "if ($http_a) { return 302 /a; }", []),
            ("", "if ($http_a) { set $b c; }", []),
            ("location = /no { auth_request off; internal; return 403; }", "if ($http_a) { rewrite ^ /no; }", []),
            ("", "if ($http_a) { rewrite ^ https://a.example; }", []),
            ("", "if ($http_a) { proxy_pass http://demarc/v1/auth/staff; }", []),
            ("", "if ($http_a) { proxy_pass http://b/v1/auth/edge; }", []),
            ("error_page 418 = /ok; \(ok)", "if ($http_a) { return 418 text; }", []),
            ("error_page 418 /ok; \(ok)", "if ($http_a) { return 418; }", []),
            ("error_page 418 = /ok; \(ok)", "", []),
            ("error_page 301 = /ok; \(ok)", "if ($http_a) { rewrite ^ /b redirect; }", []),
            ("", "try_files /a =403;", []), ("location @a { return 403; }", "try_files /a @a;", []),
            ("location @a { proxy_pass http://demarc/v1/auth/staff; }", "try_files /a @a;", []),
            ("", "limit_except GET { \(site) }", []), ("", "limit_except post get { \(site) }", []),
            ("", "limit_except POST { proxy_pass http://demarc/v1/auth/staff; }", []),
            ("", "limit_except POST { deny all; }", []),
        ] as [(String, String, [String])]
    )
    func answeredItself(server: String, location: String, expected: [String]) {
        #expect(NginxLinting.codes(NginxLinting.asking(server, location)) == expected)
    }

    private static let post = "if ($request_method = POST) { return 418; }"
    private static let upload = "location @u { \(site) }"

    @Test(
        "An `error_page` that answers a `return` of the server in nginx's request to Demarc is found",
        arguments: [
            ("error_page 418 = @u; \(post) \(upload)", "", ["DM154"]),
            ("error_page 418 =200 @u; \(post) \(upload)", "", ["DM154"]),
            ("error_page 405 418 = $page; \(post) \(upload)", "", ["DM154"]),
            ("error_page 418 = @u; if ($http_a) { return 418 \"\"; } \(upload)", "", ["DM154"]),
            ("error_page 418 = @u; return 418; \(upload)", "", ["DM154"]),
            ("error_page 418 = @u; \(post) location @u { return 204; }", "", ["DM154", "DM151"]),
            ("error_page 418 =200 @u; \(post) location @u { return 403 text; }", "", ["DM154"]),
            // The location is not selected yet.
            ("error_page 418 = @u; \(post) \(upload)", "error_page 599 /;", ["DM154"]),
            ("\(post) \(upload) } error_page 418 = @u; server {", "", ["DM154"]),
            // The path of the page does not raise the error again.
            ("error_page 418 = /; if ($uri ~ ^/a) { return 418; }", "", ["DM154"]),
            ("error_page 404 =200 /; if (!-f $request_filename) { return 404; }", "", ["DM154"]),
            ("error_page 404 = /; if (!-f $document_root$uri) { return 404; }", "", ["DM154"]),

            ("error_page 418 @u; \(post) \(upload)", "", []), ("error_page 418 =404 @u; \(post) \(upload)", "", []),
            ("error_page 418 @d; error_page 418 = @u; \(post) \(upload) location @d { return 403; }", "", []),
            ("error_page 418 = @u; if ($http_a) { return 418 text; } \(upload)", "", []),
            ("error_page 418 = @u; \(post) location @u { return 403; }", "", []),
            ("error_page 418 = @u; \(post) location @u { return 418; }", "", []),
            ("error_page 418 = @u; \(post) location @u { auth_request off; proxy_pass http://demarc; }", "", []),
            ("error_page 418 = https://a.example; \(post)", "", []),
            ("error_page 418 = @u; \(upload) location /a { \(post) \(site) }", "", []),
            ("error_page 599 /; \(post) \(upload) } error_page 418 = @u; server {", "", []),
            ("error_page 418 = /; \(post)", "", []), ("error_page 418 = /; return 418;", "", []),
            ("error_page 418 = /; if ($http_a) { return 418; }", "", []),
            ("error_page 405 = $uri; if ($request_method = POST) { return 405; }", "", []),
            ("error_page 404 /; if (!-f $request_filename) { return 404; }", "", []),
        ] as [(String, String, [String])]
    )
    func serverReturns(server: String, location: String, expected: [String]) throws {
        let lint = try #require(NginxLinting.lint([("nginx.conf", NginxLinting.asking(server, location))]))
        #expect(Set(lint.codes) == Set(expected))
        guard let finding = lint.diagnostics.first(where: { $0.code == "DM154" }) else { return }
        #expect(finding.message.hasSuffix(" applies to `/ask` as well, which asks Demarc, and becomes an allow there"))
        // Another `error_page` in the location that asks does not help.
        #expect(finding.help == "write the `return` in the locations of the site")
    }

    private static let slash = "rewrite ^/([^/.]+)$ /$1/ permanent;"

    @Test(
        "An `error_page` that answers a redirect of the server in nginx's request to Demarc is found",
        arguments: [
            ("error_page 301 = @u; \(slash) \(upload)", ["DM151", "DM154"]),
            ("error_page 301 =200 /ok; \(slash) \(ok)", ["DM151", "DM154"]),
            ("error_page 301 302 = @u; rewrite ^/ask$ /a redirect; \(upload)", ["DM151", "DM154"]),
            ("error_page 302 = /ok; rewrite ^/ask$ https://a.example; \(ok)", ["DM151", "DM154"]),
            ("error_page 301 = @u; if ($http_a) { rewrite ^ /a permanent; } \(upload)", ["DM151", "DM154"]),
            // The path of the page is not redirected again.
            ("error_page 301 = /ok; if ($uri = /ask) { rewrite ^ /a permanent; } \(ok)", ["DM151", "DM154"]),

            ("error_page 301 = /ok; if ($http_a) { rewrite ^ /a permanent; } \(ok)", ["DM151"]),
            ("error_page 302 = @u; \(slash) \(upload)", ["DM151"]),
            ("error_page 301 @u; \(slash) \(upload)", ["DM151"]),
            ("error_page 301 =403 @u; \(slash) \(upload)", ["DM151"]),
            ("error_page 301 = @u; rewrite ^/old$ /a permanent; \(upload)", ["DM151"]),
            ("error_page 301 = @u; \(upload) location /a { \(slash) \(site) }", ["DM151"]),
        ] as [(String, [String])]
    )
    func serverRedirects(server: String, expected: [String]) throws {
        let lint = try #require(NginxLinting.lint([("nginx.conf", NginxLinting.asking(server))]))
        #expect(lint.codes.sorted() == expected)
        guard let finding = lint.diagnostics.first(where: { $0.code == "DM154" }) else { return }
        #expect(
            finding.message
                == "this `rewrite` applies to `/ask` as well, which asks Demarc, and becomes an allow there"
        )
        #expect(finding.help == "write the `rewrite` in the locations of the site")
    }

    @Test(
        "A question about another request than the one that the site gets is found",
        arguments: [
            // A client's target and its `Host` may name two sites: one of them would not be compared.
            ("$scheme://$host", "$host", "$http_host", ["DM159"]),
            ("$scheme://$host$authority_port", "$host$authority_port", "$http_host", ["DM159"]),
            ("https://a.example", "a.example", "$http_host", ["DM159"]),
            ("$scheme://$http_host", "$http_host", "$host", ["DM159"]),
            ("$scheme://$http_host", "${http_host}", "$host:$server_port", ["DM159"]),
            ("$scheme://$HTTP_HOST", "$HTTP_HOST", "$Host", ["DM159"]),
            ("$scheme://$http_host", "$http_x_forwarded_host", "", ["DM159"]),
            ("$scheme://$http_x_forwarded_host", "$host", "", ["DM159"]),
            ("$http_x_forwarded_proto://$http_host", "$host", "", ["DM159"]),
            ("https://a.example", "a.example", "$host", ["DM159"]),
            ("$scheme://$server_name", "$server_name", "$host", ["DM159"]),
            ("$scheme://$http_host", "$server_name", "$host", ["DM159"]),
            // Demarc allows no other `Host`, but the target of the client may name another site.
            ("$scheme://$http_host", "a.example", "$host", ["DM159"]),
            // Clients write the name of the server in their handshake.
            ("https://$ssl_server_name", "$ssl_server_name", "$http_host", ["DM159"]),
            ("https://$ssl_server_name", "$ssl_server_name", "$host", ["DM159"]),
            ("$scheme://$http_host", "$host", "$ssl_server_name", ["DM159"]),

            ("$scheme://$http_host", "$host", "$http_host", []), ("$scheme://$host", "$http_host", "$http_host", []),
            ("$scheme://$http_host", "$host$authority_port", "$host", []),
            ("$scheme://$http_host", "$http_host", "$http_host", []), ("$scheme://$http_host", "$http_host", "", []),
            ("$scheme://$http_host", "a.example", "$http_host", []),
            ("https://$ssl_server_name", "$http_host", "$http_host", []),
            ("$scheme://$server_name", "$server_name", "a.example", []),
            ("$scheme://$host", "$host", "$host", []), ("$scheme://$host", "$host", "", []),
            ("$scheme://$mapped", "$mapped", "$http_host", []), ("https://a.example", "a.example", "a.example", []),
        ] as [(String, String, String, [String])]
    )
    func otherAuthority(url: String, authority: String, host: String, expected: [String]) {
        let question =
            "proxy_set_header X-Original-URL \(url)$request_uri; proxy_set_header X-Demarc-Authority \(authority);"
        let field = host.isEmpty ? "" : "proxy_set_header Host \(host);"
        let site = "location /a { proxy_pass http://site; \(field) }"
        #expect(NginxLinting.codes(NginxLinting.asking(site, question)) == expected)
        // The same holds for a site that is chosen by its address.
        guard !host.isEmpty else { return }
        let chosen = "location /a { proxy_pass http://\(host); }"
        #expect(NginxLinting.codes(NginxLinting.asking(chosen, question)) == expected)
    }

    @Test("A method that clients write themselves is found") func methodOfClient() {
        let method = "proxy_set_header X-Original-Method $http_x_method;"
        #expect(NginxLinting.codes(NginxLinting.asking("", method)) == ["DM159"])
    }

    @Test(
        "A rewrite of the server that applies to nginx's request to Demarc is found",
        arguments: [
            ("rewrite ^ /x last;", ["DM160", "DM161"]), ("rewrite ^(.*)$ /x$1 break;", ["DM160", "DM161"]),
            ("if (!-e $request_filename) { rewrite ^(.*)$ /index.php last; }", ["DM160", "DM161"]),
            ("rewrite ^ /p; \(page)", ["DM152", "DM161"]),
            // The path is that of `auth_request`, which an expression need not match completely.
            ("if (!-e $request_filename) { rewrite ^/(.+)$ /index.php?q=$1 last; }", ["DM160", "DM161"]),
            ("rewrite ^/([^.]+)$ /x last;", ["DM160", "DM161"]),
            ("rewrite \"^/(?!static/)(.*)$\" /x;", ["DM160", "DM161"]),
            ("rewrite ^/([a-z]+)$ /site/$1 last;", ["DM160", "DM161"]),
            ("rewrite ^/a /app last;", ["DM160", "DM161"]), ("rewrite \"/\\w{3}$\" /x;", ["DM160", "DM161"]),
            // Demarc compiles neither of these.
            ("rewrite \"\" /x;", ["DM160", "DM161"]), ("rewrite (*UTF)^/größe /x;", ["DM160", "DM161"]),

            ("rewrite ^/größe /x;", ["DM160"]), ("rewrite ^/ASK /x;", ["DM160"]),
            ("rewrite ^/(?!ask)(.+)$ /x;", ["DM160"]), ("rewrite ^/(.+)/$ /$1;", ["DM160"]),
            ("rewrite \\.php$ /x;", ["DM160"]), ("rewrite ^/(.+)$ https://a.example;", ["DM151"]),
            ("rewrite ^/old/(.*)$ /x/$1 last;", ["DM160"]), ("rewrite ^ https://a.example redirect;", ["DM151"]),
            ("rewrite ^ /x; location = /x { auth_request off; return 403; }", []),
            ("location /a { rewrite ^ /x break; \(site) }", ["DM160"]),
        ] as [(String, [String])]
    )
    func askingRewritten(server: String, expected: [String]) {
        #expect(NginxLinting.codes(NginxLinting.asking(server)).sorted() == expected)
    }
}
