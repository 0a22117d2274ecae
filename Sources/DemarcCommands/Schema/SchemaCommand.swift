import ArgumentParser
import Glibc
import PolicyFiles

/// `demarc schema`: what an editor completes from.
struct SchemaCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "schema",
        abstract: "Print the JSON Schema of policy documents, rule files or scenario files.",
        discussion: """
            An editor that knows YAML completes keys and underlines mistakes as they are typed, once a file's first line \
            points at its schema:

              # yaml-language-server: $schema=policy.schema.json

            EXAMPLES:
              demarc schema policy > policy.schema.json
              demarc schema scenarios > scenarios.schema.json
            """
    )

    @Argument(help: "policy, rules or scenarios.")
    var kind: Choice<FileSchema>

    @OptionGroup var terminal: TerminalOptions

    func run() throws {
        var stream = OutputStream(descriptor: STDOUT_FILENO)
        stream.append(text: kind.value.json)
        try stream.finish()
    }
}
