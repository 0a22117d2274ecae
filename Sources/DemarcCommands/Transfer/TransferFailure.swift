/// A verdict that makes `demarc transfer` exit with 1 where `--fail-on` names it.
enum TransferFailure: String, CaseIterable {
    case block, allowEncrypted, allowAsOrganizationData, switchAccount
}
