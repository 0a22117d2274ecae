import AppLint
import PolicyModel

/// Saving copies and opening data.
extension PolicyChecks {
    mutating func checkStorage() {
        if !policy.saveAsBlocked, !policy.allowedDataStorageLocations.isEmpty {
            add(
                .storageLocationsWithoutEffect,
                "the locations restrict nothing: copies may be saved everywhere",
                at: .allowedDataStorageLocations,
                also: [.saveAsBlocked],
                help: "set `saveAsBlocked: true`, or remove the locations"
            )
        }
        if policy.saveAsBlocked, policy.allowedOutboundDataTransferDestinations == .allApps {
            add(
                .saveBlockedWithoutEffect,
                "copies may still be saved everywhere: outbound transfer is `allApps`",
                at: .saveAsBlocked,
                also: [.allowedOutboundDataTransferDestinations],
                help: "restrict `allowedOutboundDataTransferDestinations` to `managedApps`"
            )
        }
        if !policy.blockDataIngestionIntoOrganizationDocuments, !policy.allowedDataIngestionLocations.isEmpty {
            add(
                .ingestionLocationsWithoutEffect,
                "the locations restrict nothing: data may be opened from everywhere",
                at: .allowedDataIngestionLocations,
                also: [.blockDataIngestionIntoOrganizationDocuments],
                help: "set `blockDataIngestionIntoOrganizationDocuments: true`, or remove the locations"
            )
        }
        if policy.blockDataIngestionIntoOrganizationDocuments, policy.allowedInboundDataTransferSources == .allApps {
            add(
                .ingestionBlockedWithoutEffect,
                "data may still be opened from everywhere: inbound transfer is `allApps`",
                at: .blockDataIngestionIntoOrganizationDocuments,
                also: [.allowedInboundDataTransferSources],
                help: "restrict `allowedInboundDataTransferSources` to `managedApps`"
            )
        }
    }

    mutating func checkClipboard() {
        let outbound = policy.allowedOutboundDataTransferDestinations
        let isOpen = policy.allowedOutboundClipboardSharingLevel == .allApps
        if isOpen, outbound != .allApps {
            add(
                .clipboardOpen,
                "the clipboard takes organization data to every app, although outbound transfer is `\(outbound.rawValue)`",
                at: policy.location(of: .allowedOutboundClipboardSharingLevel) == nil
                    ? .allowedOutboundDataTransferDestinations : .allowedOutboundClipboardSharingLevel,
                help: "set `allowedOutboundClipboardSharingLevel: managedAppsWithPasteIn`"
            )
        }
        if isOpen, policy.allowedOutboundClipboardSharingExceptionLength > 0 {
            add(
                .clipboardExceptionWithoutEffect,
                "the exception has no effect: the clipboard is shared with all apps, whatever the length",
                at: .allowedOutboundClipboardSharingExceptionLength,
                also: [.allowedOutboundClipboardSharingLevel],
                help: "restrict `allowedOutboundClipboardSharingLevel`, or set the length to 0"
            )
        }
    }
}
