import Diagnostics
import FileLint
import Testing

/// Configurations that were tried with nginx 1.22.1 and a server in place of Demarc that denies everything, or is down.
/// The expected codes are those of what nginx then let through.
@Suite("Lint of nginx: bypasses that were tried with nginx") struct NginxBypassTests {
    private static let page = "location = /p { auth_request off; internal; root /srv; }"
    private static let site = "proxy_pass http://site;"

    @Test(
        "An error page that turns Demarc's answer into an allow is found",
        arguments: [
            ("error_page 502 504 = @a; location @a { internal; \(site) }", "", ["DM154"]),
            ("error_page 502 503 504 =200 /p; \(page)", "", ["DM154"]), ("error_page 502 = /p; \(page)", "", ["DM154"]),
            // nginx checks no access in a subrequest.
            ("error_page 502 = /p; location = /p { root /srv; }", "", ["DM154"]),
            ("error_page 502 = /p; location = /p { root /srv; deny all; }", "", ["DM154"]),
            ("error_page 502 = /;", "", ["DM154"]), ("error_page 502 =204 @a; location @a { \(site) }", "", ["DM154"]),
            ("error_page 502 =200 @a; location @a { return 403 text; }", "", ["DM154"]),
            ("error_page 502 = @a; location @a { auth_request off; return 204; }", "", ["DM154"]),
            ("", "error_page 504 = @a; } location @a { auth_request off; return 204;", ["DM154"]),
            ("error_page 502 =200 /b; location = /b { internal; proxy_pass http://b/v1/auth/edge; }", "", ["DM154"]),
            ("proxy_intercept_errors on; error_page 403 = /p; location = /p { root /srv; }", "", ["DM154"]),
            ("proxy_intercept_errors on; error_page 404 = /p; \(page)", "", ["DM154"]),
            ("error_page 502 = /p; \(page)", "proxy_intercept_errors off;", ["DM154"]),
            ("error_page 413 = /p; \(page)", "client_max_body_size 1;", ["DM154"]),
            (
                "recursive_error_pages on; error_page 502 @a; location @a { return 404; } error_page 404 = /p; \(page)",
                "",
                ["DM154"]
            ),

            ("error_page 500 502 503 504 /p; \(page)", "", []),
            ("error_page 502 504 @a; location @a { \(site) }", "", []),
            ("error_page 502 @a; location @a { return 404; } error_page 404 = /p; \(page)", "", []),
            ("error_page 502 /p; error_page 502 = /p; \(page)", "", []),
            ("error_page 502 =503 /p; \(page)", "", []), ("error_page 404 413 = /p; \(page)", "", []),
            ("error_page 413 = /p; \(page)", "client_max_body_size 0;", []),
            ("error_page 502 = https://a.example/;", "", []),
            ("error_page 502 = @a; location @a { return 503 text; }", "", []),
            ("error_page 502 =200 @a; location @a { return 503; }", "", []),
            ("error_page 502 = @a; location @a { auth_request off; return 302 /down; }", "", []),
            ("error_page 502 = @a; location @a { auth_request off; rewrite ^ https://a.example redirect; }", "", []),
            ("error_page 502 = /b; location = /b { internal; proxy_pass http://b/v1/auth/edge; }", "", []),
            ("error_page 403 = /p; location = /p { root /srv; }", "", []),
            ("proxy_intercept_errors on; error_page 403 /p; \(page)", "", []),
            (
                "proxy_intercept_errors on; error_page 403 = @a; location @a { auth_request off; proxy_pass http://demarc; }",
                "", []
            ),
            (
                "proxy_intercept_errors on; error_page 403 502 = /p; location = /p { root /srv; }", "error_page 599 /;",
                []
            ),
            ("location /a { error_page 502 = /p; \(site) } \(page)", "", []),
        ] as [(String, String, [String])]
    )
    func answerReplaced(server: String, location: String, expected: [String]) {
        #expect(NginxLinting.codes(NginxLinting.asking(server, location)) == expected)
    }

    @Test(
        "An error page with the status of a denial is found if it passes on the denied request",
        arguments: [
            ("error_page 403 /f$uri; location /f { internal; auth_request off; \(site) }", ["DM154"]),
            ("error_page 403 =404 /f$request_uri; location /f { internal; auth_request off; root /a; }", ["DM154"]),
            ("error_page 403 /f/$1; location /f/ { internal; auth_request off; \(site) }", ["DM154"]),
            ("error_page 403 /p; \(fixed("rewrite ^ $request_uri break; \(site)"))", ["DM154"]),
            ("error_page 403 /p; \(fixed("proxy_pass http://site$request_uri;"))", ["DM154"]),
            ("error_page 401 /p; \(fixed("root /srv; try_files $request_uri =404;"))", ["DM154"]),
            ("error_page 500 /p; \(fixed("alias /srv$request_uri;"))", ["DM154"]),
            ("error_page 403 @a; location @a { auth_request off; \(site) }", ["DM154"]),
            ("error_page 403 @a; location @a { auth_request off; root /srv; }", ["DM154"]),

            ("error_page 403 /p; \(page)", []), ("error_page 403 /p; \(fixed(site))", []),
            ("error_page 403 /p; location = /p { auth_request off; root /srv; }", ["DM152"]),
            ("error_page 403 /e/$status.html; location /e/ { internal; auth_request off; root /srv; }", []),
            ("error_page 403 /p?from=$request_uri; \(fixed(site))", []),
            ("error_page 403 /p; \(fixed("proxy_pass http://site/denied?from=$request_uri;"))", []),
            ("error_page 403 /p; \(fixed("rewrite ^ $request_uri last;"))", []),
            ("error_page 403 /f$uri; location /f { internal; \(site) }", []),
            ("error_page 403 /f$uri; location /f { internal; auth_request off; deny all; \(site) }", []),
            ("error_page 403 /f$uri; location /f { internal; auth_request off; proxy_pass http://demarc; }", []),
            ("error_page 403 /f$uri; location /f { internal; auth_request off; return 403; }", []),
            ("error_page 403 @a; location @a { auth_request off; root /srv; try_files /p.html =403; }", []),
            ("error_page 403 @a; location @a { auth_request off; root /srv; rewrite ^ /p.html break; }", []),
            ("error_page 403 = @a; location @a { auth_request off; root /srv; try_files /p.html =403; }", ["DM154"]),
        ] as [(String, [String])]
    )
    func deniedRequestPassedOn(server: String, expected: [String]) {
        #expect(NginxLinting.codes(NginxLinting.asking(server)) == expected)
    }

    @Test(
        "A denial that becomes an answer with a status below 400 is found, whoever decides in the page's location",
        arguments: [
            ("error_page 403 = @a; location @a { return 200 text; }", ["DM154"]),
            ("error_page 403 = /a; location =/a { auth_request off; return 204; }", ["DM154"]),
            // A redirect replaces the status, even that after `=`.
            ("error_page 401 = @a; location @a { return 302 https://login.example/; }", ["DM154"]),
            ("error_page 403 @a; location @a { return 302 https://login.example/; }", ["DM154"]),
            ("error_page 403 =404 @a; location @a { return https://login.example/; }", ["DM154"]),
            ("error_page 500 @a; location @a { rewrite ^ https://login.example/ permanent; }", ["DM154"]),
            ("error_page 403 /a; location =/a { auth_request off; internal; return 302 /b; }", ["DM154"]),
            ("error_page 403 https://login.example/;", ["DM154"]),
            ("error_page 403 =302 https://a.example;", ["DM154"]),
            ("error_page 403 =403 $scheme://a.example/;", ["DM154"]), ("error_page 403 page.html;", ["DM154"]),

            ("error_page 403 @a; location @a { return 200 text; }", []),
            ("error_page 403 =404 @a; location @a { auth_request off; return 200 text; }", []),
            ("error_page 403 = @a; location @a { return 403 text; }", []),
            ("error_page 403 = @a; location @a { rewrite ^ /b last; }", []),
            ("error_page 403 /p; location /p { rewrite ^/a https://a.example permanent; }", ["DM151"]),
            ("error_page 404 https://a.example/;", []), ("error_page 502 = page.html;", []),
            // An early error is not decided on, and clients can cause it.
            ("error_page 413 @a; location @a { return 200 text; }", ["DM151"]),
            ("error_page 413 @a; location @a { if ($http_a) { return 302 /b; } return 413; }", ["DM151"]),
            ("error_page 403 413 = @a; location @a { return 200 text; }", ["DM154", "DM151"]),
            // Files are looked for after the decision.
            ("location /a { try_files $uri @a; } location @a { return 302 /b; }", []),
        ] as [(String, [String])]
    )
    func deniedBelow400(server: String, expected: [String]) {
        #expect(NginxLinting.codes(NginxLinting.asking(server)) == expected)
    }

    private static func fixed(_ text: String) -> String { "location = /p { internal; auth_request off; \(text) }" }

    @Test(
        "$remote_user is found if its password is not checked where Demarc decides",
        arguments: [
            ("", "", ["DM158"]), ("", "auth_basic staff;", ["DM158"]), ("auth_basic off;", "", ["DM158"]),
            ("auth_basic staff; location /a { auth_basic off; \(site) }", "", ["DM158"]),
            ("auth_basic staff; location /a { limit_except GET { auth_basic off; } \(site) }", "", ["DM158"]),
            ("auth_basic staff; location /a { satisfy any; \(site) }", "", ["DM153", "DM158"]),

            ("auth_basic staff;", "", []), ("auth_basic $realm;", "", []), ("auth_pam staff;", "", []),
            ("auth_basic staff; location /a { auth_basic off; return 404; }", "", []),
            ("auth_basic staff; location /a { auth_basic off; deny all; }", "", []),
            ("auth_basic staff; location @a { auth_basic off; \(site) }", "", []),
            ("auth_basic staff; location /a { auth_basic off; internal; \(site) }", "", []),
        ] as [(String, String, [String])]
    )
    func uncheckedUser(server: String, location: String, expected: [String]) {
        let account = "proxy_set_header X-Demarc-Account $remote_user; \(location)"
        #expect(NginxLinting.codes(NginxLinting.asking(server, account)).sorted() == expected)
    }

    @Test(
        "An error page for an early error or redirect is found if it leads to content that is not decided",
        arguments: [
            ("error_page 418 = @a; if ($http_a) { return 418; } \(site)", "", ["DM152"]),
            ("if ($http_a) { error_page 418 = @a; return 418 \"\"; } \(site)", "", ["DM152"]),
            (site, "location ~ /\\. { return 404; } error_page 404 = @a;", ["DM152"]),
            (site, "location /login { return 401; error_page 401 = @a; }", ["DM152"]),
            // It also answers nginx's request to Demarc.
            (site, "error_page 418 = @a; if ($http_a) { return 418; }", ["DM154", "DM152"]),
            ("limit_req zone=z; limit_req_status 420; error_page 420 = @a; \(site)", "", ["DM152"]),
            ("error_page 420 = @a; \(site)", "limit_conn_status 420;", ["DM152"]),

            ("error_page 421 = @a; \(site)", "", ["DM152"]),
            // nginx adds the slash when it selects the location.
            (site, "error_page 301 = @a; location /b/ { auth_request /ask; \(site) }", ["DM152"]),
            (site, "error_page 301 = @a; location =/b/ { auth_request /ask; fastcgi_pass b; }", ["DM152"]),
            (site, "location ^~ /b/ { auth_request /ask; error_page 301 302 @a; \(site) }", ["DM152"]),
            (site, "error_page 301 @a; \(redirecting("return 301 https://$host$request_uri;"))", ["DM152"]),
            (site, "error_page 302 @a; \(redirecting("return https://$host$request_uri;"))", ["DM152"]),
            (site, "error_page 301 @a; \(redirecting("rewrite ^ https://$host$request_uri? permanent;"))", ["DM152"]),
            (site, "error_page 302 @a; \(redirecting("rewrite ^ https://$host$request_uri?;"))", ["DM152"]),
            // It also answers nginx's request to Demarc.
            (
                site, "error_page 301 = @a; \(redirecting("return 301 https://$host$request_uri;"))",
                ["DM154", "DM152"]
            ),

            ("error_page 301 = @a; \(site)", "", []),
            (site, "error_page 301 = @a; location ~ /b/ { auth_request /ask; \(site) }", []),
            (site, "error_page 301 = @a; location /b/ { auth_request /ask; root /srv; }", []),
            (site, "error_page 301 = @a; location /b/ { internal; auth_request /ask; \(site) }", []),
            (site, "location /b/ { error_page 301 = @a; auth_request /ask; if ($http_a) { \(site) } }", []),
            (site, "error_page 301 = @a; location /b/ { auth_request /ask; \(site) } location /b { return 404; }", []),
            (site, "error_page 301 = @a; location /b/ { auth_request /ask; \(site) error_page 599 /; }", []),
            (site, "error_page 302 @a; \(redirecting("return 301 https://$host$request_uri;"))", []),
            ("error_page 418 = @a; \(site)", "", []),
            ("error_page 418 = @a; \(site)", "if ($http_a) { return 418; }", []),
            ("error_page 418 = @a; \(site)", "location /b { return 418; }", []),
            ("error_page 418 = @a; if ($http_a) { return 418 text; } \(site)", "", []),
            ("error_page 418 = @a; if ($http_a) { return 417; } \(site)", "", []),
            ("error_page 418 = @b; if ($http_a) { return 418; } \(site)", "location @b { return 404; }", []),
            (site, "error_page 418 = @a; location @b { return 418; }", []),
            (site, "error_page 418 = @a; location /b { error_page 599 /; return 418; }", []),
        ] as [(String, String, [String])]
    )
    func errorOfReturn(location: String, server: String, expected: [String]) {
        let ask = "location = /ask { internal; \(Self.asking) }"
        let decided = "location / { auth_request /ask; \(location) }"
        let codes = NginxLinting.codes("http { server { \(decided) \(ask) \(Self.app) \(server) } }")
        #expect(codes == expected)
        // A named location inherits Demarc from its server.
        let inherited = "auth_request /ask; location / { \(location) } \(ask) \(Self.app)"
        #expect(!NginxLinting.codes("http { server { \(inherited) \(server) } }").contains("DM152"))
    }

    private static let saved = "set $saved \"$upstream_http_location\";"
    private static let follow = "proxy_pass $saved;"

    @Test(
        "A location that follows redirects of a site passes nothing on at an early error",
        arguments: [
            ("\(saved) \(follow)", []), ("proxy_pass $upstream_http_location;", []),
            ("set $Saved ${upstream_http_location}; proxy_pass ${saved};", []),
            ("error_page 301 302 = @h; error_page 500 /50x.html; \(saved) \(follow)", []),

            (follow, ["DM152"]), ("proxy_pass http://site$upstream_http_location;", ["DM152"]),
            ("\(saved) set $saved http://site; \(follow)", ["DM152"]),
            ("\(saved) if ($http_a) { set $saved http://site; } \(follow)", ["DM152"]),
            ("break; \(saved) \(follow)", ["DM152"]), ("rewrite ^ /b last; \(saved) \(follow)", ["DM152"]),
            ("\(saved) \(follow) limit_except POST { \(site) }", ["DM152"]),
            ("root /srv; try_files $uri =404; \(saved) \(follow)", ["DM152"]),
            ("error_page 404 500 = @a; \(saved) \(follow)", ["DM152"]),
        ] as [(String, [String])]
    )
    func followedRedirect(location: String, expected: [String]) {
        let pages = "recursive_error_pages on; error_page 301 302 413 = @h;"
        let decided = "location /b/ { auth_request /ask; \(pages) \(Self.site) }"
        let others = "location = /ask { internal; \(Self.asking) } \(Self.app)"
        #expect(NginxLinting.codes("http { server { \(decided) \(others) location @h { \(location) } } }") == expected)
    }

    @Test("A 500 of such a location is sent on only with `recursive_error_pages`", arguments: ["on", "off"])
    func repeatedError(setting: String) {
        let pages = "recursive_error_pages \(setting); error_page 301 302 413 = @h;"
        let decided = "location /b/ { auth_request /ask; \(pages) \(Self.site) }"
        let others = "location = /ask { internal; \(Self.asking) } \(Self.app)"
        let follower = "location @h { error_page 500 502 = @a; proxy_pass $upstream_http_location; }"
        let codes = NginxLinting.codes("http { server { \(decided) \(others) \(follower) } }")
        #expect(codes == (setting == "on" ? ["DM152"] : []))
    }

    /// An `if` that redirects to https, which is no finding itself.
    private static func redirecting(_ answer: String) -> String { "if ($scheme = http) { \(answer) }" }

    private static let app = "location @a { \(site) }"
    private static let asking = """
        proxy_pass http://demarc/v1/auth/edge; proxy_pass_request_body off; proxy_set_header Content-Length "";
        proxy_set_header X-Original-URL $scheme://$http_host$request_uri; proxy_set_header X-Demarc-Account "";
        proxy_set_header X-Original-Method $request_method; proxy_set_header X-Demarc-Authority $host;
        """

    @Test("A password is checked in the location, or nothing outside locations is served") func userOfLocation() {
        let server = "server { demarc on; demarc_account $remote_user; location /a { auth_basic a; root /a; }"
        #expect(NginxLinting.codes("http { \(server) } }") == [])
        #expect(NginxLinting.codes("http { \(server) location / { return 404; } root /srv; } }") == [])
        #expect(NginxLinting.codes("http { \(server) root /srv; } }") == ["DM158"])
        #expect(NginxLinting.codes("http { \(server) if ($a) { set $b c; } } }") == [])
    }

    @Test(
        "Content of a server outside its locations is found, unless locations take every path",
        arguments: [
            ("root /srv;", ["DM152"]), ("root /srv; location = / { demarc on; root /a; }", ["DM152"]),
            ("root /srv; location ~ \\.php$ { demarc on; fastcgi_pass a; }", ["DM152"]),
            ("root /srv; try_files $uri @a; location @a { demarc on; \(site) }", ["DM152"]),
            ("root /srv; auth_basic staff;", ["DM152"]), ("return 200 all;", ["DM151"]),
            ("return 302 /app;", ["DM151"]),
            ("if ($http_x_debug) { return 200 text; }", ["DM151"]),
            ("if ($request_method = OPTIONS) { return 204; }", ["DM151"]),
            ("if ($scheme = http) { return 301 https://a.example/; }", ["DM151"]),
            ("if ($http_a) { rewrite ^ /b redirect; }", ["DM151"]),
            ("rewrite ^/old https://x.example/ permanent;", ["DM151"]),

            ("", []), ("root /srv; location / { demarc on; }", []), ("root /srv; location ^~ / { demarc on; }", []),
            ("root /srv; location ~ ^/ { demarc on; }", []), ("root /srv; location / { return 404; }", []),
            ("root /srv; return 404;", []), ("root /srv; deny all;", []),
            ("root /srv; rewrite ^ /app last;", ["DM160"]),
            ("root /srv; try_files /none @a; location @a { demarc on; }", []),
            ("if ($scheme = http) { return 301 https://$host$request_uri; }", []),
            ("if ($scheme = http) { return 301 https://$host$REQUEST_URI; }", []),
            ("if ($scheme = http) { rewrite ^ https://$host$request_uri? permanent; }", []),
            ("if ($http_a) { return 404; }", []), ("if ($http_a) { rewrite ^/a /app last; }", ["DM160"]),
            ("\n# demarc:ignore DM152 files for everybody\nroot /srv;", []),
        ] as [(String, [String])]
    )
    func serverContent(server: String, expected: [String]) {
        let app = "location /app { demarc on; proxy_pass http://site; }"
        #expect(NginxLinting.codes("http { server { \(app) \(server) } }") == expected)
    }

    @Test("A root for all servers counts, and a server in which nothing is decided does not") func serversOfRoot() {
        let app = "server { location /app { demarc on; proxy_pass http://site; } }"
        #expect(NginxLinting.codes("http { root /srv; \(app) server { listen 1; } }") == ["DM152"])
        #expect(NginxLinting.codes("http { demarc on; server { root /a; } server { demarc off; root /b; } }") == [])
    }

    @Test(
        "A location without a decision is found whatever seems to close it",
        arguments: [
            ("if ($arg_k = s) { break; } return 403; \(site)", ["DM152"]),
            ("rewrite ^/y/a/(.*) /$1 break; return 403; \(site)", ["DM152"]),
            ("return 403; \(site)", []), ("if ($arg_k = s) { return 404; } return 403; \(site)", []),
            ("satisfy any; deny all; auth_basic x; \(site)", ["DM152"]),
            ("satisfy any; deny all; \(site)", []), ("satisfy all; deny all; auth_basic x; \(site)", []),
            ("deny all; \(site)", []), ("allow 10.0.0.0/8; deny all; \(site)", ["DM152"]),
        ]
    )
    func closed(location: String, expected: [String]) {
        let server = "location /y { auth_request off; \(location) }"
        #expect(NginxLinting.codes(NginxLinting.asking(server)) == expected)
    }

    @Test("A block with access rules of its own inherits none")
    func ownAccessRules() {
        let server = "allow 10.0.0.0/8; location /y { auth_request off; deny all; \(Self.site) }"
        #expect(NginxLinting.codes(NginxLinting.asking(server)) == [])
        let decided = NginxLinting.asking("satisfy any; deny all;")
        #expect(NginxLinting.codes(decided.replacing("http {", with: "http { allow 10.0.0.0/8;")) == [])
        let inherited = NginxLinting.asking("satisfy any;")
        #expect(NginxLinting.codes(inherited.replacing("http {", with: "http { allow 10.0.0.0/8;")) == ["DM153"])
    }

    @Test("Many findings of one code hide no other")
    func manyFindings() {
        let fillers = (0..<1_100).map { "location /r\($0) { return 200 hi; }" }.joined(separator: "\n")
        let server = fillers + "\nlocation /zzz { auth_request off; \(Self.site) }"
        let codes = NginxLinting.codes(NginxLinting.asking(server))
        #expect(codes.count { $0 == "DM151" } == 1_000)
        #expect(codes.count { $0 == "DM152" } == 1)
    }
}
