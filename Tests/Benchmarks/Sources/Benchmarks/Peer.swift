import Glibc

/// ada in a shared library that `Scripts/build-peer` makes; every function runs its measured loop in C++.
@safe
struct Peer {
    private typealias Loop = @convention(c) (UnsafePointer<UInt8>, UnsafePointer<UInt32>, Int, Int) -> UInt64
    private typealias Text = @convention(c) () -> UnsafePointer<CChar>

    /// One function of the peer.
    enum Function: String {
        case parse = "demarc_peer_parse"
        case canParse = "demarc_peer_can_parse"
    }

    let version: String
    private let parse: Loop
    private let canParse: Loop

    /// Loads the library, or returns nil where it does not exist or is another one.
    init?(library path: String) {
        guard let handle = unsafe dlopen(path, RTLD_NOW | RTLD_LOCAL),
            let parse = unsafe dlsym(handle, Function.parse.rawValue),
            let canParse = unsafe dlsym(handle, Function.canParse.rawValue),
            let version = unsafe dlsym(handle, "demarc_peer_version")
        else { return nil }
        // SAFETY: Peer/ada_peer.cpp declares these names with these types; the handle is never closed.
        unsafe self.parse = unsafeBitCast(parse, to: Loop.self)
        unsafe self.canParse = unsafeBitCast(canParse, to: Loop.self)
        self.version = unsafe String(cString: unsafeBitCast(version, to: Text.self)())
    }

    func run(_ function: Function, _ corpus: Corpus) -> UInt64 {
        // SAFETY: the C++ side reads the bytes between the offsets, which lie inside `bytes`, and keeps nothing.
        let loop =
            switch function {
            case .parse: unsafe parse
            case .canParse: unsafe canParse
            }
        return unsafe corpus.bytes.withUnsafeBufferPointer { bytes in
            unsafe corpus.offsets.withUnsafeBufferPointer { offsets in
                // A corpus without a URL has no address; there is nothing to run then.
                guard let bytes = bytes.baseAddress, let first = offsets.baseAddress else { return 0 }
                return unsafe loop(bytes, first, corpus.count, corpus.repetitions)
            }
        }
    }
}
