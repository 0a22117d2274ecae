import PolicyModel

/// Numbers organizations, so that decisions compare words and not texts.
struct Organizations {
    private var numbers: [String: UInt32] = [:]
    private var next: UInt32 = 0

    /// The number of an organization; a name that is missing stands for an organization of its own.
    mutating func number(of name: String?) -> UInt32 {
        if let name, let known = numbers[name] { return known }
        defer { next += 1 }
        if let name { numbers[name] = next }
        return next
    }
}
