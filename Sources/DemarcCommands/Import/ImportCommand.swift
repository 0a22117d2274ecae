import ArgumentParser

/// `demarc import`, the command that holds the formats it reads.
struct ImportCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "import",
        abstract: "Turn foreign lists and policies into Demarc files, and say what could not be carried over.",
        discussion: """
            The Demarc file goes to standard output or --output, the report to standard error. Entries that cannot be carried \
            over are left out and named, and the exit status is 1, unless --skip-invalid says to go without them: a block \
            entry that is left out is an open door.

            EXAMPLES:
              demarc import chrome --allow allow.txt --block block.txt --output policy.yaml
              demarc import content-settings popups.txt --class blocked
              demarc import edge --allow 'allowed-urls.txt' --format json
              demarc import hosts blocked-hosts --output lists/ads.txt
              demarc import adblock-domains easylist.txt --skip-invalid --output lists/ads.txt
              demarc import graph policy.json --display-name 'Level 2' --output policy.yaml
            """,
        subcommands: [
            ImportEdgeCommand.self, ImportChromeCommand.self, ImportContentSettingsCommand.self,
            ImportHostsCommand.self, ImportAdblockDomainsCommand.self, ImportGraphCommand.self,
        ]
    )
}
