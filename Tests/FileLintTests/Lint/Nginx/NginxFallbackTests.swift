import Diagnostics
import FileLint
import Testing

/// Where nginx sends requests that no location takes, or that it answers with an error before Demarc is asked. The
/// bypasses were tried with nginx 1.22.1.
@Suite("Lint of nginx: fallbacks and early errors") struct NginxFallbackTests {
    private static let site = "proxy_pass http://site;"
    private static let fallback = "location @a { \(site) }"

    /// A server in which one location is decided.
    private static func server(_ location: String, _ others: String, asking: String = "") -> String {
        """
        http { server {
          location \(location) { auth_request /ask; \(site) }
          location = /ask {
            internal; proxy_pass http://demarc/v1/auth/edge; proxy_pass_request_body off;
            proxy_set_header Content-Length ""; proxy_set_header X-Original-URL $scheme://$http_host$request_uri;
            proxy_set_header X-Original-Method $request_method; proxy_set_header X-Demarc-Authority $host;
            proxy_set_header X-Demarc-Account "";
            \(asking)
          }
          \(others)
        } }
        """
    }

    @Test(
        "A location that is not decided is found if the `try_files` of its server leads there",
        arguments: [
            ("root /srv; try_files /maintenance.html @a; \(fallback)", ["DM152"]),
            ("try_files /none /f; location = /f { internal; \(site) }", ["DM152"]),
            ("root /srv; try_files $uri @a; \(fallback)", ["DM152"]),

            ("root /srv; try_files /none @a; location @a { auth_request /ask; \(site) }", []),
            ("try_files /none @a; location @a { return 404; }", []), ("try_files /none =404;", []),
            ("deny all; try_files /none @a; \(fallback)", []),
            ("try_files /none @a; location / { return 404; } \(fallback)", []),
        ] as [(String, [String])]
    )
    func filesOfServer(others: String, expected: [String]) {
        #expect(NginxLinting.codes(Self.server("/admin/", others)) == expected)
        let module = others.replacing("auth_request /ask", with: "demarc on")
        #expect(NginxLinting.codes("http { server { location /b { demarc on; \(Self.site) } \(module) } }") == expected)
    }

    @Test(
        "An early error of a location that clients cannot use is found if it leads to content that is not decided",
        arguments: [
            // nginx answers 404 for what is internal.
            ("location /b/ { internal; alias /srv/; error_page 404 = @a; }", "", ["DM152"]),
            ("location /b/ { internal; location /b/c { root /srv; error_page 404 = @a; } }", "", ["DM152"]),
            ("error_page 404 = @a;", "", ["DM152"]), ("", "error_page 404 = @a;", ["DM152"]),
            ("location /x/ { deny all; error_page 403 = @a; }", "", ["DM152"]),

            ("error_page 404 = @a;", "error_page 599 /;", []),
            ("location /b/ { internal; alias /srv/; error_page 400 403 413 = @a; }", "", []),
            ("location /b/ { internal; root /srv; error_page 404 = @b; } location @b { auth_request /ask; }", "", []),
            ("location /b/ { internal; root /srv; } location /c/ { auth_request /ask; error_page 404 = @a; }", "", []),
            ("location /x/ { deny all; error_page 403 /p; }", "", []),
            ("location /x/ { deny all; error_page 404 = @a; }", "", []),
            ("location /x/ { auth_request /ask; deny all; error_page 403 = @a; }", "", ["DM154"]),
        ] as [(String, String, [String])]
    )
    func errorOfClosed(others: String, asking: String, expected: [String]) {
        #expect(NginxLinting.codes(Self.server("/", "\(Self.fallback) \(others)", asking: asking)) == expected)
    }

    @Test(
        "Demarc's own page for an early error is no bypass",
        arguments: [
            ("error_page 403 = @p; location ~ /\\. { deny all; }", "error_page 599 /;"),
            ("location /.git/ { deny all; error_page 403 = @p; }", ""),
            ("location /.git/ { return 403; error_page 403 = @p; }", ""), ("error_page 403 404 = @p;", ""),
        ]
    )
    func pageOfDemarc(others: String, asking: String) {
        let codes = ["demarc", "site"]
            .map { server in
                let page = "location @p { proxy_pass http://\(server); }"
                return NginxLinting.codes(Self.server("/", "\(page) \(others)", asking: asking))
            }
        #expect(codes[0] == [])
        #expect(codes[1].contains("DM152"))
    }

    @Test("The 403 of a server that is closed outside its locations is early")
    func closedServer() {
        let closed = "deny all; error_page 403 = @a; location @a { allow all; \(Self.site) }"
        let decided = "location /p { allow all; auth_request /ask; error_page 599 /; \(Self.site) }"
        #expect(NginxLinting.codes(Self.server("= /q", "\(closed) \(decided)")).contains("DM152"))
        let open = "location / { allow all; auth_request /ask; error_page 599 /; \(Self.site) }"
        #expect(!NginxLinting.codes(Self.server("= /q", "\(closed) \(open)")).contains("DM152"))
    }

    @Test(
        "An error of the location that an early error leads to is followed with `recursive_error_pages`",
        arguments: [
            ("error_page 418 = @a; return 418;", ["DM152"]),
            ("error_page 418 = @a; if ($http_b) { return 418; } return 404;", ["DM152"]),
            ("error_page 418 = @d; return 418; } location @d { error_page 419 @a; return 419;", ["DM152"]),
            ("error_page 417 = @a; return 418;", []), ("return 418;", []),
        ] as [(String, [String])]
    )
    func repeatedErrors(location: String, expected: [String]) {
        let others = "location /old/ { return 404; error_page 404 = @c; } location @c { \(location) } \(Self.fallback)"
        for (setting, codes) in [("on", expected), ("off", [])] {
            let text = Self.server("/", "recursive_error_pages \(setting); \(others)")
            #expect(NginxLinting.codes(text) == codes, "\(setting)")
        }
    }
}
