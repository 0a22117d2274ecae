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
    /// Entitlements of an app or extension whose Info.plist is one of several.
    case entitlements(String, besides: [String])
    /// The files of an nginx configuration, the main file first.
    case nginx([String])

    /// Its files.
    var paths: [String] {
        switch self {
        case .policy(let path), .rules(let path), .scenarios(let path), .graph(let path), .list(let path, _): [path]
        case .app(let infoPlist, let entitlements): (infoPlist.map { [$0] } ?? []) + entitlements
        case .entitlements(let path, _): [path]
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
    /// The only Info.plist of a folder and all entitlements there form one target. If there are several Info.plists,
    /// entitlements belong to the one whose name they begin with, as `Share.entitlements` and
    /// `ShareRelease.entitlements` begin like `Share-Info.plist`.
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
        guard infoPlists.count > 1 else { return [.app(infoPlist: infoPlists[0], entitlements: entitlements)] }
        let stems = infoPlists.map { Self.stem($0, without: "plist") }
        var owned = [[String]](repeating: [], count: infoPlists.count)
        var left: [LintTarget] = []
        for path in entitlements {
            let stem = Self.stem(path, without: "entitlements")
            // `ShareMail.entitlements` belongs to `ShareMail-Info.plist`, even if there is `Share-Info.plist` too.
            let owner = stems.indices.filter { stems[$0] == stem || !stems[$0].isEmpty && stem.hasPrefix(stems[$0]) }
                .max { stems[$0].utf8.count < stems[$1].utf8.count }
            if let owner {
                owned[owner].append(path)
            } else {
                left.append(.entitlements(path, besides: infoPlists))
            }
        }
        return zip(infoPlists, owned).map { LintTarget.app(infoPlist: $0, entitlements: $1) } + left
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
