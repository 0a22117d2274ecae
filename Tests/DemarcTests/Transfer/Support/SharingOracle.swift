import PolicyModel

/// The tables for sending and receiving once more: slow, plain, and sharing no code with the engine.
extension TransferWorld {
    /// What is known about an app on the other side.
    private struct Peer {
        var isManaged = false
        var organization: String?
        /// The policy, where it is known.
        var policy: Policy?
        var isMDMManaged = false
        var isUnknown = false
        var isSeveral = false
    }

    private func peer(_ app: TransferApp) -> Peer {
        let isDeclared = hasApps && app != .unheardOf
        var peer = Peer(isMDMManaged: isDeclared && app.isMDMManaged)
        if app == .thisApp {  // Whoever acts in it, whatever is declared.
            peer.isUnknown = !isKnown(acting)
            peer.isManaged = acting.isManaged
            peer.organization = acting.organization
            peer.policy = acting.isManaged ? policy(of: acting) : nil
            peer.isSeveral = acting == .everyone
        } else if isDeclared {
            peer.isManaged = app.isManaged
            peer.organization = app.organization
            peer.policy = app.namesPolicy ? second : nil
        }
        return peer
    }

    /// What the table says on data that is sent.
    func expectedSend(to app: TransferApp, via method: SharingMethod, ownedBy sender: TransferPerson?) -> String {
        let sender = sender ?? acting
        let peer = peer(app)
        if !isKnown(sender) || peer.isUnknown { return "block identity.unknown" }
        let line = sendingRow(sender, peer, method)
        return sender == .everyone || peer.isSeveral ? toldOfLockDown(line) : line
    }

    private func sendingRow(_ sender: TransferPerson, _ peer: Peer, _ method: SharingMethod) -> String {
        if !sender.isManaged { return "allow identity.unmanaged" }
        let policy = policy(of: sender)
        if policy.outbound == .allApps { return "allow send.outbound.allApps" }
        if policy.outbound == .none { return "block send.outbound.none" }
        if peer.isManaged, let organization = peer.organization, organization == sender.organization {
            return "allow send.outbound.sameOrganization"
        }
        if method == .direct || method == .url { return "block send.outbound.managedApps" }
        if policy.unprotectsMDM && isEnrolled && peer.isMDMManaged {
            return "allow send.outbound.managedApps send.openIn.unprotected"
        }
        return policy.filters
            ? "block send.outbound.managedApps send.openIn.filtered"
            : "allowEncrypted send.outbound.managedApps send.openIn.encrypted"
    }

    /// What the table says on data that comes in; what has an owner of its own must be allowed as from that owner too.
    func expectedReceive(
        from app: TransferApp,
        into receiver: TransferPerson?,
        ownedBy owner: TransferPerson? = nil
    ) -> String {
        let receiver = receiver ?? acting
        let peer = peer(app)
        if !isKnown(receiver) || peer.isUnknown { return "block identity.unknown" }
        // Whatever is said of lock-down is said before the owner is looked at.
        let line =
            owner.map { !isKnown($0) } ?? false
            ? "block identity.unknown"
            : receiver.isManaged ? receivingRow(receiver, peer, owner) : receivingRow(peer, owner)
        return receiver == .everyone || peer.isSeveral ? toldOfLockDown(line) : line
    }

    private func receivingRow(_ receiver: TransferPerson, _ peer: Peer, _ owner: TransferPerson?) -> String {
        let policy = policy(of: receiver)
        let isSame = peer.organization != nil && peer.organization == receiver.organization
        let isOwnersSame = owner.map { $0.isManaged && $0.organization == receiver.organization } ?? true
        if policy.inbound == .allApps {
            if let owner, !isOwnersSame, keeps(owner) {
                return "block receive.inbound.allApps receive.owner.outbound.restricted"
            }
            return policy.protectsUnknown && isEnrolled
                ? "allowAsOrganizationData receive.inbound.allApps receive.inbound.protected"
                : "allow receive.inbound.allApps"
        }
        if policy.inbound == .managedApps, isSame, isOwnersSame { return "allow receive.inbound.sameOrganization" }
        let why =
            policy.inbound == .none
            ? "receive.inbound.none" : isSame ? "receive.owner.organization" : "receive.inbound.managedApps"
        // Another account may do, if there is one, and if the app and the owner could send to it.
        let mayElse =
            receiver != .everyone && isMultiIdentity && hasHome && receivingRow(peer, owner).hasPrefix("allow")
        return mayElse ? "switchAccount \(why) receive.switchAccount" : "block \(why)"
    }

    /// The same into an account that isn't managed, or nobody's.
    private func receivingRow(_ peer: Peer, _ owner: TransferPerson?) -> String {
        if peer.isManaged, peer.policy == nil { return "block receive.sender.unnamed" }
        if let policy = peer.policy, policy.outbound != .allApps { return "block receive.sender.outbound.restricted" }
        if let owner, keeps(owner) { return "block receive.owner.outbound.restricted" }
        return "allow identity.unmanaged" + (peer.isManaged ? " receive.sender.outbound.allApps" : "")
    }

    /// Whether somebody's data stays in its organization.
    private func keeps(_ owner: TransferPerson) -> Bool { owner.isManaged && policy(of: owner).outbound != .allApps }

    /// That several accounts act comes before the reasons of the row.
    private func toldOfLockDown(_ line: String) -> String {
        let words = line.split(separator: " ")
        return ([words[0], "identity.lockDown"] + words.dropFirst()).joined(separator: " ")
    }

    /// Whether anything could receive what somebody has.
    func expectsSharing(of person: TransferPerson?) -> Bool {
        let person = person ?? acting
        guard isKnown(person) else { return false }
        return !person.isManaged || policy(of: person).outbound != .none
    }
}
