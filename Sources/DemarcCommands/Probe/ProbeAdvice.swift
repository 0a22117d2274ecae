/// The proxies whose directives are known, identified by their `Server` field.
enum ProbeProxy: String, CaseIterable {
    case nginx
    case caddy
    case envoy
    case squid
    /// haproxy does not identify itself.
    case other

    init(server: String?) {
        let name = (server ?? "").lowercased()
        self = Self.allCases.first { name.contains($0.rawValue) } ?? .other
    }
}

/// The directive to change if a case passes that should not.
enum ProbeAdvice {
    static func directive(_ verdict: ProbeVerdict, _ topic: ProbeTopic, _ proxy: ProbeProxy) -> String? {
        switch verdict {
        case .blocked, .refused, .same, .unproven: nil
        case .unasked: unasked(proxy)
        case .forged: forged(topic, proxy)
        case .different, .ambiguous: reading(topic, proxy)
        }
    }

    private static func unasked(_ proxy: ProbeProxy) -> String {
        switch proxy {
        case .nginx:
            "auth_request: another location, `auth_request off`, `satisfy any` or `return` answers without asking; "
                + "put auth_request into the server block"
        case .caddy:
            "forward_auth: put it before every directive that answers; `handle` blocks and `route` change the order"
        case .envoy:
            "ext_authz: make it the first HTTP filter, failure_mode_allow: false, and look for routes that disable it"
        case .squid:
            "http_access: `allow` lines before the one with the Demarc acl; ttl and negative_ttl of external_acl_type"
        case .other:
            "the rule that asks Demarc must be the first of all, without a condition (haproxy: http-request lua.demarc)"
        }
    }

    private static func forged(_ topic: ProbeTopic, _ proxy: ProbeProxy) -> String {
        switch (topic, proxy) {
        case (.fields, .nginx): "proxy_set_header X-Demarc-Account \"\"; in the location of the site"
        case (.fields, .caddy): "header_up -X-Demarc-Account in reverse_proxy"
        case (.fields, _): "remove X-Demarc-Account from requests to the site (haproxy: http-request del-header)"
        case (_, .nginx): "auth_request_set and proxy_set_header for each X-Demarc- field of the answer"
        case (_, .caddy): "copy_headers: name each X-Demarc- field of the answer"
        case (_, .envoy): "authorization_response.allowed_upstream_headers: {patterns: [{prefix: x-demarc-}]}"
        case (_, .squid): "request_header_access X-Demarc-Verdict deny all, and so for each of the fields"
        case (_, .other): "overwrite each X-Demarc- field with that of the answer (haproxy: http-request set-header)"
        }
    }

    private static func reading(_ topic: ProbeTopic, _ proxy: ProbeProxy) -> String {
        switch (topic, proxy) {
        case (.authority, .nginx):
            "X-Original-URL $scheme://$http_host$request_uri and X-Demarc-Authority $host with its port in the location that "
                + "asks; proxy_set_header Host $http_host in the location of the site"
        case (.authority, .caddy): "header_up Host and X-Forwarded-Host: leave both as they are; trusted_proxies"
        case (.authority, .envoy): "encode_raw_headers: true; host_rewrite and auto_host_rewrite of the route"
        case (.authority, .squid): "%>{Host} in external_acl_type; url_rewrite_program and host_verify_strict"
        case (.authority, .other):
            "send every Host field and the target as they came (haproxy: X-Forwarded-Host, X-Forwarded-Uri)"
        case (.path, .nginx):
            "proxy_pass without a URI, $request_uri and not $uri to Demarc, no rewrite before auth_request"
        case (.path, .caddy): "uri, rewrite, handle_path and strip_prefix change what is asked or what is sent on"
        case (.path, .envoy):
            "normalize_path, merge_slashes and path_with_escaped_slashes_action, which run before ext_authz"
        case (.path, .squid): "uri_whitespace deny (not with ICAP in Squid 5), no url_rewrite_program"
        case (.path, .other): "no http-request set-path, replace-path or normalize-uri after the rule that asks"
        case (.framing, _):
            "the proxy sends on a request whose end two servers read differently: update it; haproxy: no "
                + "option accept-invalid-http-request; Squid: no relaxed_header_parser"
        case (.fields, .nginx):
            "underscores_in_headers off, ignore_invalid_headers on, proxy_set_header X-Original-URL \"\""
        case (.fields, .caddy): "trusted_proxies: clients are none; header_up -X-Forwarded-Uri for the site"
        case (.fields, _):
            "set the fields of the convention for the question, and remove them from what goes to the site"
        case (.query, _): "the URL of the question must not take up the client's query"
        case (.tunnels, _):
            "deny CONNECT before anything else, or ask about it (haproxy: http-request deny if METH_CONNECT)"
        case (.upgrade, .nginx):
            "proxy_set_header Upgrade $http_upgrade in the location that asks, or proxy_set_header Upgrade \"\" in the "
                + "location of the site"
        case (.upgrade, _): "tell Demarc the field Upgrade of the request, or do not pass it on to the site"
        case (.denials, .nginx):
            "no `error_page` for 401, 403 or 500 that leads to the site, and no `satisfy any`"
        case (.denials, _): "a denial of Demarc must end the request: no handler of errors may send it to the site"
        case (.limits, _): "limits of heads and targets: no more than the site and Demarc take"
        case (.answers, _), (.other, _):
            "what goes to the site is not what Demarc was asked: see the documentation of the example"
        }
    }
}
