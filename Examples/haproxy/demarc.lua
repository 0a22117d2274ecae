-- Asks Demarc about a request, by the convention `forwarded`. Whatever goes wrong, the request is denied.

local endpoint = "http://127.0.0.1:9900/v1/auth/edge"
local names = { "verdict", "class", "page", "destination", "rule", "policy", "id" }

-- Every value of a field, because two Host fields must not become one.
local function values(fields, name)
    local found = {}
    local i = 0
    while fields[name] and fields[name][i] do
        found[#found + 1] = fields[name][i]
        i = i + 1
    end
    return found
end

local function deny(txn, response)
    local reply = txn:reply({ status = 403, reason = "Forbidden" })
    local passed = { "content-type", "cache-control", "content-security-policy", "x-demarc-location" }
    -- A route, with `onRoute: redirect`.
    local redirects = response and response.status == 302 and #values(response.headers, "location") == 1
    if redirects then
        reply:set_status(302, "Found")
        passed[#passed + 1] = "location"
    end
    if redirects or response and response.status == 403 then
        for _, name in ipairs(passed) do
            for _, value in ipairs(values(response.headers, name)) do reply:add_header(name, value) end
        end
        reply:set_body(response.body or "")
    end
    txn:done(reply)
end

core.register_action("demarc", { "http-req" }, function(txn)
    local fields = txn.http:req_get_headers()
    local asked = {
        ["x-forwarded-method"] = { txn.sf:method() },
        ["x-forwarded-proto"] = { "https" },
        ["x-forwarded-host"] = values(fields, "host"),
        -- The target as the client sent it, which is what the site gets.
        ["x-forwarded-uri"] = { txn.sf:url() },
        -- Who asks. Take it from your own login, never from the client.
        ["x-demarc-account"] = { "dana@good.test" },
    }
    for _, name in ipairs({ "accept", "accept-language", "traceparent", "upgrade", "sec-fetch-dest" }) do
        local sent = values(fields, name)
        if #sent > 0 then asked[name] = sent end
    end

    local client = core.httpclient()
    local response = client:get({ url = endpoint, headers = asked, timeout = 2000 })
    if not response or not response.status or response.status < 200 or response.status > 299 then
        return deny(txn, response)
    end
    for _, name in ipairs(names) do
        local found = values(response.headers, "x-demarc-" .. name)
        -- A 2xx without the fields is not from Demarc.
        if #found ~= 1 then return deny(txn, nil) end
        txn:set_var("txn.demarc_" .. name, found[1])
    end
    txn:set_var("txn.demarc", "allow")
end, 0)
