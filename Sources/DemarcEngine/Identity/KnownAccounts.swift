import PolicyModel

/// Every account that the documents of an engine have contained so far, under numbers that outlive a reload.
///
/// A name can pass from one account to another: an address is given to somebody else. What outlives a document, such as
/// pages, decisions, identity levels, and who has signed in or out, therefore refers to accounts by their numbers.
///
/// Two accounts of one document never become one account. If a document declares both under one account, that is the
/// account whose id it has, and the other one is gone.
struct KnownAccounts: Sendable {
    /// What the documents so far have called an account.
    private struct Names: Sendable {
        /// Its id in the last document that contained it.
        var id: AccountID
        /// Its user principal name, or its former id if a document lists it under that name only; nil for none.
        var other: AccountID?
    }

    /// The number of each account of the directory in force.
    private(set) var numbers: [UInt32] = []
    /// The identity for each number; ``ActingIdentity/unknown`` if the account is signed out or no longer in the
    /// policy.
    private(set) var identities: [ActingIdentity] = []
    /// The names of each account by number.
    private var names: [Names] = []
    /// The position in the directory in force for each number; nil if the account is not in it.
    private var positions: [Int?] = []
    private var numbersByID: [AccountID: UInt32] = [:]
    private var numbersByOtherName: [AccountID: UInt32] = [:]
    private var numbersByFormerID: [AccountID: UInt32] = [:]
    /// For the number of each account that is new in the directory in force, that of the account that once had its id.
    private(set) var formerHolders: [UInt32: UInt32] = [:]

    /// Numbers the accounts of an engine's first directory.
    init(_ directory: AccountDirectory) { follow(directory) }

    /// The identity of an account for decisions.
    func identity(of number: UInt32) -> ActingIdentity { identities[Int(number)] }

    /// The name of an account for hosts: the given one, unless another account of the directory in force has it, or the
    /// account is in the directory without it. Then it is the id of the account.
    ///
    /// The name of an account that is gone may be that of another one.
    func name(of number: UInt32, preferring name: AccountID, in directory: AccountDirectory) -> AccountID {
        directory.position(of: name) == positions[Int(number)] ? name : names[Int(number)].id
    }

    /// Takes over which accounts are signed in.
    mutating func resolve(_ accounts: SignedInAccounts) {
        identities = positions.map { position in position.map { accounts.identities[$0] } ?? .unknown }
    }

    // MARK: Numbering

    /// Numbers the accounts of a directory; known accounts keep their numbers.
    ///
    /// An account is the known account that has its id, or once had it. If there is none, it is the known account with
    /// which it shares a name, unless the directory has that account under its own id: then the name has passed to
    /// somebody else. The names of accounts in force come before those of accounts that are gone.
    ///
    /// - Complexity: O(*n*) in the number of accounts ever known.
    mutating func follow(_ directory: AccountDirectory) {
        positions = Array(repeating: nil, count: names.count)
        var found = [UInt32?](repeating: nil, count: directory.accounts.count)
        // One kind of match after the other, so that the order of a document never matters.
        let (ids, otherNames, formerIDs) = (numbersByID, numbersByOtherName, numbersByFormerID)
        let inForce = Set(numbers)
        find(directory, &found) { ids[$0.id] }
        find(directory, &found) { formerIDs[$0.id] }
        for isInForce in [true, false] {
            func known(_ number: UInt32?) -> UInt32? { number.flatMap { inForce.contains($0) == isInForce ? $0 : nil } }
            find(directory, &found) { known(otherNames[$0.id]) }
            find(directory, &found) { known($0.userPrincipalName.flatMap { ids[$0] }) }
            find(directory, &found) { known($0.userPrincipalName.flatMap { otherNames[$0] }) }
        }
        formerHolders = [:]
        numbers = []
        numbers.reserveCapacity(found.count)
        for (position, account) in directory.accounts.enumerated() {
            // Two accounts with one id, which only a document made in code can have, share a number.
            let number = found[position] ?? numbersByID[account.id] ?? add(account, at: position)
            if found[position] == nil { formerHolders[number] = formerIDs[account.id] }
            if positions[Int(number)] == position { rename(number, to: account, at: position, in: directory) }
            numbers.append(number)
        }
    }

    /// Finds the known account of each account that is not found yet.
    private mutating func find(
        _ directory: AccountDirectory,
        _ found: inout [UInt32?],
        _ match: (Account) -> UInt32?
    ) {
        for (position, account) in directory.accounts.enumerated() where found[position] == nil {
            guard let number = match(account), positions[Int(number)] == nil else { continue }
            found[position] = number
            positions[Int(number)] = position
        }
    }

    private mutating func add(_ account: Account, at position: Int) -> UInt32 {
        let number = UInt32(names.count)
        names.append(Names(id: account.id, other: nil))
        positions.append(position)
        return number
    }

    /// Takes over the names of an account. One that a document does not list stays, unless the document lists it for
    /// another account; a new user principal name replaces the former one.
    private mutating func rename(
        _ number: UInt32,
        to account: Account,
        at position: Int,
        in directory: AccountDirectory
    ) {
        let before = names[Int(number)]
        let kept = before.other.flatMap { numbersByOtherName[$0] == number ? $0 : nil }
        var other = account.userPrincipalName ?? (account.id == before.id ? kept : before.id)
        if let kept = other, let owner = directory.position(of: kept), owner != position { other = nil }
        if before.id != account.id {
            numbersByFormerID[before.id] = number
            if numbersByID[before.id] == number { numbersByID[before.id] = nil }
        }
        if let former = before.other, former != other, numbersByOtherName[former] == number {
            numbersByOtherName[former] = nil
        }
        names[Int(number)] = Names(id: account.id, other: other)
        numbersByID[account.id] = number
        if let other { numbersByOtherName[other] = number }
    }
}
