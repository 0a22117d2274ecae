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
            `return`, and a `rewrite` that redirects, answer in a phase of nginx that comes before the one in which access is \
            checked. Their answers are not decided on: everybody whose request gets there has them. A `return` with a \
            status of 400 or more counts as a denial and is not reported, whatever its text gives away.
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
            nginx itself goes to `internal`. Such a location needs Demarc as well if a `rewrite` leads to it, or \
            an `error_page` for an error that comes before access is checked, such as 400 or 413, or the 418 of a \
            `return`: the location where a request arrives determines who decides.
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
            The account decides which policy is in force. Here it is taken from a field, a cookie or the query of the \
            request, which the client controls; or from `$remote_user` although its password was not checked: nginx \
            takes the name from the request even if no `auth_basic` is in force, or if `satisfy any` lets the request \
            in for another reason. In the location that asks, `auth_basic` has no effect; and if nothing there sets \
            `X-Demarc-Account`, nginx passes on what the client wrote. Take it from what nginx has \
            checked: a client certificate, or a field that `auth_request_set` took from an answer of your login.
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
            Demarc decides on the target that the client wrote. With a path or `$uri` in `proxy_pass`, and after a \
            `rewrite`, the site gets one that nginx has made: decoded, without dot segments, or below another folder. \
            Each reading of a path is decided as well, so nothing gets through by its spelling alone; but a rule for \
            `/admin` does not cover a request for `/a` that ends there.
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
            off` is written. A client then has a second way to write fields that only nginx should write.
            """,
        example: """
            http { underscores_in_headers on; server { demarc on; } }
            """,
        corrected: """
            http { underscores_in_headers off; server { demarc on; } }
            """
    )
}
