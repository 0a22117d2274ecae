import PolicyModel

/// One moment of an app in which questions about transfers can be asked: what its policies say, and who acts.
struct TransferWorld {
    /// The policy of Dana.
    var first = Policy()
    /// The policy of everybody else who is managed, and of the apps that name one.
    var second = Policy()
    /// Who acts where a request names nobody; `nobody` leaves every level unset.
    var acting = TransferPerson.nobody
    var isEnrolled = false
    var isMultiIdentity = true
    /// Whether the document declares the apps.
    var hasApps = true
    /// Whether the directory has the unmanaged account; without it, that is one more stranger.
    var hasHome = true

    /// What a policy says on transfers.
    struct Policy: Hashable {
        var outbound = ManagedAppDataTransferLevel.allApps
        var inbound = ManagedAppDataTransferLevel.allApps
        var savesOnlyTo: [ManagedAppDataStorageLocation]?
        var opensOnlyFrom: [ManagedAppDataIngestionLocation]?
        /// What is listed with the flag off, where it must not count.
        var isListedInVain = false
        var filters = false
        var unprotectsMDM = false
        var protectsUnknown = false

        /// As Graph has it.
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

    /// The policy of somebody managed; of several at once the strictest.
    func policy(of person: TransferPerson) -> Policy {
        switch person {
        case .dana: first
        case .everyone:
            Policy(outbound: .none, inbound: .none, savesOnlyTo: [], opensOnlyFrom: [], filters: true)
        default: second
        }
    }
}
