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
    /// The Info.plist and the entitlements of an app or extension; at least one of the two.
    case app(infoPlist: String?, entitlements: String?)
    /// The files of an nginx configuration, the main file first.
    case nginx([String])

    /// Its files.
    var paths: [String] {
        switch self {
        case .policy(let path), .rules(let path), .scenarios(let path), .graph(let path), .list(let path, _): [path]
        case .app(let infoPlist, let entitlements): [infoPlist, entitlements].compactMap(\.self)
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
        case .nginx: 6
        }
    }

    /// Groups files into targets.
    ///
    /// An Info.plist and entitlements in one folder form one target if there is one of each, or if their names match,
    /// as `Share-Info.plist` and `Share.entitlements` do.
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
}

/// The property lists of one folder.
private struct AppFiles {
    private var infoPlists: [String] = []
    private var entitlements: [String] = []

    mutating func add(_ path: String, _ kind: LintFileKind) {
        if kind == .infoPlist { infoPlists.append(path) } else { entitlements.append(path) }
    }

    var targets: [LintTarget] {
        if infoPlists.count == 1, entitlements.count == 1 {
            return [.app(infoPlist: infoPlists[0], entitlements: entitlements[0])]
        }
        var left = entitlements
        var targets: [LintTarget] = []
        for infoPlist in infoPlists {
            let position = left.firstIndex {
                Self.stem($0, without: "entitlements") == Self.stem(infoPlist, without: "plist")
            }
            targets.append(.app(infoPlist: infoPlist, entitlements: position.map { left.remove(at: $0) }))
        }
        return targets + left.map { .app(infoPlist: nil, entitlements: $0) }
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
