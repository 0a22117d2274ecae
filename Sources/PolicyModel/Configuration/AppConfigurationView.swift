/// All app configurations of an account combined, as the SDK's `IntuneMAMAppConfig` presents them.
///
/// The candidates of a key are all its targeted values, and its defaults only if there is no targeted value. No result
/// depends on the order of documents or files.
///
/// ```swift
/// let offline = AppConfigurationSetting("com.contoso.offline", .boolean(true))
/// let view = AppConfigurationView([AppConfigurationDocument(settings: [offline])])
/// switch view.boolValue("com.contoso.offline", .and) {
/// case .value(let isOffline): print(isOffline ? "offline" : "online")
/// case .absent: print("online")
/// case .invalid(let place): print("no Boolean at \(place?.description ?? "a place that is not known")")
/// }
/// ```
///
/// It is immutable, and can be queried from any thread.
public struct AppConfigurationView: Hashable, Sendable {
    /// The configurations that apply to the account.
    public let fullData: [AppConfigurationDocument]
    /// The candidates, grouped by key.
    private let candidates: [AppConfigurationCandidate]
    private let entries: [Entry]
    private let positions: [AppConfigurationKey: Int]

    /// The view of an account without configurations.
    public static let empty = AppConfigurationView([])

    /// The candidates of a key, with precomputed results.
    private struct Entry: Hashable, Sendable {
        var candidates: Range<Int>
        var hasConflict = false
        var strings = TypedSummary()
        var numbers = TypedSummary()
        var bools = TypedSummary()
    }

    /// The least and the greatest candidate as values of one type.
    private struct TypedSummary: Hashable, Sendable {
        var least = -1
        var greatest = -1
        /// A candidate of another type; -1 if all are of this type.
        var misfit = -1
    }

    /// Creates the view of documents that apply to an account.
    ///
    /// - Complexity: O(*n* log *k*) in the number of settings, where *k* is the number of candidates of one key.
    public init(_ documents: [AppConfigurationDocument]) {
        // PERF: two lists rather than one list of pairs, which the runtime would copy piece by piece.
        var (keys, found): ([Int], [AppConfigurationCandidate]) = ([], [])
        let count = documents.reduce(0) { $0 + $1.settings.count }
        keys.reserveCapacity(count)
        found.reserveCapacity(count)
        var positions: [AppConfigurationKey: Int] = [:]
        positions.reserveCapacity(documents.map(\.settings.count).max() ?? 0)
        var isTargeted: [Bool] = []
        for document in documents {
            for setting in document.settings {
                let key = AppConfigurationKey(setting.key)
                let position: Int
                if let known = positions[key] {
                    position = known
                    if !document.isDefault { isTargeted[position] = true }
                } else {
                    position = isTargeted.count
                    positions[key] = position
                    isTargeted.append(!document.isDefault)
                }
                keys.append(position)
                found.append(AppConfigurationCandidate(setting, of: document))
            }
        }
        for index in keys.indices where found[index].isDefault && isTargeted[keys[index]] { keys[index] = Self.noKey }
        self.init(documents, positions, keys, found)
    }

    /// Creates the view of several accounts at once: for each key, the candidates of all of them.
    public init(union views: [AppConfigurationView]) {
        var documents: [AppConfigurationDocument] = []
        var seen: Set<AppConfigurationDocument> = []
        var positions: [AppConfigurationKey: Int] = [:]
        var (keys, found): ([Int], [AppConfigurationCandidate]) = ([], [])
        for view in views {
            documents += view.fullData.filter { seen.insert($0).inserted }
            for (key, position) in view.positions {
                let number = positions[key] ?? positions.count
                positions[key] = number
                for candidate in view.candidates[view.entries[position].candidates] {
                    keys.append(number)
                    found.append(candidate)
                }
            }
        }
        self.init(documents, positions, keys, found)
    }

    /// Marks a candidate that does not count.
    private static let noKey = -1

    private init(
        _ documents: [AppConfigurationDocument],
        _ positions: [AppConfigurationKey: Int],
        _ keys: [Int],
        _ found: [AppConfigurationCandidate]
    ) {
        fullData = documents
        self.positions = positions
        // The start of each key's candidates: they are counted, and then each is put into its place.
        var starts = [Int](repeating: 0, count: positions.count + 1)
        for key in keys where key != Self.noKey { starts[key + 1] += 1 }
        for key in 0..<positions.count { starts[key + 1] += starts[key] }
        var order = [Int](repeating: 0, count: starts[positions.count])
        var next = starts
        for (index, key) in keys.enumerated() where key != Self.noKey {
            order[next[key]] = index
            next[key] += 1
        }
        // PERF: sorting moves numbers rather than candidates, which are reference-counted.
        for key in 0..<positions.count where starts[key + 1] - starts[key] > 1 {
            order[starts[key]..<starts[key + 1]].sort {
                AppConfigurationCandidate.isBefore(found[$0], found[$1])
            }
        }
        let candidates = order.map { found[$0] }
        entries = (0..<positions.count).map { Self.entry(starts[$0]..<starts[$0 + 1], candidates) }
        self.candidates = candidates
    }

    private static func entry(_ range: Range<Int>, _ candidates: [AppConfigurationCandidate]) -> Entry {
        var entry = Entry(candidates: range)
        var firstTargeted: AppConfigurationValue?
        for index in range {
            let candidate = candidates[index]
            if !candidate.isDefault {
                if let firstTargeted {
                    if firstTargeted != candidate.value { entry.hasConflict = true }
                } else {
                    firstTargeted = candidate.value
                }
            }
            add(index, candidate.text != nil, to: &entry.strings) {
                AppConfigurationCandidate.isBefore(candidates[$0], candidates[$1])
            }
            add(index, candidate.number != nil, to: &entry.numbers) {
                (candidates[$0].number ?? 0) < (candidates[$1].number ?? 0)
            }
            add(index, candidate.bool != nil, to: &entry.bools) {
                candidates[$0].bool == false && candidates[$1].bool == true
            }
        }
        return entry
    }

    private static func add(
        _ index: Int,
        _ isOfType: Bool,
        to summary: inout TypedSummary,
        isLess: (Int, Int) -> Bool
    ) {
        guard isOfType else {
            if summary.misfit < 0 { summary.misfit = index }
            return
        }
        if summary.least < 0 || isLess(index, summary.least) { summary.least = index }
        if summary.greatest < 0 || isLess(summary.greatest, index) { summary.greatest = index }
    }

    /// Whether both are the same for an account: the same candidates for each key, regardless of where they are
    /// written.
    ///
    /// - Complexity: O(*n*) in the candidates.
    package func isEquivalent(to other: AppConfigurationView) -> Bool {
        if self == other { return true }
        return positions.count == other.positions.count
            && positions.keys.allSatisfy { key in
                candidates(of: key.text).elementsEqual(other.candidates(of: key.text)) { one, other in
                    one.value == other.value && one.channel == other.channel && one.isDefault == other.isDefault
                }
            }
    }

    // MARK: Queries

    /// The keys, in the order of their bytes.
    ///
    /// - Complexity: O(*n* log *n*).
    public var keys: [String] { positions.keys.map(\.text).sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) } }

    /// The candidates of a key, in the order of their values; empty if there are none.
    ///
    /// - Complexity: O(1); allocates nothing.
    public func candidates(of key: String) -> ArraySlice<AppConfigurationCandidate> {
        guard let entry = entry(key) else { return [] }
        return candidates[entry.candidates]
    }

    /// Whether two targeted values of a key are not identical. A default never conflicts.
    ///
    /// - Complexity: O(1); allocates nothing.
    public func hasConflict(_ key: String) -> Bool { entry(key)?.hasConflict ?? false }

    /// A key as a text. Texts are in the order of their UTF-8 bytes.
    ///
    /// - Complexity: O(1); allocates nothing.
    public func stringValue(_ key: String, _ query: AppConfigurationRange = .any) -> AppConfigurationAnswer<String> {
        answer(key, \.strings, query == .max) { $0.text }
    }

    /// A key as a number: a number of a typed channel, or a text in JSON's grammar of numbers.
    ///
    /// - Complexity: O(1); allocates nothing.
    public func numberValue(_ key: String, _ query: AppConfigurationRange = .any) -> AppConfigurationAnswer<Double> {
        answer(key, \.numbers, query == .max) { $0.number }
    }

    /// A key as a Boolean: a Boolean of a typed channel, or one of the texts `true`, `false`, `yes`, `no`, `1` and `0`
    /// in any case.
    ///
    /// - Complexity: O(1); allocates nothing.
    public func boolValue(_ key: String, _ query: AppConfigurationJunction = .any) -> AppConfigurationAnswer<Bool> {
        // `false` is less than `true`: therefore `and` is the smallest candidate, and `or` the largest.
        answer(key, \.bools, query == .or) { $0.bool }
    }

    private func answer<Value>(
        _ key: String,
        _ summary: (Entry) -> TypedSummary,
        _ isGreatest: Bool,
        _ read: (AppConfigurationCandidate) -> Value?
    ) -> AppConfigurationAnswer<Value> {
        guard let entry = entry(key) else { return .absent }
        let summary = summary(entry)
        guard summary.misfit < 0 else { return .invalid(at: candidates[summary.misfit].location) }
        let index = isGreatest ? summary.greatest : summary.least
        guard index >= 0, let value = read(candidates[index]) else { return .absent }
        return .value(value)
    }

    /// The candidates of a key that are texts, without repetitions, in ascending order.
    ///
    /// - Complexity: O(*n*) in the candidates of the key.
    public func allStrings(_ key: String) -> [String] {
        Self.distinct(candidates(of: key).compactMap(\.text)) { $0.utf8.elementsEqual($1.utf8) }
    }

    /// The candidates of a key that are numbers, without repetitions, in ascending order.
    ///
    /// - Complexity: O(*n* log *n*) in the candidates of the key.
    public func allNumbers(_ key: String) -> [Double] {
        Self.distinct(candidates(of: key).compactMap(\.number).sorted(), ==)
    }

    /// The candidates of a key that are Booleans, without repetitions, `false` first.
    ///
    /// - Complexity: O(*n*) in the candidates of the key.
    public func allBools(_ key: String) -> [Bool] {
        let values = candidates(of: key).compactMap(\.bool)
        return [false, true].filter { values.contains($0) }
    }

    private static func distinct<Value>(_ sorted: [Value], _ isEqual: (Value, Value) -> Bool) -> [Value] {
        var result: [Value] = []
        for value in sorted where result.last.map({ !isEqual($0, value) }) ?? true { result.append(value) }
        return result
    }

    /// Whether the configuration takes screen capture out of the control of data transfer: every candidate must have
    /// exactly that value. Conflicting candidates never do.
    public var opensScreenCapture: Bool {
        let candidates = candidates(of: AppConfigurationDocument.screenCaptureKey)
        let wanted = AppConfigurationValue.string(AppConfigurationDocument.screenCaptureDisabled)
        return !candidates.isEmpty && candidates.allSatisfy { $0.value == wanted }
    }

    @inline(__always)
    private func entry(_ key: String) -> Entry? { positions[AppConfigurationKey(key)].map { entries[$0] } }
}
