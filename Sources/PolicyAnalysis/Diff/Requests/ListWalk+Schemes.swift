import ByteText
import URLMatching

extension ListWalk {
    /// The conditions that distinguish schemes, by the hosts that they name.
    struct SchemeScopes {
        private let scopes: [MatcherScope]
        private let index: HostScopeIndex
        /// The classes if no condition distinguishes schemes.
        private let plain: [Int]

        init(_ scopes: [MatcherScope], in schemes: inout SchemeClasses) {
            self.scopes = scopes.filter { $0.schemes != nil || $0.port != .any }
            index = HostScopeIndex(self.scopes.lazy.map(\.host))
            plain = schemes.classes(of: [])
        }

        /// The classes for a host.
        ///
        /// PERF: nearly all names of a million lines are in no other condition, and cost a look-up of each label.
        func classes(of host: Span<UInt8>, in schemes: inout SchemeClasses) -> [Int] {
            guard !scopes.isEmpty else { return plain }
            let positions = index.positions(containing: host)
            guard !positions.isEmpty else { return plain }
            let name = HostScope.name(host.array, .exact)
            return schemes.classes(of: positions.lazy.map { scopes[$0] }.filter { $0.host.contains(name) })
        }
    }
}
