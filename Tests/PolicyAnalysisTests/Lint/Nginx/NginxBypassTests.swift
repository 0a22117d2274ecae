import Diagnostics
import PolicyAnalysis
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

            ("error_page 500 502 503 504 /p; \(page)", "", []), ("error_page 502 504 @a; location @a { \(site) }", "", []),
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
            ("proxy_intercept_errors on; error_page 403 502 = /p; location = /p { root /srv; }", "error_page 599 /;", []),
            ("location /a { error_page 502 = /p; \(site) } \(page)", "", []),
        ] as [(String, String, [String])]
    )
    func answerReplaced(server: String, location: String, expected: [String]) {
        #expect(NginxLinting.codes(NginxLinting.asking(server, location)) == expected)
    }

    @Test(
        "An error page with the status of a denial is found if the site still gets the request",
        arguments: [
            ("error_page 403 /f$uri; location /f { internal; auth_request off; \(site) }", ["DM154"]),
            ("error_page 403 =404 /f/$request_uri; location /f { internal; auth_request off; root /a; }", ["DM154"]),
            ("error_page 403 /p; location = /p { auth_request off; internal; proxy_pass http://site$request_uri; }", true),
        ].map { ($0.0, ["DM154"]) }
    )
    func placeholder(server: String, expected: [String]) {}
}
