import PolicyModel

/// Numbers organizations, so that decisions compare words and not texts.
struct Organizations {
    private var numbers: [String: UInt32] = [:]
    private var next: UInt32 = 0

    /// The only organization there is; nil if there are several, or none.
    var only: UInt32? { next == 1 ? 0 : nil }

    /// The number of an organization; one without a name is always another one.
    mutating func number(of name: String?) -> UInt32 {
        if let name, let known = numbers[name] { return known }
        defer { next += 1 }
        if let name { numbers[name] = next }
        return next
    }
}
