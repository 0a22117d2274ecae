import CPrefetch

/// Asks for memory ahead of its use. What is unsafe in it is an address, which nothing is read through.
enum Prefetch {
    /// Asks for the line that the byte at `offset` is in, and does not wait for it; no offset does any harm.
    @inline(__always)
    static func line(at offset: Int, of bytes: Span<UInt8>) {
        unsafe bytes.withUnsafeBufferPointer { buffer in
            guard let base = buffer.baseAddress else { return }
            // SAFETY: taken without sign, an offset is cut at the end of the bytes, so the pointer stays inside them or
            // points at their end; nothing is read through it.
            let inside = Int(bitPattern: min(UInt(bitPattern: offset), UInt(bitPattern: buffer.count)))
            unsafe demarc_prefetch(base + inside)
        }
    }
}
