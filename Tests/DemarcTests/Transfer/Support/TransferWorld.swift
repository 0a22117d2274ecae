import PolicyModel

/// One state of an app in which transfers can be queried: its policies and the acting account.
struct TransferWorld {
    /// Dana's policy.
    var first = Policy()
    /// The policy of all other managed accounts, and of the apps that name a policy.
    var second = Policy()
    /// The acting account if a request names none; `nobody` leaves every level unset.
    var acting = TransferPerson.nobody
    var isEnrolled = false
    var isMultiIdentity = true
    /// Whether the document declares the apps.
    var hasApps = true
    /// Whether the directory contains the unmanaged account; without it, that account is unknown as well.
    var hasHome = true

    /// The settings of a policy for transfers.
    struct Policy: Hashable {
        var outbound = ManagedAppDataTransferLevel.allApps
        var inbound = ManagedAppDataTransferLevel.allApps
        var savesOnlyTo: [ManagedAppDataStorageLocation]?
        var opensOnlyFrom: [ManagedAppDataIngestionLocation]?
        /// Whether lists are set although the flag is off, so that they must not count.
        var isListedInVain = false
        var filters = false
        var unprotectsMDM = false
        var protectsUnknown = false

        /// The policy in the form of Graph.
        var settings: AppProtectionPolicy {
            var policy = AppProtectionPolicy()
            policy.allowedOutboundDataTransferDestinations = outbound
            policy.allowedInboundDataTransferSources = inbound
            policy.saveAsBlocked = savesOnlyTo != nil
            policy.allowedDataStorageLocations = savesOnlyTo ?? []
            policy.blockDataIngestionIntoOrganizationDocuments = opensOnlyFrom != nil
            policy.allowedDataIngestionLocations = opensOnlyFrom ?? []
            if isListedInVain {
                if savesOnlyTo == nil { policy.allowedDataStorageLocations = [.sharePoint] }
                if opensOnlyFrom == nil { policy.allowedDataIngestionLocations = [.camera] }
            }
            policy.filterOpenInToOnlyManagedApps = filters
            policy.disableProtectionOfManagedOutboundOpenInData = unprotectsMDM
            policy.protectInboundDataFromUnknownSources = protectsUnknown
            return policy
        }

        /// Every combination of levels.
        static let levels: [Policy] = ManagedAppDataTransferLevel.allCases.flatMap { outbound in
            ManagedAppDataTransferLevel.allCases.map { Policy(outbound: outbound, inbound: $0) }
        }
    }

    // MARK: For the second reading

    func isKnown(_ person: TransferPerson) -> Bool { person != .stranger && (person != .home || hasHome) }

    /// The policy of a managed person; for several at once, the strictest policy.
    func policy(of person: TransferPerson) -> Policy {
        switch person {
        case .dana: first
        case .everyone:
            Policy(outbound: .none, inbound: .none, savesOnlyTo: [], opensOnlyFrom: [], filters: true)
        default: second
        }
    }
}
