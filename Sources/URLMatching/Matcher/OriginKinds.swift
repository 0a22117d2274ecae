package import URLStandard

/// The schemes and ports that a rule which is found by its host speaks of, as far as a table can say.
///
/// Most patterns ask for a host, a scheme and its own port, and for nothing else. Of a URL the same few bits are set, so
/// that one comparison answers for all of them.
package struct OriginKinds: OptionSet, Hashable, Sendable {
    package let rawValue: UInt16

    package init(rawValue: UInt16) { self.rawValue = rawValue }

    /// The schemes that are not special.
    package static let otherSchemes = OriginKinds(rawValue: 1)
    /// The special schemes.
    package static let specialSchemes = OriginKinds(rawValue: 0b111_1110)
    /// Ports that are not their scheme's own.
    package static let otherPorts = OriginKinds(rawValue: 1 << 7)
    /// No port in the URL, because there is none or it is its scheme's own.
    package static let ownPort = OriginKinds(rawValue: 1 << 8)

    package static let anyScheme: OriginKinds = [.otherSchemes, .specialSchemes]
    package static let anyPort: OriginKinds = [.otherPorts, .ownPort]
    /// Whatever there is.
    package static let all: OriginKinds = [.anyScheme, .anyPort]

    /// A scheme; nil for those that are not special.
    package static func scheme(_ scheme: SpecialScheme?) -> OriginKinds {
        OriginKinds(rawValue: 1 &<< UInt16(truncatingIfNeeded: scheme?.rawValue ?? 0))
    }
}
