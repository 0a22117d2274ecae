"""What only a running nginx shows: phases that other modules could undo, internal redirects, accounts, and `nginx -t`."""

import http.client
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PORT = int(os.environ.get("DEMARC_TEST_PORT", "24990"))
DEMARC = os.environ.get("DEMARC") or ROOT / ".build/whole/release/demarc"
SOURCE = ROOT / "Examples/nginx-module/policy.yaml"
NGINX = next((path for path in ("/usr/sbin/nginx", "/usr/bin/nginx") if os.path.exists(path)), "nginx")

CONF = """daemon off; pid nginx.pid; error_log error.log notice; worker_processes 1;
load_module {root}/.build/modules/ngx_http_demarc_module.so;
env SWIFT_BACKTRACE=enable=no;
events {{ worker_connections 256; }}
http {{
    access_log off; client_body_temp_path b; proxy_temp_path p; fastcgi_temp_path f; scgi_temp_path s; uwsgi_temp_path u;
    demarc_library {root}/.build/modules/libdemarc.so;
    demarc_policy policy.demarc;
    demarc_view {view};
    demarc_scheme https;
    {http}
    server {{ listen 127.0.0.1:{port}; demarc on; {server} }}
    server {{ listen 127.0.0.1:{site}; location = /who {{ add_header X-Who $http_x_test; return 204; }}
        location /accel/ {{ add_header X-Accel-Redirect /app/a; return 204; }} location / {{
        return 200 "$request_uri verdict=$http_x_demarc_verdict id=$http_x_demarc_id alias=$http_x_demarc_other account=$http_x_demarc_account\\n"; }} }}
}}
"""
PROXY = "proxy_pass http://127.0.0.1:{site}; proxy_set_header Host $http_host;"


class Nginx:
    def __init__(self, folder: Path, server: str, http: str = "demarc_account dana@good.test;", view: str = "E"):
        self.folder = folder
        server = server.replace("PROXY", PROXY.format(site=PORT + 1)).replace("SITE", str(PORT + 1))
        text = CONF.format(root=ROOT, http=http, server=server, port=PORT, site=PORT + 1, view=view)
        (folder / "nginx.conf").write_text(text)
        self.command = [NGINX, "-p", str(folder), "-e", str(folder / "error.log"), "-c", str(folder / "nginx.conf")]

    def __enter__(self):
        (self.folder / "error.log").write_text("")
        self.process = subprocess.Popen(self.command, stdin=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        for _ in range(200):
            try:
                http.client.HTTPConnection("127.0.0.1", PORT, timeout=2).connect()
                return self
            except OSError:
                time.sleep(0.05)
        raise RuntimeError((self.folder / "error.log").read_text())

    def __exit__(self, *reason):
        self.process.terminate()
        self.process.wait(10)

    def test(self) -> tuple[int, str]:
        done = subprocess.run([*self.command, "-t"], capture_output=True, text=True, timeout=90)
        return done.returncode, done.stderr + (self.folder / "error.log").read_text()

    def get(self, path: str, **fields: str) -> tuple[int, str, dict]:
        connection = http.client.HTTPConnection("127.0.0.1", PORT, timeout=5)
        names = {name.replace("_", "-"): value for name, value in fields.items()}
        connection.request(names.pop("method", "GET"), path, body=names.pop("body", None), headers={"Host": "good.test", **names})
        answer = connection.getresponse()
        return answer.status, answer.read().decode(), {name.lower(): value for name, value in answer.getheaders()}


failures = []


def holds_soon(condition) -> bool:
    """Waits up to five seconds until a condition holds."""
    for _ in range(100):
        if condition():
            return True
        time.sleep(0.05)
    return False


def check(holds: bool, what: str, got=None):
    if not holds:
        failures.append(f"{what}; was: {got}")


def phases(folder: Path):
    """Whatever the other modules of nginx say, a block stays one, and an allow is no more than that."""
    server = """
        location / { PROXY }
        location /any/ { satisfy any; allow all; PROXY }
        location /none/ { satisfy any; deny all; PROXY }
        location /denied/ { deny all; PROXY }
        location /page/ { error_page 403 =200 /fine; PROXY }
        location = /fine { demarc off; return 200 "undone"; }
        location /try/ { try_files /nothing /admin/fallback; }
        location /named/ { try_files /nothing @site; }
        location @site { PROXY }
        location /asked/ { auth_request /question; auth_request_set $who $upstream_http_x_who; demarc_account $who;
            demarc_account_absent block; PROXY }
        location = /question { internal; demarc off; proxy_pass http://127.0.0.1:SITE/who; proxy_pass_request_body off;
            proxy_set_header Content-Length ""; }
        location /off/ { demarc off; PROXY }
        location /admin/200/ { demarc off; error_page 404 =200 @site; }
        location /elsewhere/ { demarc off; error_page 404 =200 @elsewhere; }
        location @elsewhere { demarc_on_route redirect; PROXY }
        location /missing/ { demarc off; error_page 404 405 = /app/; }
        location /app/ { PROXY }
        location /acted/ { post_action /after/; PROXY }
        location /after/ { internal; access_log acted.log acted; PROXY }
    """
    http_part = "demarc_account dana@good.test; log_format acted '$request_method $demarc_verdict $demarc_reason';"
    with Nginx(folder, server, http_part) as nginx:
        status, body, _ = nginx.get("/any/a")
        check(status == 200 and "verdict=allow" in body, "satisfy any lets what is allowed pass, with our fields", (status, body))
        for evil in ("evil.test",):
            status, body, fields = nginx.get("/any/a", Host=evil)
            check(status == 403 and fields.get("x-demarc-verdict") == "block", "satisfy any cannot undo a block", (status, body))
            status, body, fields = nginx.get("/page/a", Host=evil)
            check(status == 403 and "undone" not in body, "error_page cannot undo a block", (status, body))
        status, body, _ = nginx.get("/none/a")
        check(status == 403 and "verdict" not in body, "an allow does not satisfy satisfy any", (status, body))
        status, _, fields = nginx.get("/denied/a")
        check(status == 403 and "x-demarc-verdict" not in fields, "an allow does not undo deny", (status, fields))
        status, body, _ = nginx.get("/named/a")
        check(status == 200 and "verdict=allow" in body, "a named location is decided too", (status, body))
        status, body, _ = nginx.get("/try/a")
        check(status == 200 and "verdict=allow" in body, "an internal redirect is decided on what the client wrote", (status, body))
        status, _, fields = nginx.get("/asked/a")
        check(status == 403 and "account" in nginx.get("/asked/a")[1], "without an account of auth_request it blocks", (status, fields))
        status, body, _ = nginx.get("/asked/a", X_Test="dana@good.test")
        check(status == 200, "what auth_request found out says who asks", (status, body))
        status, body, _ = nginx.get("/a", X_Demarc_Verdict="forged", X_Demarc_Other="forged", X_Demarc_Account="admin@good.test")
        check(status == 200 and "forged" not in body and "admin" not in body, "the client's fields are taken away", (status, body))
        check("verdict=allow" in body and "id=-" not in body, "and ours are there", body)
        status, body, _ = nginx.get("/off/a")
        check(status == 200 and "verdict= " in body, "where it is off, nothing is decided", (status, body))
        status, body, _ = nginx.get("/admin/x", method="HEAD")
        check(status == 403 and body == "", "an answer to HEAD has no body", (status, body))
        status, body, fields = nginx.get("/admin/x", method="POST", body="x" * 100_000)
        check(status == 403 and "rule.blocked" in body, "an answer to POST does not wait for the site", (status, body))
        status, body, fields = nginx.get("/admin/x", Accept="text/html", Accept_Language="de")
        check("gesperrt" in body and fields.get("content-language") == "de", "the page is in German", (status, body[:200]))
        status, body, fields = nginx.get("/", Host="other.test", Accept="text/html", Sec_Fetch_Mode="cors")
        check(fields.get("content-type") == "application/problem+json", "a script gets no page", fields)
        status, body, fields = nginx.get("/admin/200/a")
        check(status == 403 and "rule.blocked" in body, "a block after error_page is sent as a block", (status, body))
        status, _, fields = nginx.get("/elsewhere/a", Host="other.test", Accept="text/html")
        check(status == 302 and "location" in fields, "a route after error_page is a redirect", (status, fields))
        for method in ("GET", "POST", "DELETE", "PUT"):
            status, body, _ = nginx.get("/missing/a", method=method)
            check(status == 200 and "verdict=allow" in body, f"{method} is decided as such after error_page", (status, body))
            status, body, _ = nginx.get("/accel/a", method=method)
            check(status == 200 and "verdict=allow" in body, f"{method} is decided as such after X-Accel-Redirect", (status, body))
        check(nginx.get("/acted/a", method="POST", body="x")[0] == 200, "a request with post_action passes")
        log = folder / "acted.log"
        holds_soon(lambda: log.exists() and log.read_text())
        check(log.read_text().startswith("POST allow"), "the request of post_action is decided like the client's", log.read_text())


def accounts(folder: Path):
    """Who asks comes from a variable; whoever is unknown or missing is blocked or locked down."""
    http_part = "map $http_x_test $who { default $http_x_test; }"
    server = """
        demarc_account $who;
        location / { PROXY }
        location /down/ { demarc_account_absent lockDown; PROXY }
        location /dana/ { demarc_account_absent dana@good.test; PROXY }
        location /redirect/ { demarc_on_route redirect; demarc_account_absent dana@good.test; PROXY }
    """
    with Nginx(folder, server, http_part) as nginx:
        for path, account, expected in [
            ("/a", "dana@good.test", 200),
            ("/a", "", 403),
            ("/a", "mallory@evil.test", 403),
            ("/a", "dana@good.test\u00ff", 403),
            ("/dana/a", "", 200),
            ("/dana/a", "mallory@evil.test", 403),
        ]:
            fields = {"X_Test": account} if account else {}
            status, body, _ = nginx.get(path, **fields)
            check(status == expected, f"{path} as `{account}` is {expected}", (status, body))
        status, _, fields = nginx.get("/redirect/a", Host="other.test", Accept="text/html")
        check(status == 302 and fields.get("location") == "microsoft-edge-https://other.test/redirect/a", "a route is a redirect", fields)
        check(fields.get("cache-control") == "no-store", "that is not kept", fields)


def secure(folder: Path):
    """TLS and HTTP/2: the name of the handshake, `:authority`, and the scheme of the connection."""
    made = ["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "2", "-subj", "/CN=good.test"]
    done = subprocess.run([*made, "-keyout", folder / "k.pem", "-out", folder / "c.pem"], capture_output=True)
    if done.returncode:
        print("modules: TLS is not tested without openssl: apt install openssl")
        return
    server = f"""
        listen 127.0.0.1:{PORT + 2} ssl http2; ssl_certificate c.pem; ssl_certificate_key k.pem;
        demarc_scheme claimed; demarc_compare_sni on;
        location / {{ PROXY }}
    """
    with Nginx(folder, server):
        for what, arguments, expected in [
            ("HTTP/2", ["--http2", "https://good.test/a"], "200"),
            ("HTTP/2, blocked", ["--http2", "https://good.test/admin/x"], "403"),
            ("HTTP/2, another :authority", ["--http2", "-H", "Host: evil.test", "https://good.test/a"], "403"),
            ("HTTP/2, a host beside the name of the handshake", ["--http2", "-H", "Host: files.good.test", "https://good.test/a"], "403"),
            ("HTTP/1.1", ["--http1.1", "https://good.test/a"], "200"),
            ("HTTP/1.1, another name", ["--http1.1", "-H", "Host: files.good.test", "https://good.test/a"], "403"),
        ]:
            arguments[-1] = arguments[-1].replace("good.test/", f"good.test:{PORT + 2}/")
            arguments[:-1] = [part if not part.startswith("Host: ") else f"{part}:{PORT + 2}" for part in arguments[:-1]]
            place = f"good.test:{PORT + 2}:127.0.0.1"
            done = subprocess.run(
                ["curl", "-sk", "-o", "/dev/null", "-w", "%{http_code}", "--resolve", place, *arguments], capture_output=True, text=True
            )
            check(done.stdout == expected, what, done.stdout + done.stderr)


def configurations(folder: Path):
    """`nginx -t` opens the policy, and refuses what could only block."""
    good = (folder / "policy.demarc").read_bytes()
    for what, change, server, view, expected in [
        ("a good one", None, "location / { PROXY }", "E", None),
        ("an unknown view", None, "location / { PROXY }", "Nowhere", "Nowhere"),
        ("a damaged policy", b"damaged", "location / { PROXY }", "E", "policy.demarc"),
        ("a policy in text", b"demarc: 1\n", "location / { PROXY }", "E", "policy.demarc"),
        ("an unknown word", None, "demarc_scheme ftp; location / { PROXY }", "E", "ftp"),
        ("a missing file", None, "demarc_policy gone.demarc; location / { PROXY }", "E", "gone.demarc"),
        ("an unknown account", None, "demarc_account dana@gud.test; location / { PROXY }", "E", "dana@gud.test"),
        ("no account for the absent", None, "demarc_account_absent ''; location / { PROXY }", "E", "empty"),
        ("a word in another case", None, "demarc_account_absent lockdown; location / { PROXY }", "E", "lockDown"),
        ("an unknown account for the absent", None, "demarc_account_absent dana@gud.test; location / { PROXY }", "E", "gud"),
        ("a known account for the absent", None, "demarc_account_absent dana@good.test; location / { PROXY }", "E", None),
    ]:
        (folder / "policy.demarc").write_bytes(change or good)
        (folder / "error.log").write_text("")
        code, said = Nginx(folder, server, view=view).test()
        check((code == 0) == (expected is None), f"nginx -t with {what}", said[-500:])
        check(expected is None or expected in said, f"nginx -t says what is wrong with {what}", said[-500:])
    (folder / "policy.demarc").write_bytes(good)
    # The workers of an nginx that root starts have another user.
    if os.geteuid() == 0:
        (folder / "policy.demarc").chmod(0o600)
        (folder / "error.log").write_text("")
        code, said = Nginx(folder, "location / { PROXY }").test()
        check(code != 0 and "policy.demarc" in said, "nginx -t with a policy that workers cannot read", said[-500:])
        (folder / "policy.demarc").chmod(0o644)
    # A configuration that is reloaded with a bad policy changes nothing: the workers go on.
    with Nginx(folder, "location / { PROXY }") as nginx:
        # The port is open before the worker has read the policy, so an answer is awaited.
        check(nginx.get("/a")[0] == 200, "an nginx that has just started", nginx.get("/a"))
        worker_file = folder / "policy.demarc"
        worker_file.write_bytes(b"damaged")
        nginx.process.send_signal(1)
        time.sleep(1)
        check(nginx.get("/a")[0] == 200, "a reload with a damaged policy is refused", nginx.get("/a"))
        worker_file.write_bytes(good)
        nginx.process.send_signal(1)
        time.sleep(1.5)
        check(nginx.get("/a")[0] == 200, "and with a good one works", nginx.get("/a"))
    # A policy that is replaced by one without the view is put in force, and says so.
    with Nginx(folder, "location / { PROXY } location /b/ { PROXY }") as nginx:
        replace(folder, SOURCE.read_text().replace("id: E,", "id: F,"))
        check(holds_soon(lambda: nginx.get("/a")[0] == 403), "without the view, requests are blocked", nginx.get("/a"))
        log = (folder / "error.log").read_text()
        said = [line for line in log.splitlines() if "[error]" in line and "policy.demarc: E: " in line]
        check(len(said) == 1, "an error names the view and the policy, once", log[-800:])
        replace(folder, SOURCE.read_text())
        check(holds_soon(lambda: nginx.get("/a")[0] == 200), "and pass with it", nginx.get("/a"))


def replace(folder: Path, policy: str):
    """Compiles a policy over the one in use."""
    (folder / "next.yaml").write_text(policy)
    subprocess.run([DEMARC, "compile", folder / "next.yaml", "-o", folder / "next.demarc", "--quiet"], check=True)
    (folder / "next.demarc").chmod(0o644)
    (folder / "next.demarc").rename(folder / "policy.demarc")


with tempfile.TemporaryDirectory(prefix="demarc-modules.", dir="/tmp") as text:
    place = Path(text)
    place.chmod(0o755)
    replace(place, SOURCE.read_text())
    for part in (phases, accounts, secure, configurations):
        part(place)
for line in failures:
    print(f"WRONG {line}", file=sys.stderr)
print(f"modules: nginx's own phases, {len(failures)} failed")
sys.exit(1 if failures else 0)
