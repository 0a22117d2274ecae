#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

extension TransferWorld {
    /// Whether tests go through whole products, which takes a minute or two.
    static let isExhaustive = unsafe getenv("DEMARC_EXHAUSTIVE") != nil
}
