/// Which threat defense service is heard where a device has two.
public enum MobileThreatDefensePartnerPriority: String, CaseIterable, Hashable, Sendable {
    /// Defender.
    case defenderOverThirdPartyPartner
    /// The other one.
    case thirdPartyPartnerOverDefender
}
