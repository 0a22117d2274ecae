import PolicyModel
import URLMatching

// Every enumeration that a document holds; they are written by name, see ``CompiledForm``.

extension AmbiguousURLs: CompiledForm {}
extension ListFormat: CompiledForm {}
extension MatcherKey: CompiledForm {}
extension RuleSet.Subresources: CompiledForm {}
extension RuleSet.Transition: CompiledForm {}
extension URLClass: CompiledForm {}
extension WebViewPolicy: CompiledForm {}

extension ManagedAppClipboardSharingLevel: CompiledForm {}
extension ManagedAppConfigurationState: CompiledForm {}
extension ManagedAppDataEncryptionType: CompiledForm {}
extension ManagedAppDataIngestionLocation: CompiledForm {}
extension ManagedAppDataStorageLocation: CompiledForm {}
extension ManagedAppDataTransferLevel: CompiledForm {}
extension ManagedAppDeviceThreatLevel: CompiledForm {}
extension ManagedAppNotificationRestriction: CompiledForm {}
extension ManagedAppPhoneNumberRedirectLevel: CompiledForm {}
extension ManagedAppPinCharacterSet: CompiledForm {}
extension ManagedAppRemediationAction: CompiledForm {}
extension ManagedBrowserType: CompiledForm {}
extension MessagingRedirectType: CompiledForm {}
extension MobileThreatDefensePartnerPriority: CompiledForm {}

extension AppSetting: CompiledKey {}
extension PolicySetting: CompiledKey {}
