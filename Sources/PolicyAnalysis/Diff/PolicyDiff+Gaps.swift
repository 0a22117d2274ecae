import PolicyModel

/// How complete a comparison is.
extension PolicyDiff {
    /// A reason why not every class of requests was compared.
    package enum Gap: CaseIterable, Hashable, Sendable {
        /// The URLs that differ cannot all be found, or hosts, links or values can be combined in too many ways.
        case values
        /// There are too many combinations of accounts, apps, views and URLs.
        case combinations

        /// The gaps of the requests.
        static func all(of requests: DiffRequests) -> Set<Gap> {
            var gaps: Set<Gap> = []
            if !requests.isExact { gaps.insert(.values) }
            if requests.isCut { gaps.insert(.combinations) }
            return gaps
        }
    }

    /// The comparison of a policy with itself, however it is written. Nothing is asked, so it is exact for a policy of
    /// any size.
    init() {
        (edits, notCompared, opens, closes) = ([], [], [], [])
        (requestCount, comparedKinds, gaps) = (0, [.config], [])
        (assumesDocuments, reachesEachRule) = (false, true)
    }

    /// Whether every class of requests was compared.
    package var isComplete: Bool { gaps.isEmpty }

    /// Whether every class of requests was compared and every difference confirmed.
    package var isEachAsked: Bool { isComplete && !assumesDocuments && refusedCount == 0 }

    /// Whether every difference was compared, in every class of requests.
    package var isExact: Bool { isEachAsked && notCompared.isEmpty }
}
