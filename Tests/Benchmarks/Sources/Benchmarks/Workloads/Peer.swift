import Glibc

/// ada in a shared library built by `Scripts/build-peer`; every function runs its measured loop in C++.
@safe
struct Peer {
    private typealias Loop = @convention(c) (UnsafePointer<UInt8>, UnsafePointer<UInt32>, Int, Int) -> UInt64
    private typealias Load = @convention(c) (UnsafePointer<UInt8>, Int) -> Void
    private typealias Text = @convention(c) () -> UnsafePointer<CChar>

    /// One function of the peer.
    enum Function: String {
        case parse = "demarc_peer_parse"
        case canParse = "demarc_peer_can_parse"
        /// Parses, and looks up the host among the domains loaded with ``Peer/load(domains:)``.
        case domains = "demarc_peer_domains"
    }

    let version: String
    private let parse: Loop
    private let canParse: Loop
    private let domains: Loop
    private let loadDomains: Load

    /// Loads the library, or returns nil if it does not exist or is a different library.
    init?(library path: String) {
        guard let handle = unsafe dlopen(path, RTLD_NOW | RTLD_LOCAL),
            let parse = unsafe dlsym(handle, Function.parse.rawValue),
            let canParse = unsafe dlsym(handle, Function.canParse.rawValue),
            let domains = unsafe dlsym(handle, Function.domains.rawValue),
            let loadDomains = unsafe dlsym(handle, "demarc_peer_load_domains"),
            let version = unsafe dlsym(handle, "demarc_peer_version")
        else { return nil }
        // SAFETY: the files in Peer declare these names with these types; the handle is never closed.
        unsafe self.parse = unsafeBitCast(parse, to: Loop.self)
        unsafe self.canParse = unsafeBitCast(canParse, to: Loop.self)
        unsafe self.domains = unsafeBitCast(domains, to: Loop.self)
        unsafe self.loadDomains = unsafeBitCast(loadDomains, to: Load.self)
        self.version = unsafe String(cString: unsafeBitCast(version, to: Text.self)())
    }

    /// Loads the domains to look up, one per line. Must not be called while another thread runs ``Function/domains``.
    func load(domains text: [UInt8]) {
        // SAFETY: the C++ side copies what it keeps.
        unsafe text.withUnsafeBufferPointer { bytes in
            guard let start = bytes.baseAddress else { return }
            unsafe loadDomains(start, bytes.count)
        }
    }

    func run(_ function: Function, _ corpus: Corpus) -> UInt64 {
        // SAFETY: the C++ side reads the bytes between the offsets, which are within `bytes`, and keeps nothing.
        let loop =
            switch function {
            case .parse: unsafe parse
            case .canParse: unsafe canParse
            case .domains: unsafe domains
            }
        return unsafe corpus.bytes.withUnsafeBufferPointer { bytes in
            unsafe corpus.offsets.withUnsafeBufferPointer { offsets in
                // A corpus without URLs has no address, and there is nothing to run.
                guard let bytes = bytes.baseAddress, let first = offsets.baseAddress else { return 0 }
                return unsafe loop(bytes, first, corpus.count, corpus.repetitions)
            }
        }
    }
}
