import ArgumentParser
import PolicyModel

/// What an allowed URL becomes.
enum ImportClass: String, CaseIterable, ExpressibleByArgument {
    case `internal`
    case external

    var urlClass: URLClass { self == .internal ? .internal : .external }
}
