import CDemarc
import DemarcEngine
import PolicyModel
import RequestReading

// The numbers in the header for the values of the engine. Each is listed explicitly, so that none depends on the order
// of an enumeration, and a new case without a number does not compile.

extension Verdict {
    @inline(__always)
    var number: UInt32 {
        switch self {
        case .block: UInt32(DEMARC_BLOCK)
        case .allow: UInt32(DEMARC_ALLOW)
        case .route: UInt32(DEMARC_ROUTE)
        case .allowEncrypted: UInt32(DEMARC_ALLOW_ENCRYPTED)
        case .allowAsOrganizationData: UInt32(DEMARC_ALLOW_AS_ORGANIZATION_DATA)
        case .switchAccount: UInt32(DEMARC_SWITCH_ACCOUNT)
        case .plain: UInt32(DEMARC_PLAIN)
        case .protected: UInt32(DEMARC_PROTECTED)
        }
    }
}

extension Destination? {
    @inline(__always)
    var number: UInt32 {
        switch self {
        case nil: UInt32(DEMARC_NOWHERE)
        case .view: UInt32(DEMARC_IN_VIEW)
        case .managedBrowser: UInt32(DEMARC_IN_MANAGED_BROWSER)
        case .unmanagedBrowser: UInt32(DEMARC_IN_UNMANAGED_BROWSER)
        case .managedApp: UInt32(DEMARC_IN_MANAGED_APP)
        case .unmanagedApp: UInt32(DEMARC_IN_UNMANAGED_APP)
        case .system: UInt32(DEMARC_IN_SYSTEM)
        case .installBrowser: UInt32(DEMARC_IN_BROWSER_OFFER)
        }
    }
}

extension URLClass? {
    @inline(__always)
    var number: UInt32 {
        switch self {
        case nil: UInt32(DEMARC_UNCLASSIFIED)
        case .internal: UInt32(DEMARC_INTERNAL)
        case .external: UInt32(DEMARC_EXTERNAL)
        case .blocked: UInt32(DEMARC_BLOCKED)
        }
    }
}

extension PageClassification? {
    @inline(__always)
    var number: UInt32 {
        switch self {
        case nil: UInt32(DEMARC_NO_PAGE)
        case .managed: UInt32(DEMARC_MANAGED)
        case .unmanaged: UInt32(DEMARC_UNMANAGED)
        }
    }
}

extension Frame {
    /// The frame with a number; nil for an unknown number.
    @inline(__always)
    init?(number: UInt32) {
        switch Int(number) {
        case DEMARC_TOP: self = .top
        case DEMARC_SUB: self = .sub
        case DEMARC_RESOURCE: self = .resource
        default: return nil
        }
    }

    var number: UInt32 {
        switch self {
        case .top: UInt32(DEMARC_TOP)
        case .sub: UInt32(DEMARC_SUB)
        case .resource: UInt32(DEMARC_RESOURCE)
        }
    }
}

extension RequestFault {
    /// The fault with a number; nil for an unknown number.
    init?(number: UInt32) {
        guard let fault = Self.allCases.first(where: { $0.number == number }) else { return nil }
        self = fault
    }

    var number: UInt32 {
        switch self {
        case .authorityMissing: UInt32(DEMARC_FAULT_AUTHORITY_MISSING)
        case .authorityInvalid: UInt32(DEMARC_FAULT_AUTHORITY_INVALID)
        case .authoritiesDiffer: UInt32(DEMARC_FAULT_AUTHORITIES_DIFFER)
        case .portMissing: UInt32(DEMARC_FAULT_PORT_MISSING)
        case .methodInvalid: UInt32(DEMARC_FAULT_METHOD_INVALID)
        case .targetInvalid: UInt32(DEMARC_FAULT_TARGET_INVALID)
        case .targetAsterisk: UInt32(DEMARC_FAULT_TARGET_ASTERISK)
        case .targetFragment: UInt32(DEMARC_FAULT_TARGET_FRAGMENT)
        case .targetByte: UInt32(DEMARC_FAULT_TARGET_BYTE)
        case .targetTooLong: UInt32(DEMARC_FAULT_TARGET_TOO_LONG)
        case .fieldRepeated: UInt32(DEMARC_FAULT_FIELD_REPEATED)
        case .fieldAlias: UInt32(DEMARC_FAULT_FIELD_ALIAS)
        case .fieldMissing: UInt32(DEMARC_FAULT_FIELD_MISSING)
        case .fieldsDiffer: UInt32(DEMARC_FAULT_FIELDS_DIFFER)
        case .compositeURL: UInt32(DEMARC_FAULT_COMPOSITE_URL)
        case .schemeInvalid: UInt32(DEMARC_FAULT_SCHEME_INVALID)
        case .schemesDiffer: UInt32(DEMARC_FAULT_SCHEMES_DIFFER)
        case .upgradeUnknown: UInt32(DEMARC_FAULT_UPGRADE_UNKNOWN)
        case .upgradeH2C: UInt32(DEMARC_FAULT_UPGRADE_H2C)
        case .accountMissing: UInt32(DEMARC_FAULT_ACCOUNT_MISSING)
        case .accountRepeated: UInt32(DEMARC_FAULT_ACCOUNT_REPEATED)
        case .accountInvalid: UInt32(DEMARC_FAULT_ACCOUNT_INVALID)
        case .viewUnknown: UInt32(DEMARC_FAULT_VIEW_UNKNOWN)
        case .bindingUnknown: UInt32(DEMARC_FAULT_BINDING_UNKNOWN)
        case .peerUnknown: UInt32(DEMARC_FAULT_PEER_UNKNOWN)
        case .headTooLarge: UInt32(DEMARC_FAULT_HEAD_TOO_LARGE)
        case .headInvalid: UInt32(DEMARC_FAULT_HEAD_INVALID)
        case .framingAmbiguous: UInt32(DEMARC_FAULT_FRAMING_AMBIGUOUS)
        case .timedOut: UInt32(DEMARC_FAULT_TIMED_OUT)
        case .overloaded: UInt32(DEMARC_FAULT_OVERLOADED)
        }
    }
}
