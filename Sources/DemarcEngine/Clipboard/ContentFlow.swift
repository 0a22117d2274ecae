import PolicyModel
import RuleIndex

/// The ways for content to go from one place to another that one table decides on.
enum ContentFlow: Sendable {
    /// Through the clipboard, or by drag and drop, which is a copy followed by a paste.
    case clipboard
    /// Through a page. It has no exception for short texts, and its level is that of data transfer.
    case upload

    /// The level of a policy; that of data transfer has one step less.
    @inline(__always)
    func level(_ settings: TransferSettings) -> ManagedAppClipboardSharingLevel {
        switch self {
        case .clipboard: settings.clipboard
        case .upload:
            switch settings.outbound {
            case .allApps: .allApps
            case .managedApps: .managedApps
            case .none: .blocked
            }
        }
    }

    // MARK: The two sides of the table

    /// Whether a level lets its owner's content out, but for the exception.
    @inline(__always)
    static func letsOut(_ level: ManagedAppClipboardSharingLevel, withinOrganization: Bool) -> Bool {
        switch level {
        case .blocked: false
        case .managedApps, .managedAppsWithPasteIn: withinOrganization
        case .allApps: true
        }
    }

    /// Whether a level lets content of others in, but for the exception.
    @inline(__always)
    static func letsIn(_ level: ManagedAppClipboardSharingLevel, withinOrganization: Bool) -> Bool {
        switch level {
        case .blocked: false
        case .managedApps: withinOrganization
        case .managedAppsWithPasteIn, .allApps: true
        }
    }

    // MARK: Reasons

    /// The level of the owner's policy, which let it out or did not.
    func outbound(_ level: ManagedAppClipboardSharingLevel) -> ReasonCode {
        switch (self, level) {
        case (.clipboard, .blocked): .clipboardOutboundBlocked
        case (.clipboard, .managedApps): .clipboardOutboundManagedApps
        case (.clipboard, .managedAppsWithPasteIn): .clipboardOutboundManagedAppsWithPasteIn
        case (.clipboard, .allApps): .clipboardOutboundAllApps
        case (.upload, .blocked): .uploadOutboundNone
        case (.upload, .managedApps), (.upload, .managedAppsWithPasteIn): .uploadOutboundManagedApps
        case (.upload, .allApps): .uploadOutboundAllApps
        }
    }

    /// The level of the destination's policy, which let it in or did not.
    func inbound(_ level: ManagedAppClipboardSharingLevel) -> ReasonCode {
        switch (self, level) {
        case (.clipboard, .blocked): .clipboardInboundBlocked
        case (.clipboard, .managedApps): .clipboardInboundManagedApps
        case (.clipboard, .managedAppsWithPasteIn): .clipboardInboundManagedAppsWithPasteIn
        case (.clipboard, .allApps): .clipboardInboundAllApps
        case (.upload, .blocked): .uploadInboundNone
        case (.upload, .managedApps), (.upload, .managedAppsWithPasteIn): .uploadInboundManagedApps
        case (.upload, .allApps): .uploadInboundAllApps
        }
    }

    var unmanaged: ReasonCode { if case .clipboard = self { .clipboardUnmanaged } else { .uploadUnmanaged } }

    var sameAccount: ReasonCode { if case .clipboard = self { .clipboardSameAccount } else { .uploadSameAccount } }

    var outboundOtherApp: ReasonCode {
        if case .clipboard = self { .clipboardOutboundOtherApp } else { .uploadOutboundOtherApp }
    }

    var blockUpload: ReasonCode { if case .clipboard = self { .clipboardBlockUpload } else { .uploadBlockUpload } }
}
