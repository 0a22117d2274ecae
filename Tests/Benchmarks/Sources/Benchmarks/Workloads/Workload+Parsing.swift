import URLStandard

extension Workload {
    /// ada's functions, if the peer could be built.
    static func peer(_ peer: Peer) -> [Workload] {
        [
            Workload(name: "ada can_parse") { peer.run(.canParse, $0) },
            Workload(name: "ada parse", isReference: true) { peer.run(.parse, $0) },
        ]
    }

    /// Demarc's two ways of parsing bytes into a URL record.
    static var parsing: [Workload] {
        [
            Workload(name: "Demarc parse, reused buffer", bar: .reusedBuffer) { corpus in
                var url = URLRecord()
                return corpus.sum { input in
                    do {
                        try url.parse(input)
                        return UInt64(url.href.count)
                    } catch {
                        return 0
                    }
                }
            },
            Workload(name: "Demarc parse, owning value", bar: .owningValue) { corpus in
                corpus.sum { input in
                    guard let url = try? URLRecord(parsing: input) else { return 0 }
                    return length(of: url)
                }
            },
        ]
    }

    // PERF: accessing a span of a noncopyable value inside a closure puts the value into a heap box, which costs as
    // much as the parse; accessing it through a parameter does not.
    @inline(__always)
    private static func length(of url: borrowing URLRecord) -> UInt64 { UInt64(url.href.count) }
}
