import ArgumentParser
import Glibc
import Hosting
import PolicyFiles

/// `demarc schema`: the schemas that editors use for completion.
struct SchemaCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "schema",
        abstract: "Print the JSON Schema of policy documents, rule files, scenario files or a server's configuration.",
        discussion: """
            An editor that knows YAML completes keys and underlines mistakes as they are typed, once a file's first line \
            points at its schema:

              # yaml-language-server: $schema=policy.schema.json

            EXAMPLES:
              demarc schema policy > policy.schema.json
              demarc schema scenarios > scenarios.schema.json
            """
    )

    /// A file that has a schema.
    enum Kind: String, OptionWord {
        case policy, rules, scenarios, serve

        var json: String {
            switch self {
            case .policy: FileSchema.policy.json
            case .rules: FileSchema.rules.json
            case .scenarios: FileSchema.scenarios.json
            case .serve: ServerSchema.json
            }
        }
    }

    @Argument(help: "policy, rules, scenarios or serve.")
    var kind: Kind

    @OptionGroup var terminal: TerminalOptions

    func run() throws {
        var stream = OutputStream(descriptor: STDOUT_FILENO)
        stream.append(text: kind.json)
        try stream.finish()
    }
}
