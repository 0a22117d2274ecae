import ArgumentParser

/// `demarc`, the root command.
struct DemarcCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "demarc",
        abstract: "Decides whether URLs may open in managed views, where they go instead, and why.",
        discussion: """
            EXAMPLES:
              demarc init --domain contoso.com
              demarc check --policy policy.yaml https://contoso.com/ https://example.net/
              demarc check --policy policy.yaml --input urls.txt --format ndjson \\
                > decisions.ndjson
              demarc url 'https://user@0x7f.1:443/%2e%2e/a'
              demarc open --policy policy.yaml tel:+15550100
              demarc paste --policy policy.yaml --from E --into app:com.example.notes
              demarc transfer save --policy policy.yaml --to localStorage
              demarc launch --policy policy.yaml --facts device.yaml
              demarc config --policy policy.yaml com.contoso.theme
              demarc show policy.yaml
              demarc audit --policy policy.yaml --fail-on leak
              demarc diff released.yaml policy.yaml --fail-on opens
              demarc test scenarios/
              demarc configure -i Info.plist -e App.entitlements
              demarc import chrome --allow allow.txt --block block.txt
              demarc compile policy.yaml -o policy.demarc
              demarc lint .
              demarc fmt --check .
              demarc explain DM040
              demarc bench --policy policy.yaml --urls urls.txt
              demarc schema policy > policy.schema.json
              demarc probe --through http://127.0.0.1:8080 --upstream :9002
              demarc helper squid --policy policy.demarc
              demarc replay decisions.ndjson --policy next.yaml
              demarc serve --check serve.yaml

            EXIT STATUS:
              0    success
              1    something was found: findings, a failed scenario, a refuted claim, a
                   --fail-on condition, an entry that import left out, or a file that
                   fmt --check would change
              2    an input could not be read or compiled, a line of NDJSON was
                   malformed, a scenario or claim is in error, or test, lint or fmt
                   found no file to work on
              64   usage
              130  interrupted (143 by SIGTERM); the results up to then are written
              141  the program that read the results has ended

            Completions: demarc --generate-completion-script bash (or zsh, fish).
            """,
        version: DemarcVersion.current,
        subcommands: [
            InitCommand.self, CheckCommand.self, URLCommand.self, OpenCommand.self, PasteCommand.self,
            TransferCommand.self, LaunchCommand.self, ConfigCommand.self, ShowCommand.self, AuditCommand.self,
            DiffCommand.self, TestCommand.self, LintCommand.self, FormatCommand.self, ExplainCommand.self,
            ConfigureCommand.self, ImportCommand.self, CompileCommand.self, BenchCommand.self, SchemaCommand.self,
            ServeCommand.self, HelperCommand.self, ProbeCommand.self, ReplayCommand.self,
        ]
    )
}
