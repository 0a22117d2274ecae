# Functions shared by the `run` scripts in this folder; it is sourced, never run.
#
# Everything listens on loopback. Generated files go to a separate folder, which is removed at the end. Tests set these
# variables; none is needed for manual use:
#   EXAMPLE_FOLDER    the folder for files, which is then kept
#   EXAMPLE_PORTS     other ports than those of the examples, such as "8080=26080 8081=26081"
#   EXAMPLE_UPSTREAM  "none" if a site is already listening
#   EXAMPLE_DEMARC    "none" if a server is already listening
#   EXAMPLE_UNMASKED  "yes" for a decision log with complete URLs
#   EXAMPLE_AUDIT     a file for the decision log, which must then be written before anything passes
#   EXAMPLE_UNASKED   "yes" for an nginx that does not ask, to measure what asking costs
#   EXAMPLE_DIRECT    a port at which nginx's server also answers, for programs without unix sockets
#   EXAMPLE_WORKERS   the number of workers of a proxy that contains Demarc
#   EXAMPLE_POLICY    "damaged" for a truncated compiled policy
#   EXAMPLE_UNCACHED  "yes" to make Squid ask about each request
#   EXAMPLE_REWRITE   "yes" for a Squid in which only the rewriter decides
#   EXAMPLE_ON_ROUTE  "redirect" for a server that redirects routes
#   EXAMPLE_TLS       a folder with cert.pem and key.pem for an Envoy with TLS; the server name must be the host
#   DEMARC, DEMARC_SERVE, ENVOY   the programs
#   DEMARC_MODULES    the folder of the modules

set -euo pipefail
repository=$(cd ../.. && pwd)

# The folder for files. Squid drops root privileges and needs access to it.
folder=${EXAMPLE_FOLDER:-$(mktemp -d /tmp/demarc-example.XXXXXX)}
mkdir -p "$folder"
chmod 755 "$folder"

started=()
stop() {
    if [ ${#started[@]} -gt 0 ]; then kill "${started[@]}" 2>/dev/null || true; wait "${started[@]}" 2>/dev/null || true; fi
    if [ -z "${EXAMPLE_FOLDER:-}" ]; then rm -rf "$folder"; fi
}
trap stop EXIT
trap 'exit 130' INT
trap 'exit 143' TERM

# program NAME VARIABLE: the path of a program: the value of the variable, on the path, or built in this repository.
program() {
    local place
    for place in "${2:-}" "$(command -v "$1" || true)" "$repository/.build/release/$1" "$repository/.build/debug/$1" "$repository/.build/whole/release/$1" "$repository/.build/hosts-venv/bin/$1"; do
        if [ -x "$place" ]; then echo "$place"; return; fi
    done
    echo "$1 was not found: install it, or build it as the README says" >&2
    return 1
}

# render FILE: copies a file of the example into the folder, with the tests' ports and the folder in place of
# /run/demarc.
render() {
    local edits=(-e "s|/run/demarc|$folder|g") pair
    for pair in ${EXAMPLE_PORTS:-}; do
        # The notations of ports: after a colon, in Envoy as port_value, in Squid after `parent`.
        edits+=(-E -e "s/(:|port_value: |parent )${pair%=*}\\b/\\1${pair#*=}/g")
    done
    if [ "${EXAMPLE_UNMASKED:-}" = yes ]; then edits+=(-e 's/^(log: .*)sample:/\1mask: [], sample:/'); fi
    if [ -n "${EXAMPLE_AUDIT:-}" ]; then edits+=(-e "s|^(log: .)to: [^,]*|\\1to: $EXAMPLE_AUDIT, audit: true|"); fi
    if [ "${EXAMPLE_UNASKED:-}" = yes ]; then edits+=(-e 's|auth_request /demarc-auth;|auth_request off;|'); fi
    if [ -n "${EXAMPLE_DIRECT:-}" ]; then
        edits+=(-e "s|^listeners:|&\\n  - {tcp: 127.0.0.1:$EXAMPLE_DIRECT, serves: [auth]}|" -e 's|peers: \[unix\]|peers: [unix, 127.0.0.0/8]|')
    fi
    if [ -n "${EXAMPLE_WORKERS:-}" ]; then edits+=(-e "s/^worker_processes .*/worker_processes $EXAMPLE_WORKERS;/"); fi
    if [ -n "${EXAMPLE_ON_ROUTE:-}" ]; then edits+=(-e "s/^    view: .*/&\\n    onRoute: $EXAMPLE_ON_ROUTE/"); fi
    if [ "${EXAMPLE_UNCACHED:-}" = yes ]; then edits+=(-e 's/ttl=2/ttl=0/g'); fi
    if [ -n "${EXAMPLE_TLS:-}" ]; then
        local type=type.googleapis.com/envoy.extensions.transport_sockets.tls.v3.DownstreamTlsContext
        local pair="{certificate_chain: {filename: $EXAMPLE_TLS/cert.pem}, private_key: {filename: $EXAMPLE_TLS/key.pem}}"
        local tls="{name: tls, typed_config: {\"@type\": $type, common_tls_context: {tls_certificates: [$pair]}}}"
        edits+=(-e "s|^        - filters:|        - transport_socket: $tls\\n          filters:|")
        edits+=(-e 's|^( *)encode_raw_headers: true|&\n\1include_tls_session: true|' -e 's|^    scheme: https .*|&\n    compareSNI: true|')
    fi
    sed "${edits[@]}" "$1" >"$folder/$1"
}

# port NUMBER: the port that replaces a port of the example.
port() {
    local pair
    for pair in ${EXAMPLE_PORTS:-}; do if [ "${pair%=*}" = "$1" ]; then echo "${pair#*=}"; return; fi; done
    echo "$1"
}

# start NAME COMMAND…: starts a program in the background and records its process id.
start() {
    local name=$1
    shift
    "$@" &
    started+=($!)
    echo $! >"$folder/$name.pid"
}

# await HOST:PORT or PATH: waits until something listens there.
await() {
    local tries
    for tries in $(seq 200); do
        case $1 in
        /*) if [ -S "$1" ]; then return; fi ;;
        *) if (exec 3<>"/dev/tcp/${1%:*}/${1#*:}") 2>/dev/null; then return; fi ;;
        esac
        sleep 0.05
    done
    echo "nothing listens on $1 after ten seconds" >&2
    return 1
}

# A site behind the proxy, which answers with the request that it received.
start_upstream() {
    if [ "${EXAMPLE_UPSTREAM:-}" = none ]; then return; fi
    start upstream python3 ../upstream.py "$(port 8081)"
    await "127.0.0.1:$(port 8081)"
}

# start_demarc WHERE [FILE]: starts the server with serve.yaml, or another file, and waits until it listens at WHERE.
start_demarc() {
    render policy.yaml
    render "${2:-serve.yaml}"
    if [ "${EXAMPLE_DEMARC:-}" = none ]; then return; fi
    # Without the backtrace, a crash ends the process within milliseconds, and the proxy is refused immediately.
    start demarc env SWIFT_BACKTRACE=enable=no "$(program demarc-serve "${DEMARC_SERVE:-}")" "$folder/${2:-serve.yaml}"
    await "$1"
}

# take_modules: copies the modules of `make modules` and the library into the folder.
take_modules() {
    local modules=${DEMARC_MODULES:-$repository/.build/modules} name
    mkdir -p "$folder/modules"
    for name in libdemarc.so libdemarc_envoy.so ngx_http_demarc_module.so; do
        if [ ! -e "$modules/$name" ]; then
            echo "$modules/$name was not found: build it with \`make modules\`" >&2
            return 1
        fi
        cp "$modules/$name" "$folder/modules/"
    done
    # nginx drops root privileges before it loads the library.
    chmod -R a+rX "$folder/modules"
}

# compile_policy: compiles the example's policy to policy.demarc in the folder, as modules need it.
compile_policy() {
    render policy.yaml
    "$(program demarc "${DEMARC:-}")" compile "$folder/policy.yaml" -o "$folder/policy.demarc" --quiet
    if [ "${EXAMPLE_POLICY:-}" = damaged ]; then truncate -s 100 "$folder/policy.demarc"; fi
    chmod a+r "$folder/policy.demarc"
}

# Waits for the proxy, which was started last, and prints how to try it.
serve() {
    await "127.0.0.1:$(port 8080)"
    echo "ready on http://127.0.0.1:$(port 8080)/ – the README says what to try; Ctrl-C ends it" >&2
    wait "${started[-1]}"
}
