package import PolicyModel

/// The settings of a policy for clipboard and transfers, as plain words: reading one counts no reference.
package struct TransferSettings: Sendable {
    package let outbound: ManagedAppDataTransferLevel
    package let inbound: ManagedAppDataTransferLevel
    package let clipboard: ManagedAppClipboardSharingLevel
    /// How many characters of text may leave regardless of the level.
    package let clipboardException: UInt32
    package let saveAsBlocked: Bool
    package let ingestionBlocked: Bool
    package let filtersOpenIn: Bool
    package let leavesMDMOpenInUnprotected: Bool
    package let protectsUnknownSources: Bool
    private let storageLocations: UInt16
    private let ingestionLocations: UInt16

    init(_ policy: AppProtectionPolicy) {
        outbound = policy.allowedOutboundDataTransferDestinations
        inbound = policy.allowedInboundDataTransferSources
        clipboard = policy.allowedOutboundClipboardSharingLevel
        clipboardException = UInt32(clamping: policy.allowedOutboundClipboardSharingExceptionLength)
        saveAsBlocked = policy.saveAsBlocked
        ingestionBlocked = policy.blockDataIngestionIntoOrganizationDocuments
        filtersOpenIn = policy.filterOpenInToOnlyManagedApps
        leavesMDMOpenInUnprotected = policy.disableProtectionOfManagedOutboundOpenInData
        protectsUnknownSources = policy.protectInboundDataFromUnknownSources
        storageLocations = Self.bits(of: policy.allowedDataStorageLocations.map { Self.location(of: $0) })
        ingestionLocations = Self.bits(of: policy.allowedDataIngestionLocations.map { Self.location(of: $0) })
    }

    /// Whether the policy lists a location to save to.
    @inline(__always)
    package func lists(_ location: SaveLocation) -> Bool { storageLocations & Self.bit(of: location) != 0 }

    /// Whether the policy lists a location to open from.
    @inline(__always)
    package func lists(_ location: OpenLocation) -> Bool { ingestionLocations & Self.bit(of: location) != 0 }

    // MARK: Locations as bits

    private static func bits(of locations: [SaveLocation]) -> UInt16 { locations.reduce(0) { $0 | bit(of: $1) } }

    private static func bits(of locations: [OpenLocation]) -> UInt16 { locations.reduce(0) { $0 | bit(of: $1) } }

    @inline(__always)
    private static func bit(of location: SaveLocation) -> UInt16 {
        switch location {
        case .oneDriveForBusiness: 1 << 0
        case .sharePoint: 1 << 1
        case .box: 1 << 2
        case .localStorage: 1 << 3
        case .photoLibrary: 1 << 4
        case .iManage: 1 << 5
        case .egnyte: 1 << 6
        case .dropbox, .googleDrive, .accountDocument, .other: 0  // No policy can list these.
        }
    }

    @inline(__always)
    private static func bit(of location: OpenLocation) -> UInt16 {
        switch location {
        case .oneDriveForBusiness: 1 << 0
        case .sharePoint: 1 << 1
        case .camera: 1 << 2
        case .photoLibrary: 1 << 3
        case .localStorage: 1 << 4
        case .box: 1 << 5
        case .iManage: 1 << 6
        case .egnyte: 1 << 7
        case .dropbox, .googleDrive, .accountDocument, .other: 0  // No policy can list these.
        }
    }

    private static func location(of setting: ManagedAppDataStorageLocation) -> SaveLocation {
        switch setting {
        case .oneDriveForBusiness: .oneDriveForBusiness
        case .sharePoint: .sharePoint
        case .box: .box
        case .localStorage: .localStorage
        case .photoLibrary: .photoLibrary
        case .iManage: .iManage
        case .egnyte: .egnyte
        }
    }

    private static func location(of setting: ManagedAppDataIngestionLocation) -> OpenLocation {
        switch setting {
        case .oneDriveForBusiness: .oneDriveForBusiness
        case .sharePoint: .sharePoint
        case .camera: .camera
        case .photoLibrary: .photoLibrary
        case .localStorage: .localStorage
        case .box: .box
        case .iManage: .iManage
        case .egnyte: .egnyte
        }
    }
}
