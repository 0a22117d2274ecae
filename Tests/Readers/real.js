// Says what url.parse of Node.js makes of URLs; lines as in real.py.
"use strict";
const url = require("url");

const hex = (text) => Buffer.from(text, "utf8").toString("hex");

function read(line) {
  let parts;
  try {
    parts = url.parse(Buffer.from(line, "hex").toString("utf8"));
  } catch (error) {
    return "refused";
  }
  return [
    hex((parts.protocol || "").replace(/:$/, "").toLowerCase()),
    hex(parts.hostname || ""),
    parts.port === null ? "-" : parts.port,
    hex(parts.pathname || ""),
    parts.query === null ? "-" : hex(parts.query),
  ].join(",");
}

if (process.argv.includes("--version")) {
  console.log("Node.js " + process.version);
} else {
  process.removeAllListeners("warning");
  process.on("warning", () => {});
  let rest = "";
  process.stdin.setEncoding("latin1");
  process.stdin.on("data", (chunk) => {
    const lines = (rest + chunk).split("\n");
    rest = lines.pop();
    if (lines.length > 0) process.stdout.write(lines.map(read).join("\n") + "\n");
  });
}
