import RuleIndex

/// Two sides of a transfer beside each other.
extension ActingIdentity {
    /// Whether it stands for several accounts at once.
    @inline(__always)
    var isLockDown: Bool {
        if case .managed(let managed) = self { managed.isLockDown } else { false }
    }

    /// Whether both sides are managed for one organization. Several accounts at once are of no organization.
    @inline(__always)
    func isSameOrganization(as other: ActingIdentity) -> Bool {
        guard case .managed(let own) = self, case .managed(let other) = other else { return false }
        return own.isSameOrganization(as: other)
    }

    /// Whether both sides are one managed account. Several accounts at once are the same as nothing.
    @inline(__always)
    func isSameAccount(as other: ActingIdentity) -> Bool {
        guard case .managed(let own) = self, case .managed(let other) = other else { return false }
        return own.isSameAccount(as: other)
    }
}
