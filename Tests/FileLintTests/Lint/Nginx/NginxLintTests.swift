import AppLint
import Diagnostics
import FileLint
import PolicyFiles
import TestSupport
import Testing

@testable import LintChecks

/// Runs lint on nginx configurations in the form that `nginx -T` prints.
enum NginxLinting {
    /// A dump of files in `/etc/nginx`, the main file first.
    static func dump(_ files: [(name: String, text: String)]) -> [UInt8] {
        Array(files.map { "# configuration file /etc/nginx/\($0.name):\n\($0.text)\n" }.joined().utf8)
    }

    static func lint(_ files: [(name: String, text: String)], _ options: LintOptions = LintOptions()) -> LintRun? {
        NginxDump(dump(files))
            .map { LintRun([.nginx($0.paths)], options: options, files: $0.files(besides: MemoryFiles())) }
    }

    /// The codes for a configuration with one file.
    static func codes(_ text: String) -> [String] { lint([("nginx.conf", text)])?.codes ?? ["nothing"] }

    /// A server that calls Demarc with `auth_request`.
    static func asking(_ server: String = "", _ location: String = "") -> String {
        """
        http { server {
          auth_request /ask;
          location / { proxy_pass http://site; }
          location = /ask {
            internal; proxy_pass http://demarc/v1/auth/edge; proxy_pass_request_body off;
            proxy_set_header Content-Length ""; proxy_set_header X-Original-URL $scheme://$http_host$request_uri;
            proxy_set_header X-Original-Method $request_method;
            proxy_set_header X-Demarc-Authority $host$authority_port;
            proxy_set_header X-Demarc-Account $ssl_client_s_dn;
            \(location)
          }
          \(server)
        } }
        """
    }

    /// A server that the module decides for.
    static func module(_ server: String = "", _ http: String = "") -> String {
        "http { \(http) server { demarc on; location / { proxy_pass http://site; } \(server) } }"
    }
}

@Suite("Lint of nginx: ways around Demarc") struct NginxLintTests {
    @Test("An explanation's example is found, and its correction is not", arguments: NginxLintCode.allCases)
    func explanations(code: NginxLintCode) throws {
        let explanation = code.explanation
        #expect(NginxLinting.codes(explanation.example).contains(code.rawValue), "\(explanation.example)")
        let corrected = try #require(explanation.corrected)
        #expect(NginxLinting.codes(corrected) == [], "\(corrected)")
    }

    @Test(
        "Mistakes with the module are found",
        arguments: [
            ("", []),
            ("location /a { return 403; }", []), ("location /a { return 444; }", []),
            ("location /a { return 403 no; }", []),
            ("location /a { return 301 https://a.example; }", ["DM151"]), ("return 200;", ["DM151"]),
            ("location /a { return https://a.example; }", ["DM151"]),
            ("if ($a) { return 204; }", ["DM151"]), ("if ($a) { return 405; }", []),
            ("rewrite ^/a https://b.example;", ["DM151"]),
            ("rewrite ^/a /b permanent;", ["DM151"]), ("rewrite ^/a /b break;", ["DM160"]),
            // nginx rewrites first, so the location where a request arrives determines who decides.
            ("rewrite ^/a /b last;", ["DM160"]), ("rewrite ^/a /b;", ["DM160"]),
            ("rewrite ^/a /b last; location /b { root /srv; }", []),
            ("rewrite ^/a $b last;", ["DM160"]), ("rewrite ^/a b last;", []),
            ("rewrite ^/a /b/$1; location /b/ { internal; demarc off; root /srv; }", ["DM152"]),
            ("rewrite ^/a /b$1; location /b/ { internal; demarc off; root /srv; }", ["DM152", "DM160"]),
            ("if ($a) { rewrite ^ /b?c=$d last; } location = /b { internal; demarc off; root /srv; }", ["DM152"]),
            ("rewrite ^/a /b$1; location = /b { internal; demarc off; root /srv; }", ["DM160"]),
            ("location /a { rewrite ^ /b; } location /b { internal; demarc off; root /srv; }", ["DM152"]),
            ("location /a { rewrite ^ /b; } location /b { demarc off; root /srv; }", ["DM152"]),
            ("location @a { rewrite ^ /b last; } location /b { internal; demarc off; root /srv; }", []),
            ("rewrite ^/a /b; location /b { internal; demarc off; return 404; }", []),
            ("error_page 413 = @a; location @a { demarc off; proxy_pass http://x; }", ["DM152"]),
            ("error_page 404 400 @a; location @a { demarc off; root /srv; }", ["DM152"]),
            ("error_page 403 413 = @a; location @a { demarc off; root /srv; }", ["DM152"]),
            ("location /a { error_page 494 = @a; } location @a { demarc off; root /srv; }", ["DM152"]),
            ("error_page 413 = @a; location @a { proxy_pass http://x; }", []),
            ("error_page 405 = @a; location @a { demarc off; proxy_pass http://x; }", ["DM152"]),
            ("error_page 413 /b$uri; location /b/ { internal; demarc off; root /b; }", ["DM152"]),
            ("error_page 413 https://x.example$uri;", []),
            ("error_page 404 502 = @a; location @a { demarc off; proxy_pass http://x; }", []),
            ("error_page 400 = @a; location @a { demarc off; return 200; }", []),
            // What clients ask for in an internal location is not found, before access is checked.
            (
                "error_page 404 @a; location @a { demarc off; root /srv; } location /b/ { internal; root /b; }",
                ["DM152"]
            ),
            (
                "error_page 404 @a; location @a { demarc off; root /srv; } location = /b { internal; root /b; }",
                ["DM152"]
            ),
            ("error_page 503 @a; location @a { demarc off; root /srv; rewrite ^ /down.html break; }", []),
            ("error_page 503 @a; location @a { demarc off; root /srv; try_files /down.html =503; }", []),
            ("error_page 503 @a; location @a { demarc off; root /srv; rewrite ^/x /down.html break; }", ["DM152"]),
            ("error_page 503 @a; location @a { demarc off; root /srv; try_files /down.html @b; }", ["DM152"]),
            ("error_page 503 @a; location @a { demarc off; root /srv; try_files $uri /down.html; }", ["DM152"]),
            ("error_page 413 /large; location = /large { internal; demarc off; root /srv; }", []),
            ("post_action @a; location @a { demarc off; proxy_pass http://x; }", ["DM152"]),
            ("location /a { post_action @a; } location @a { demarc off; proxy_pass http://x; }", ["DM152"]),
            ("post_action @a; location @a { proxy_pass http://x; }", []),
            ("post_action /b; location = /b { internal; demarc off; root /b; }", []),
            ("location /a { demarc off; proxy_pass http://x; }", ["DM152"]),
            ("location /a { demarc off; root /srv; }", ["DM152"]),
            ("location /a { demarc off; internal; root /srv; }", []),
            ("location @a { demarc off; root /srv; }", []),
            ("location /a { internal; location /a/b { demarc off; root /srv; } }", []),
            ("location /a { demarc off; deny all; }", []),
            ("location /a { demarc off; allow 10.0.0.1; deny all; }", ["DM152"]),
            ("location /a { demarc off; return 404; }", []),
            ("location /a { limit_except GET { demarc off; } }", ["DM152"]),
            ("location /a { limit_except GET { demarc off; } fastcgi_pass app; }", ["DM152"]),
            ("location /a { demarc off; location /a/b { demarc on; root /srv; } }", ["DM152"]),
            ("\n# demarc:ignore DM152 files for everybody\nlocation /a { demarc off; root /srv; }", []),
            ("location /a { proxy_pass http://site/; }", ["DM160"]), ("location /a { proxy_pass http://site$b; }", []),
            ("location /a { proxy_pass http://unix:/run/a.sock; }", []),
            ("location /a { proxy_pass http://unix:/run/a.sock:; }", []),
            ("location /a { proxy_pass http://unix:/run/a.sock:/b/; }", ["DM160"]),
            ("location /a { proxy_pass http://unix:/run/a.sock:$request_uri; }", []),
            ("location /a { proxy_pass http://site$uri; }", ["DM160"]),
            ("location /a { proxy_pass http://$b${document_uri}?$args; }", ["DM160"]),
            ("location /a { proxy_pass http://$b/; }", ["DM160"]),
            ("location /a { proxy_pass http://$b/c$request_uri; }", ["DM160"]),
            ("location /a { proxy_pass http://$b$request_uri; }", []),
            ("location /a { proxy_pass http://$uri_backend; }", []),
            ("satisfy any; allow 10.0.0.0/8;", []), ("error_page 403 =200 /a;", []),
            ("demarc_account $http_x_user;", ["DM158"]), ("demarc_account \"u-${arg_user}\";", ["DM158"]),
            ("demarc_account $cookie_user;", ["DM158"]), ("demarc_account $ssl_client_s_dn;", []),
            ("demarc_account $remote_user;", ["DM158"]), ("demarc_account $remote_user; satisfy any;", ["DM158"]),
            ("demarc_account $remote_user; auth_basic staff;", []),
            ("demarc_account $remote_user; auth_basic off;", ["DM158"]),
            ("demarc_account $remote_user; auth_basic staff; satisfy any;", ["DM158"]),
            (
                "demarc_account $remote_user; auth_basic staff; location /a { auth_basic off; root /a; }", ["DM158"]
            ),
            ("location /a { demarc_account $http_x_user; root /srv; }", ["DM158"]),
            ("ignore_invalid_headers off;", ["DM162"]), ("underscores_in_headers off;", []),
            ("location /a { content_by_lua_block { if a then return \"}\" end -- }\n } }", []),
        ] as [(String, [String])]
    )
    func module(server: String, expected: [String]) {
        #expect(NginxLinting.codes(NginxLinting.module(server)) == expected)
    }

    @Test(
        "Mistakes with auth_request are found",
        arguments: [
            ("", "", []),
            ("satisfy any;", "", []), ("satisfy any; allow 10.0.0.1;", "", ["DM153"]),
            ("satisfy any; auth_basic off;", "", []), ("satisfy any; auth_basic staff;", "", ["DM153"]),
            ("location /a { satisfy any; auth_basic staff; root /srv; }", "", ["DM153"]),
            ("error_page 403 =200 /denied;", "", ["DM154"]), ("error_page 404 =200 /none;", "", []),
            ("error_page 403 /denied;", "", []),
            ("error_page 500 502 @a; location @a { auth_request off; root /srv; }", "", ["DM154"]),
            ("error_page 403 = @a; location @a { auth_request off; proxy_pass http://demarc; }", "", []),
            ("error_page 403 = @a; location @a { auth_request off; return 403 sorry; }", "", []),
            ("error_page 403 = @a; location @a { proxy_pass http://site; }", "", []),
            ("location /a { auth_request off; root /srv; }", "", ["DM152"]),
            ("rewrite ^/c /b; location /b { internal; auth_request off; root /srv; }", "", ["DM152"]),
            ("rewrite ^/a /ask last;", "", []),
            ("error_page 494 = @a; location @a { auth_request off; proxy_pass http://site; }", "", ["DM152"]),
            (
                "error_page 403 413 = @a; location @a { auth_request off; proxy_pass http://site; }", "",
                ["DM154", "DM152"]
            ),
            ("error_page 413 = @a; location @a { auth_request off; proxy_pass http://demarc; }", "", []),
            ("", "proxy_cache on; proxy_cache_key $request_uri;", ["DM156"]),
            (
                "",
                "proxy_cache on; proxy_cache_key $request_method$scheme$http_host$host$authority_port$request_uri$ssl_client_s_dn;",
                []
            ),
            ("", "proxy_set_header X-Original-URL https://a$uri;", ["DM159"]),
            ("location /a { proxy_pass http://a; proxy_set_header Upgrade $http_upgrade; }", "", ["DM159"]),
            ("location /a { proxy_pass http://a; proxy_set_header upgrade websocket; }", "", ["DM159"]),
            ("proxy_set_header Upgrade $http_upgrade;", "", ["DM159"]),
            (
                "location /a { proxy_pass http://a; proxy_set_header Upgrade $http_upgrade; }",
                "proxy_set_header Upgrade \"\";", ["DM159"]
            ),
            (
                "location /a { proxy_pass http://a; proxy_set_header Upgrade $http_upgrade; }",
                "proxy_set_header Upgrade $http_upgrade;", []
            ),
            ("location /a { proxy_pass http://a; proxy_set_header Upgrade \"\"; }", "", []),
            ("", "proxy_set_header X-Demarc-Account $http_x_user;", ["DM158"]),
            ("", "proxy_pass_request_body on;", ["DM157"]),
            ("", "proxy_set_header content-length $content_length;", ["DM157"]),
        ] as [(String, String, [String])]
    )
    func authRequest(server: String, location: String, expected: [String]) {
        #expect(NginxLinting.codes(NginxLinting.asking(server, location)) == expected)
    }

    @Test(
        "A location's modifier needs no space after it",
        arguments: [
            (
                "error_page 403 = /p; location =/p { internal; auth_request off; proxy_pass http://a$request_uri; }",
                ["DM154"]
            ),
            (
                "error_page 403 = /p; location ^~/p { internal; auth_request off; proxy_pass http://a$request_uri; }",
                ["DM154"]
            ),
            ("error_page 403 = /p; location =/p { internal; auth_request off; proxy_pass http://demarc; }", []),
        ] as [(String, [String])]
    )
    func modifierWithoutSpace(server: String, expected: [String]) {
        #expect(NginxLinting.codes(NginxLinting.asking(server)) == expected)
        let spaced = ["^~", "="].reduce(server) { $0.replacing("location \($1)", with: "location \($1) ") }
        #expect(NginxLinting.codes(NginxLinting.asking(spaced)) == expected)
        // The same holds for the location that asks.
        let asking = NginxLinting.asking(server).replacing("location = /ask", with: "location =/ask")
        #expect(NginxLinting.codes(asking) == expected)
    }

    @Test(
        "An expression of a location matches every path with a space before it, and without",
        arguments: [
            "~ ^/(.*)", "~^/(.*)", "~* ^", "~*^", "^~ /", "^~/", "/",
        ]
    )
    func everyPath(location: String) {
        let server = "root /srv; location /a { demarc on; root /a; }"
        let other = "{ demarc on; root /b; }"
        #expect(NginxLinting.codes("http { server { \(server) location \(location) \(other) } }") == [])
        #expect(NginxLinting.codes("http { server { \(server) location =/ \(other) } }") == ["DM152"])
    }

    @Test("Flags and enumerations have upper and lower case, but the `off` of auth_request does not")
    func caseOfValues() {
        #expect(NginxLinting.codes("http { server { demarc On; return 200; } }") == ["DM151"])
        #expect(NginxLinting.codes(NginxLinting.module("location /a { demarc OFF; root /a; }")) == ["DM152"])
        #expect(NginxLinting.codes(NginxLinting.module("underscores_in_headers On;")) == ["DM162"])
        #expect(NginxLinting.codes(NginxLinting.module("ignore_invalid_headers Off;")) == ["DM162"])
        let user = "demarc_account $remote_user; auth_basic staff; satisfy ANY;"
        #expect(NginxLinting.codes(NginxLinting.module(user)) == ["DM158"])
        for (server, location, expected) in [
            ("satisfy Any; allow 10.0.0.1;", "", ["DM153"]), ("", "proxy_pass_request_body Off;", []),
            ("", "proxy_intercept_errors ON; error_page 403 = /p;", ["DM154"]),
            ("", "recursive_error_pages On; error_page 502 /a; error_page 404 = /p;", ["DM154"]),
            ("satisfy any; auth_basic Off;", "", ["DM153"]),
        ] as [(String, String, [String])] {
            #expect(NginxLinting.codes(NginxLinting.asking(server, location)) == expected, "\(server) \(location)")
        }
    }

    @Test("Other checks than Demarc's, and other protocols, are not looked at") func others() {
        let other = "server { auth_request /a; satisfy any; allow all; location = /a { proxy_pass http://login; } }"
        #expect(NginxLinting.codes("http { \(other) server { demarc on; root /srv; } }") == [])
        #expect(NginxLinting.codes("stream { server { listen 53; return $demarc; } }") == [])
        #expect(NginxLinting.codes("") == [])
    }

    @Test("nginx passes on what it does not set, so clients would write it") func clientFields() {
        let url = "proxy_set_header X-Original-URL $scheme://$http_host$request_uri;"
        let body = "proxy_pass_request_body off; proxy_set_header Content-Length '';"
        let method = "proxy_set_header X-Original-Method $request_method;"
        let authority = "proxy_set_header X-Demarc-Authority $host;"
        let account = "proxy_set_header x-demarc-account '';"
        for (fields, expected) in [
            ("", ["DM158", "DM159", "DM159"]), (method + authority, ["DM158"]), (authority + account, ["DM159"]),
            (method + account, ["DM159"]), (method + authority + account, []),
            // Without the method or the site, Demarc blocks everything.
            ("proxy_pass_request_headers off;", ["DM159", "DM159"]),
            ("proxy_pass_request_headers off; \(method) \(authority)", []),
            ("\(account) \(method) proxy_set_header X-Demarc-Authority '';", ["DM159"]),
            ("\(account) \(authority) proxy_set_header X-Original-Method '';", ["DM159"]),
        ] {
            let asking = "location = /ask { internal; proxy_pass http://demarc/v1/auth/edge; \(body) \(url) \(fields) }"
            let server = "auth_request /ask; location / { proxy_pass http://site; } \(asking)"
            #expect(NginxLinting.codes("http { server { \(server) } }").sorted() == expected, "\(fields)")
        }
    }

    @Test("The path of the location that asks counts if proxy_pass has none") func ownPath() {
        let asking = "location = /v1/auth/edge { internal; proxy_pass http://demarc; }"
        let server = "auth_request /v1/auth/edge; location / { auth_request off; root /srv; } \(asking)"
        #expect(
            NginxLinting.codes("http { server { \(server) } }") == [
                "DM152", "DM157", "DM158", "DM159", "DM159", "DM159",
            ]
        )
        let other = asking.replacing("http://demarc", with: "http://demarc/login")
        #expect(NginxLinting.codes("http { server { auth_request /v1/auth/edge; \(other) } }") == ["DM161"])
    }

    @Test("Each server is checked separately, and locations are checked if only some are decided") func servers() {
        let plain = "server { location / { proxy_pass http://open; } }"
        #expect(NginxLinting.codes("http { \(plain) server { demarc on; location / { root /srv; } } }") == [])
        let some = "http { server { location /a { demarc on; root /srv; } location /b { root /srv; } } }"
        #expect(NginxLinting.codes(some) == ["DM152"])
        #expect(NginxLinting.codes("http { demarc on; server { location /a { demarc off; root /a; } } }") == ["DM152"])
    }

    @Test("A configuration in which Demarc decides nothing is found") func unused() {
        let pass = "proxy_pass http://demarc/v1/auth/edge;"
        for (text, message) in [
            ("server { root /srv; }", "Demarc decides nothing"),
            ("server { auth_request /a; location /a { proxy_pass http://login; } }", "Demarc decides nothing"),
            ("server { auth_request /a; location /a { proxy_pass $demarc; } }", "Demarc decides nothing"),
            ("server { location /a { \(pass) } }", "`/a` asks Demarc"),
            ("server { auth_request off; location /a { \(pass) } }", "`/a` asks Demarc"),
        ] {
            let run = NginxLinting.lint([("nginx.conf", "http { \(text) }")])
            #expect(run?.codes == ["DM161"], "\(text)")
            #expect(run?.diagnostics.first?.message.hasPrefix(message) == true, "\(text)")
        }
        #expect(NginxLinting.codes("load_module modules/ngx_http_demarc_module.so;\nhttp { }") == ["DM161"])
        #expect(NginxLinting.codes("http { demarc_view E; server { demarc off; } }") == ["DM161"])
        #expect(NginxLinting.codes(NginxLinting.module("", "demarc_view E;")) == [])
    }

    @Test("The examples of this repository have no finding") func examples() throws {
        for name in ["nginx", "nginx-module"] {
            let text = try Repository.text("Examples/\(name)/nginx.conf")
            #expect(NginxLinting.lint([("nginx.conf", text)])?.diagnostics.map(\.message) == [])
        }
    }
}
