import AppLint

/// Ways to bypass Demarc in an nginx configuration.
extension LintExplanation {
    static let unreadableNginx = LintExplanation(
        title: "configuration of nginx cannot be read",
        text: """
            `demarc lint -` reads what `nginx -T` prints, which is complete if nginx accepts the configuration. Here a \
            part is missing or was changed, so nothing was checked. Pipe it in as it is: `nginx -T | demarc lint -`.
            """,
        example: "http { server { location / { demarc on;",
        corrected: "http { server { location / { demarc on; } } }"
    )

    static let answersBefore = LintExplanation(
        title: "nginx answers before Demarc is asked",
        text: """
            `return`, and a `rewrite` that redirects, answer in a phase of nginx that comes before the one in which \
            access is checked. Their answers are not decided on: everybody whose request gets there has them. A \
            `return` with a status of 400 or more counts as a denial and is not reported, whatever its text gives away.
            """,
        example: """
            http {
              server {
                demarc on;
                location /hello { return 200 "for staff only"; }
              }
            }
            """,
        corrected: """
            http {
              server {
                demarc on;
                location /hello { root /srv/staff; }
                location /old { return 410; }
              }
            }
            """
    )

    static let undecidedLocation = LintExplanation(
        title: "location is not decided, but others of its server are",
        text: """
            Other requests of this server are decided, but those for this location are not; or those that no location \
            matches, which get files from the `root` of the server. If that is intended, such as for files that \
            everybody may have, say so: `# demarc:ignore DM152 reason`. Make a location that only \
            nginx itself goes to `internal`. Such a location needs Demarc as well if a `rewrite` leads to it, or the \
            `try_files` of a server that is not decided itself, or an `error_page` for an error that comes before \
            access is checked, such as 400 or 413, the 418 of a `return`, the 404 of an `internal` location, the 403 \
            of one with `deny all`, or the 301 for `/app` if the location is `/app/`: the location where a request \
            arrives determines who decides. A location is not Demarc's because its path is `/v1/auth/…`: sites have \
            such paths too.
            """,
        example: """
            http {
              server {
                demarc on;
                location / { proxy_pass http://site; }
                location /api { demarc off; proxy_pass http://site; }
              }
            }
            """,
        corrected: """
            http {
              server {
                demarc on;
                location / { proxy_pass http://site; }
                location /api { proxy_pass http://site; }
              }
            }
            """
    )

    static let accountFromClient = LintExplanation(
        title: "client chooses its own account",
        text: """
            The account decides which policy is in force. Here it is taken from a field, a cookie, the query or the \
            path of the request, which the client controls; or from `$remote_user` although its password was not \
            checked: nginx takes the name from the request even if no `auth_basic` is in force, or if `satisfy any` \
            lets the request in for another reason; or from the name in a client certificate that anybody can make, \
            because nginx accepts every certificate with `ssl_verify_client optional_no_ca`. In the location that \
            asks, `auth_basic` has no effect; and if nothing there sets `X-Demarc-Account`, nginx passes on what the \
            client wrote. Take it from what nginx has checked: a client certificate, or a field that \
            `auth_request_set` took from an answer of your login.
            """,
        example: """
            http { server { demarc on; demarc_account $http_x_user; } }
            """,
        corrected: """
            http { server { demarc on; demarc_account $ssl_client_s_dn; } }
            """
    )

    static let rewrittenTarget = LintExplanation(
        title: "site gets a different target from the one that was decided",
        text: """
            Demarc decides on the target that the client wrote. With a path or `$uri` in `proxy_pass`, with a capture \
            of the path such as `$1`, and after a `rewrite`, the site gets one that nginx has made: decoded, without \
            dot segments, or below another folder. Each reading of a path is decided as well, so nothing gets through \
            by its spelling alone; but a rule for `/admin` does not cover a request for `/a` that ends there.
            """,
        example: """
            http { server { demarc on; location /a/ { proxy_pass http://site/admin/; } } }
            """,
        corrected: """
            http { server { demarc on; location /a/ { proxy_pass http://site; } } }
            """
    )

    static let nothingDecided = LintExplanation(
        title: "Demarc decides nothing",
        text: """
            No block has `demarc on`, and no `auth_request` leads to a location that passes requests on to a path below \
            `/v1/auth/` of `demarc serve`. So all requests go through. Directives of the module have no effect without \
            `demarc on`. The values of variables are not followed: write the path of `demarc serve` in `proxy_pass` \
            itself. Or the expression of a `rewrite` of the server matches the path of `auth_request` as well, so the \
            site answers instead of Demarc, and that is taken for an allow: write it in the locations of the site.
            """,
        example: """
            http { demarc_policy policy.demarc; server { demarc_view E; } }
            """,
        corrected: """
            http { demarc_policy policy.demarc; server { demarc on; demarc_view E; } }
            """
    )

    static let aliasesPass = LintExplanation(
        title: "similar field names are taken for Demarc's",
        text: """
            Many programs take `X_Demarc_Account` and `X-Demarc-Account` for the same field. nginx drops names with an \
            underscore or with other unusual characters, unless `underscores_in_headers on` or `ignore_invalid_headers \
            off` is written: for the server, or for the default server of its address, whose settings apply to the \
            fields before `Host`. A client then has a second way to write fields that only nginx should write.
            """,
        example: """
            http { underscores_in_headers on; server { demarc on; } }
            """,
        corrected: """
            http { underscores_in_headers off; server { demarc on; } }
            """
    )
}

/// Problems in configurations in which nginx calls Demarc with `auth_request`.
extension LintExplanation {
    /// A server whose requests Demarc decides.
    ///
    /// - Parameters:
    ///   - server: Further directives of the server.
    ///   - asking: Further directives of the location that calls Demarc.
    /// - Returns: The configuration.
    private static func asking(_ server: String, _ asking: String = complete) -> String {
        """
        http {
          server {
            auth_request /ask;
            location / { proxy_pass http://site; }
            location = /ask {
        \(asking.split(separator: "\n").map { "      \($0)" }.joined(separator: "\n"))
            }
            \(server)
          }
        }
        """
    }

    private static let url = "proxy_set_header X-Original-URL $scheme://$http_host$request_uri;\n"
    private static let bodiless = "proxy_pass_request_body off;\nproxy_set_header Content-Length \"\";\n"
    private static let pass = "proxy_pass http://demarc/v1/auth/edge;\n"
    /// The fields that clients would write themselves if nginx did not.
    private static let told = """
        proxy_set_header X-Original-Method $request_method;
        proxy_set_header X-Demarc-Authority $host$authority_port;
        proxy_set_header X-Demarc-Account "";

        """
    private static let complete = "internal;\n" + pass + bodiless + told + url

    static let satisfiedOtherwise = LintExplanation(
        title: "another check alone can allow a request",
        text: """
            With `satisfy any`, a request passes if any one of several checks allows it: a request that an address, a \
            password, a directory or a token lets in is not decided. Write `satisfy all`, which is the default. The \
            module decides in either case.
            """,
        example: asking("satisfy any; allow 10.0.0.0/8; deny all;"),
        corrected: asking("satisfy all; allow 10.0.0.0/8; deny all;")
    )

    static let denialUndone = LintExplanation(
        title: "denial is replaced",
        text: """
            `error_page` replaces a denial. With a status such as `=200`, programs and caches treat it as an allow. \
            With an address, nginx redirects, with the written status if that is one of a redirect, or else with 302. \
            A location that answers with \
            `return` or redirects does so before access is checked, so it makes no difference whether it is decided. \
            With a location that passes the request on to the site, the site answers what Demarc has denied; for 500, \
            what Demarc could not be asked about. Send 403 to the page of `demarc serve`, and 500 nowhere. The location \
            that asks inherits `error_page` as well: with `=`, a page for 502 or 504 is taken for an allow while Demarc \
            cannot be reached; with `proxy_intercept_errors on`, one for 403 is taken for an allow whenever Demarc \
            denies. Leave out `=`, or write `error_page 599 /;` in the location that asks: then it inherits none. \
            Nor may that location answer itself: nginx's request to Demarc has the client's method and fields, so a \
            `return 204` there for `OPTIONS`, a `rewrite` to another page, or another server in an `if` is taken for \
            an allow of whatever a client requests in that way. The last argument of a `try_files` there is taken \
            for an allow of everything, and so is another server in a `limit_except` that does not name `GET`: for it, \
            the method of nginx's request is always `GET`. \
            nginx processes the directives of the server for this request as well, before it selects the location. \
            So a `return 418` of the server, or in an `if` there, raises the error in it too, and \
            `error_page 418 = @site` of the server turns that into an allow, and so does `error_page 301 = @site` if a \
            `rewrite` of the server redirects the path of that request: write both in the locations of the site. \
            Denials by the module are not replaced.
            """,
        example: asking("error_page 403 500 = @site; location @site { auth_request off; proxy_pass http://site; }"),
        corrected: asking("error_page 403 = @page; location @page { auth_request off; proxy_pass http://demarc; }")
    )

    static let openToClients = LintExplanation(
        title: "clients can query Demarc directly",
        text: """
            Without `internal`, a client that requests this location gets Demarc's answer about any URL that it puts \
            into the fields of its request, and so learns the policy. No rule of the policy prevents that.
            """,
        example: asking("", pass + bodiless + told + url),
        corrected: asking("")
    )

    static let cachedAnswer = LintExplanation(
        title: "Demarc's answer is cached for other requests",
        text: """
            In a request of `auth_request`, the key of nginx's cache contains the path of the location that asks, not \
            that of the request: the first answer, such as an allow, then applies to everybody and everything. A key \
            must contain all that Demarc is told about a request. Even then, answers outlive a change of the policy. A \
            decision takes microseconds, so do without a cache.
            """,
        example: asking("", complete + "proxy_cache answers;"),
        corrected: asking("", complete + "proxy_cache off;")
    )

    static let bodyExpected = LintExplanation(
        title: "Demarc waits for a body that nginx does not send",
        text: """
            `auth_request` sends no body. If the request to Demarc still gives the length of one, Demarc waits for it, \
            and nginx waits for Demarc: every POST is denied after a timeout.
            """,
        example: asking("", "internal;\n" + pass + told + url),
        corrected: asking("")
    )

    static let askedAboutAnother = LintExplanation(
        title: "Demarc is asked about another URL",
        text: """
            `$request_uri` is the target as the client wrote it, which is what the site gets. `$uri` is decoded and \
            without dot segments, and in a request of `auth_request` it is the path of the location that asks. Without \
            `X-Original-URL`, Demarc blocks every request. Where `Upgrade` is passed on to the site, Demarc needs it \
            too: otherwise it decides a WebSocket as an ordinary request, and cannot block an upgrade to HTTP/2. nginx \
            passes on what it does not set: a client that writes `X-Demarc-Authority` itself can hide that the target \
            of its request names another site than `Host`. So can one if Demarc is told only one of the two, or only a \
            fixed name, and the site gets another: `$http_host` is the client's `Host`, `$host` is the host of its \
            target, if that has one, and `$ssl_server_name` is the name in its handshake. Nor may these fields come \
            from any other field that clients write, such as `X-Forwarded-Host`, or from what an expression captures \
            of their path, such as `$1`; nor may the `Host`, the address or the method that the site gets, with the \
            module either; nor the address at which Demarc is asked, which contains the binding. List the texts in the \
            expression, as in `location ~ ^/(api|web)/`: then the configuration chooses.
            """,
        example: asking(
            "",
            "internal;\n" + pass + bodiless + told + "proxy_set_header X-Original-URL $scheme://$http_host$uri;"
        ),
        corrected: asking("")
    )
}
