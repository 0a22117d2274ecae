import AppLint

/// Ways to bypass Demarc in an nginx configuration.
extension LintExplanation {
    static let unreadableNginx = LintExplanation(
        title: "configuration of nginx can't be read",
        text: """
            `demarc lint -` reads what `nginx -T` prints, which is complete where nginx accepts the configuration. Here a \
            part is missing or was changed, so nothing was checked. Pipe it in as it is: `nginx -T | demarc lint -`.
            """,
        example: "http { server { location / { demarc on;",
        corrected: "http { server { location / { demarc on; } } }"
    )

    static let answersBefore = LintExplanation(
        title: "nginx answers before Demarc is asked",
        text: """
            `return`, and a `rewrite` that redirects, answer in a phase of nginx that comes before the one in which access is \
            checked. What they answer is not decided: everybody gets it. A status from 400 on gives nothing, and is no \
            finding.
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
        title: "location beside decided ones is not decided",
        text: """
            Requests of this server are decided, and those for this location are not. Where that is meant, such as for files \
            that everybody may have, say so: `# demarc:ignore DM152 reason`. Locations that only nginx itself goes to are \
            `internal`.
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
        title: "client says itself who it is",
        text: """
            The account decides which policy is in force. Here it is taken from a field, a cookie or the query of the \
            request, which a client writes as it likes; or from `$remote_user` where `satisfy any` lets requests in whose \
            password nobody has checked. Take it from what nginx has checked: a client certificate, or a field that \
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
        title: "site gets another target than the one that was decided",
        text: """
            Demarc decides on the target that the client wrote. With a path in `proxy_pass`, and behind `rewrite … break`, the \
            site gets one that nginx has made: decoded, without dot segments, and below another folder. Each reading of a \
            path is decided as well, so nothing is let through by the spelling alone; but a rule for `/admin` says nothing \
            of a request for `/a` that ends there.
            """,
        example: """
            http { server { demarc on; location /a/ { proxy_pass http://site/admin/; } } }
            """,
        corrected: """
            http { server { demarc on; location /a/ { proxy_pass http://site; } } }
            """
    )

    static let nothingDecided = LintExplanation(
        title: "Demarc is set up and decides nothing",
        text: """
            The module is loaded, or one of its settings is written, and there is no `demarc on`. Without it nothing is \
            decided: all requests go through.
            """,
        example: """
            http { demarc_policy policy.demarc; server { demarc_view E; } }
            """,
        corrected: """
            http { demarc_policy policy.demarc; server { demarc on; demarc_view E; } }
            """
    )

    static let aliasesPass = LintExplanation(
        title: "fields with other names pass for Demarc's",
        text: """
            Many programs take `X_Demarc_Account` and `X-Demarc-Account` for one field. nginx drops names with an underscore \
            or with other unusual characters, unless `underscores_in_headers on` or `ignore_invalid_headers off` is written. \
            A client then has a second way to write fields that only nginx should write.
            """,
        example: """
            http { underscores_in_headers on; server { demarc on; } }
            """,
        corrected: """
            http { underscores_in_headers off; server { demarc on; } }
            """
    )
}
