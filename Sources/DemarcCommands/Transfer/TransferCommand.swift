import ArgumentParser

/// `demarc transfer`, the command that holds the questions about transfers.
struct TransferCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "transfer",
        abstract: "Decide whether data may be saved, opened, sent, received or used by a feature, and why.",
        discussion: """
            Accounts are ids or user principal names of the document; none is nobody. An owner, receiver or sender that is \
            left out is whoever acts; a location whose --account is left out is nobody's.

            EXAMPLES:
              demarc transfer save --policy policy.yaml --to localStorage --account dana@contoso.com
              demarc transfer open-from --policy policy.yaml --all-locations --format json
              demarc transfer send --policy policy.yaml --to com.contoso.scanner --via openIn --mdm-enrolled
              demarc transfer receive --policy policy.yaml --from com.example.notes --fail-on block
              demarc transfer setting --policy policy.yaml --name print
            """,
        subcommands: [
            SaveCommand.self, OpenFromCommand.self, SendCommand.self, ReceiveCommand.self, AppSharingCommand.self,
            SettingCommand.self,
        ]
    )
}
