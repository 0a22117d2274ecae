"""Writes the cases that `demarc probe` sends into its source, from the table of attacks."""

from . import table
from .proxies import ROOT

SOURCE = ROOT / "Sources/DemarcCommands/Probe/ProbeCorpus.swift"

TOP = '''/// What `demarc probe` sends: the cases of `Tests/Hosts/attacks.json` that need neither HTTP/2 nor patience.
///
/// `make hosts-corpus` writes this file; a test holds it to the table. Each case has a line with its name, its topic,
/// how many answers there are, and the fields that must not arrive; then the bytes, in the escapes of ``ProbeEscapes``.
enum ProbeCorpus {
    /// The cases, in the table's order.
    static let cases: [ProbeCase] = text.split(separator: "\\n\\n").compactMap { paragraph in
        let lines = paragraph.split(separator: "\\n", omittingEmptySubsequences: false)
        let words = lines[0].split(separator: " ").map(String.init)
        guard words.count >= 3, let topic = ProbeTopic(rawValue: words[1]) else { return nil }
        return ProbeCase(
            name: words[0],
            topic: topic,
            text: lines.dropFirst().joined(),
            stripped: Array(words.dropFirst(3)),
            answers: Int(words[2]) ?? 1
        )
    }

    private static let text = #"""
'''


def sent(case: table.Case) -> str:
    """The bytes of a case in escapes."""
    if lines := case.send.get("head"):
        return "\\r\\n".join(lines) + "\\r\\n\\r\\n"
    return case.send["raw"]


def embedded(cases: list[table.Case]) -> list[table.Case]:
    return [case for case in cases if "head" in case.send or "raw" in case.send]


def source() -> str:
    paragraphs = []
    for case in embedded(table.read()):
        words = [case.name, case.directive or "other", str(case.send.get("answers", 1)), *case.stripped]
        # A line of the source for each line of the request.
        lines = sent(case).replace("\\r\\n", "\\r\\n\n").rstrip("\n").split("\n")
        paragraphs.append("\n".join(f"        {line}" for line in [" ".join(words), *lines]))
    return TOP + "\n\n".join(paragraphs) + '\n        """#\n}\n'


def write():
    SOURCE.write_text(source())
