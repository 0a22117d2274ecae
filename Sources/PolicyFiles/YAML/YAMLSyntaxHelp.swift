/// What to do about the mistakes in YAML that people make most, told by libyaml's message and the byte it stands at.
enum YAMLSyntaxHelp {
    static func help(problem: String, byte: UInt8) -> String? {
        switch problem {
        case "found character that cannot start any token":
            byte == 0x09 ? "indent with spaces, not tabs" : "a text that begins with this character needs quotes"
        case "mapping values are not allowed in this context":
            "a text that holds `: ` needs quotes; a key needs an indentation of its own"
        case "did not find expected alphabetic or numeric character":
            "a text that begins with `*` or `&` needs quotes"
        case "could not find expected ':'":
            "a key needs `: ` behind it; check the indentation"
        case "did not find expected key", "did not find expected '-' indicator":
            "check the indentation; a text that goes on after its closing quote needs other quotes around all of it"
        case "found unexpected end of stream":
            "a quote or bracket is not closed"
        case "found unknown escape character":
            "write `\\\\` for a backslash, or use single quotes"
        case "did not find expected ',' or ']'" where byte == UInt8(ascii: "{"),
            "did not find expected ',' or '}'" where byte == UInt8(ascii: "{"):
            "between brackets, a text that holds `{` needs quotes"
        case "did not find expected ',' or ']'", "did not find expected ',' or '}'":
            "a bracket is not closed, or a comma is missing"
        default: nil
        }
    }
}
