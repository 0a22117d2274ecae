import ByteText
package import URLMatching

/// Files that lint checks together.
package enum LintTarget: Hashable, Sendable {
    /// A policy document with everything that it refers to.
    case policy(String)
    /// A rule file and its includes, unless a policy document includes it.
    case rules(String)
    /// A scenario file. Lint only checks that it can be read.
    case scenarios(String)
    /// Policies in the form of Graph or a device log, unless a policy document refers to them.
    case graph(String)
    /// A list.
    case list(String, ListFormat)
    /// The Info.plist and the entitlements of an app or extension; at least one file. Each of several entitlements
    /// belongs to another build of it, such as the one that is released.
    case app(infoPlist: String?, entitlements: [String])
    /// Entitlements that may belong to an app or extension with one of some Info.plists, or to something else.
    case entitlements([String], besides: [String])
    /// The files of an nginx configuration, the main file first.
    case nginx([String])

    /// Its files.
    var paths: [String] {
        switch self {
        case .policy(let path), .rules(let path), .scenarios(let path), .graph(let path), .list(let path, _): [path]
        case .app(let infoPlist, let entitlements): (infoPlist.map { [$0] } ?? []) + entitlements
        case .entitlements(let paths, _): paths
        case .nginx(let paths): paths
        }
    }

    /// The order in which targets are checked: targets that refer to others come first.
    var rank: Int {
        switch self {
        case .scenarios: 0
        case .policy: 1
        case .rules: 2
        case .graph: 3
        case .list: 4
        case .app: 5
        // Whether an app uses the SDK is known once its Info.plist was checked.
        case .entitlements: 6
        case .nginx: 7
        }
    }

    /// Groups files into targets.
    ///
    /// The only Info.plist of a folder and the only entitlements there form one target. Of several entitlements, those
    /// belong to it that are named like it, or like one another, as `App.entitlements` and `AppDebug.entitlements` are.
    /// If there are several Info.plists, entitlements belong to the one that is named like them, as
    /// `Share.entitlements` and `ShareRelease.entitlements` are named like `Share-Info.plist`.
    package static func targets(of files: [(path: String, kind: LintFileKind)]) -> [LintTarget] {
        var targets: [LintTarget] = []
        var folders: [String: AppFiles] = [:]
        var order: [String] = []
        for (path, kind) in files {
            switch kind {
            case .policy: targets.append(.policy(path))
            case .rules: targets.append(.rules(path))
            case .scenarios: targets.append(.scenarios(path))
            case .graph: targets.append(.graph(path))
            case .infoPlist, .entitlements:
                let folder = String(path[..<(path.lastIndex(of: "/") ?? path.startIndex)])
                if folders[folder] == nil { order.append(folder) }
                folders[folder, default: AppFiles()].add(path, kind)
            }
        }
        return targets + order.flatMap { folders[$0]?.targets ?? [] }
    }

    /// The targets, with an Info.plist and entitlements of different folders as one target if the user named exactly
    /// these two.
    ///
    /// - Parameters:
    ///   - targets: The targets.
    ///   - isNamed: Whether the user named a file.
    /// - Returns: The targets, in order; a joined one is last.
    static func joined(_ targets: [LintTarget], isNamed: (String) -> Bool) -> [LintTarget] {
        var infoPlists: [String] = []
        var entitlements: [String] = []
        for case .app(let infoPlist, let rights) in targets {
            if let infoPlist, isNamed(infoPlist) { infoPlists.append(infoPlist) }
            for path in rights where isNamed(path) { entitlements.append(path) }
        }
        guard infoPlists.count == 1, entitlements.count == 1 else { return targets }
        let parts: [LintTarget] = [
            .app(infoPlist: infoPlists[0], entitlements: []), .app(infoPlist: nil, entitlements: entitlements),
        ]
        guard parts.allSatisfy({ targets.contains($0) }) else { return targets }
        return targets.filter { !parts.contains($0) } + [.app(infoPlist: infoPlists[0], entitlements: entitlements)]
    }
}

/// The property lists of one folder.
private struct AppFiles {
    private var infoPlists: [String] = []
    private var entitlements: [String] = []

    mutating func add(_ path: String, _ kind: LintFileKind) {
        if kind == .infoPlist { infoPlists.append(path) } else { entitlements.append(path) }
    }

    var targets: [LintTarget] {
        guard !infoPlists.isEmpty else { return entitlements.map { .app(infoPlist: nil, entitlements: [$0]) } }
        let owned = infoPlists.count > 1 ? byInfoPlist : [ofOnlyInfoPlist]
        let paired = Set(owned.joined())
        let left = entitlements.filter { !paired.contains($0) }
        return zip(infoPlists, owned).map { LintTarget.app(infoPlist: $0, entitlements: $1) }
            + (left.isEmpty ? [] : [.entitlements(left, besides: infoPlists)])
    }

    /// The entitlements of each of several Info.plists.
    private var byInfoPlist: [[String]] {
        let stems = infoPlists.map { Self.stem($0, without: "plist") }
        var owned = [[String]](repeating: [], count: infoPlists.count)
        for path in entitlements {
            let stem = Self.stem(path, without: "entitlements")
            // `ShareMail.entitlements` belongs to `ShareMail-Info.plist`, even if there is `Share-Info.plist` too.
            let owner = stems.indices.filter { stems[$0] == stem || !stems[$0].isEmpty && stem.hasPrefix(stems[$0]) }
                .max { stems[$0].utf8.count < stems[$1].utf8.count }
            let longer = stem.isEmpty ? [] : stems.indices.filter { stems[$0].hasPrefix(stem) }
            if let owner = owner ?? (longer.count == 1 ? longer.first : nil) { owned[owner].append(path) }
        }
        return owned
    }

    /// The entitlements of the only Info.plist. Others in its folder belong to other targets, such as a widget.
    private var ofOnlyInfoPlist: [String] {
        guard entitlements.count > 1, let infoPlist = infoPlists.first else { return entitlements }
        let stem = Self.stem(infoPlist, without: "plist")
        let names = entitlements.map { Self.stem($0, without: "entitlements") }
        let named = names.indices.filter { Self.areAlike(names[$0], stem) }
        guard named.isEmpty else { return named.map { entitlements[$0] } }
        // In this order, a name is followed by those that begin with it.
        var families: [[Int]] = []
        for position in names.indices.sorted(on: { names[$0] }) where !names[position].isEmpty {
            if let first = families.last?.first, names[position].hasPrefix(names[first]) {
                families[families.count - 1].append(position)
            } else {
                families.append([position])
            }
        }
        let several = families.filter { $0.count > 1 }
        return several.count == 1 ? several[0].sorted().map { entitlements[$0] } : []
    }

    /// Whether one of two names begins with the other.
    private static func areAlike(_ one: String, _ other: String) -> Bool {
        !one.isEmpty && !other.isEmpty && (one.hasPrefix(other) || other.hasPrefix(one))
    }

    /// The name of a file without its extension and without `Info`.
    private static func stem(_ path: String, without ending: String) -> String {
        var name = (path.split(separator: "/").last ?? "").lowercased()
        if name.hasSuffix("." + ending) { name.removeLast(ending.count + 1) }
        if ending == "plist", name.hasSuffix("info") { name.removeLast(4) }
        while let last = name.last, "-_. ".contains(last) { name.removeLast() }
        return name
    }
}
