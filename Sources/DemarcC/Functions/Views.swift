// swift-format-ignore-file: AlwaysUseLowerCamelCase, AllPublicDeclarationsHaveDocumentation
// The names are those of demarc.h, which documents what each function does and what its errors mean. The compiler
// checks the types against the header.

public import CDemarc
import DemarcEngine
import PolicyModel

/// Changes an engine.
@inline(__always)
func change(
    _ handle: OpaquePointer?,
    _ body: (borrowing EngineRecord) throws(CallFailure) -> Void
) throws(CallFailure) {
    unsafe try engines.shared(handle, body)
}

/// Converts errors of the view tree to failures of the call.
@inline(__always)
private func refusable<Result>(_ body: () throws(ViewTreeError) -> Result) throws(CallFailure) -> Result {
    do throws(ViewTreeError) { return try body() } catch { throw CallFailure(error) }
}

/// Changes a view.
@inline(__always)
private func change(
    _ number: demarc_view,
    of handle: OpaquePointer?,
    _ body: (PolicyEngine, ViewID) throws(ViewTreeError) -> Void
) throws(CallFailure) {
    unsafe try change(handle) { record throws(CallFailure) in
        let (engine, view) = (record.engine, try record.link.view(number))
        try refusable { () throws(ViewTreeError) in try body(engine, view) }
    }
}

extension WebViewPolicy {
    /// The policy with a number; nil for an unknown number.
    fileprivate init?(number: UInt32) {
        switch Int(number) {
        case DEMARC_VIEW_UNSET: self = .unset
        case DEMARC_VIEW_UNMANAGED: self = .unmanaged
        case DEMARC_VIEW_CURRENT_IDENTITY: self = .currentIdentity
        case DEMARC_VIEW_CURRENT_IDENTITY_BLOCK_UPLOAD: self = .currentIdentityBlockUpload
        default: return nil
        }
    }

    fileprivate static func of(_ number: UInt32) throws(CallFailure) -> WebViewPolicy {
        guard let policy = WebViewPolicy(number: number) else { throw .invalid("there is no such view policy") }
        return policy
    }
}

extension EngineRecord {
    /// The view with a number; nil if the number is 0.
    fileprivate func viewIfGiven(_ number: demarc_view) throws(CallFailure) -> ViewID? {
        number == 0 ? nil : try link.view(number)
    }
}

// MARK: The tree

@c @implementation
public func demarc_view_add(
    _ engine: OpaquePointer?,
    _ options: UnsafePointer<demarc_view_options>?,
    _ view: UnsafeMutablePointer<demarc_view>?,
    _ error: UnsafeMutablePointer<demarc_error>?
) -> demarc_status {
    let output = unsafe OutputVariable(clearing: view, to: 0)
    return unsafe ErrorReport(clearing: error).status { () throws(CallFailure) in
        try output.require()
        let given = unsafe try CallerStruct.read(options, demarc_view_options()) ?? demarc_view_options()
        let isContainer = unsafe try CallerStruct.flags(given.flags, known: DEMARC_CONTAINER) != 0
        let policy = unsafe try WebViewPolicy.of(given.policy)
        let name = unsafe try CallerBytes(unsafe given.name).stringIfGiven()
        // Questions in JSON know a view by its name alone, and take an empty one for a variable that is not set.
        guard name?.isEmpty != true else { throw .invalid("the name of the view is empty") }
        if let objection = name.flatMap({ PlaceWord.objection(toViewNamed: $0) }) { throw .invalid(objection) }
        let window = unsafe try CallerBytes(unsafe given.window)
        unsafe try change(engine) { record throws(CallFailure) in
            let (parent, opener) = unsafe (try record.viewIfGiven(given.parent), try record.viewIfGiven(given.opener))
            let window = parent == nil ? try window.stringIfGiven().map({ WindowID($0) }) : nil
            let engine = record.engine
            let view = NewView(name: name, isWebView: !isContainer, parent: parent, policy: policy, opener: opener)
            let added = try refusable { () throws(ViewTreeError) in try engine.add(view, inOpen: window) }
            guard let added else { throw .unknownWindow }
            guard let number = record.link.number(of: added) else {
                try refusable { () throws(ViewTreeError) in try engine.removeView(added) }
                throw .limit("there are too many views")
            }
            output.write(number)
        }
    }
}

@c @implementation
public func demarc_view_find(
    _ engine: OpaquePointer?,
    _ name: UnsafePointer<UInt8>?,
    _ name_length: Int,
    _ view: UnsafeMutablePointer<demarc_view>?,
    _ error: UnsafeMutablePointer<demarc_error>?
) -> demarc_status {
    let output = unsafe OutputVariable(clearing: view, to: 0)
    return unsafe ErrorReport(clearing: error).status { () throws(CallFailure) in
        try output.require()
        let text = try unsafe CallerBytes(unsafe name, name_length).string(requiredAs: "the name of the view")
        unsafe try change(engine) { record throws(CallFailure) in
            guard let found = record.engine.view(named: text) else { throw .unknownView }
            guard let number = record.link.number(of: found) else { throw .limit("there are too many views") }
            output.write(number)
        }
    }
}

@c @implementation
public func demarc_view_move(
    _ engine: OpaquePointer?,
    _ view: demarc_view,
    _ parent: demarc_view,
    _ window: UnsafePointer<UInt8>?,
    _ window_length: Int,
    _ error: UnsafeMutablePointer<demarc_error>?
) -> demarc_status {
    unsafe ErrorReport(clearing: error).status { () throws(CallFailure) in
        let window = unsafe try CallerBytes(unsafe window, window_length)
        unsafe try change(engine) { record throws(CallFailure) in
            let (moved, parent) = (try record.link.view(view), try record.viewIfGiven(parent))
            let window = parent == nil ? try window.stringIfGiven().map({ WindowID($0) }) : nil
            let engine = record.engine
            let isOpen = try refusable { () throws(ViewTreeError) in
                try engine.moveView(moved, to: parent, inOpen: window)
            }
            guard isOpen else { throw .unknownWindow }
        }
    }
}

@c @implementation
public func demarc_view_remove(
    _ engine: OpaquePointer?,
    _ view: demarc_view,
    _ error: UnsafeMutablePointer<demarc_error>?
) -> demarc_status {
    unsafe ErrorReport(clearing: error).status { () throws(CallFailure) in
        unsafe try change(view, of: engine) { engine, view throws(ViewTreeError) in try engine.removeView(view) }
    }
}

// MARK: Properties of a view

@c @implementation
public func demarc_view_set_policy(
    _ engine: OpaquePointer?,
    _ view: demarc_view,
    _ policy: demarc_view_policy,
    _ error: UnsafeMutablePointer<demarc_error>?
) -> demarc_status {
    unsafe ErrorReport(clearing: error).status { () throws(CallFailure) in
        let policy = try WebViewPolicy.of(policy)
        unsafe try change(view, of: engine) { engine, view throws(ViewTreeError) in
            try engine.setWebViewPolicy(policy, for: view)
        }
    }
}

@c @implementation
public func demarc_view_set_rule_set(
    _ engine: OpaquePointer?,
    _ view: demarc_view,
    _ rule_set: UnsafePointer<UInt8>?,
    _ rule_set_length: Int,
    _ error: UnsafeMutablePointer<demarc_error>?
) -> demarc_status {
    unsafe ErrorReport(clearing: error).status { () throws(CallFailure) in
        let name = unsafe try CallerBytes(unsafe rule_set, rule_set_length).stringIfGiven()
        unsafe try change(view, of: engine) { engine, view throws(ViewTreeError) in
            try engine.setRuleSet(name, for: view)
        }
    }
}

@c @implementation
public func demarc_view_set_document(
    _ engine: OpaquePointer?,
    _ view: demarc_view,
    _ url: UnsafePointer<UInt8>?,
    _ url_length: Int,
    _ error: UnsafeMutablePointer<demarc_error>?
) -> demarc_status {
    unsafe ErrorReport(clearing: error).status { () throws(CallFailure) in
        let url = unsafe try CallerBytes(unsafe url, url_length).stringIfGiven()
        unsafe try change(view, of: engine) { engine, view throws(ViewTreeError) in
            try engine.setDocument(url, of: view)
        }
    }
}

@c @implementation
public func demarc_view_set_page(
    _ engine: OpaquePointer?,
    _ view: demarc_view,
    _ page: UInt32,
    _ account: UnsafePointer<UInt8>?,
    _ account_length: Int,
    _ error: UnsafeMutablePointer<demarc_error>?
) -> demarc_status {
    unsafe ErrorReport(clearing: error).status { () throws(CallFailure) in
        let account = unsafe try CallerBytes(unsafe account, account_length)
        let stated: PolicyEngine.StatedPage
        switch Int(page) {
        case DEMARC_PAGE_UNREPORTED: stated = .unreported
        case DEMARC_PAGE_EXTERNAL: stated = .external
        case DEMARC_PAGE_LOADED_FOR:
            guard account.isGiven else { throw .invalid("the page was loaded for an account that is NULL") }
            stated = .loadedFor(AccountID(named: try account.string()))
        default: throw .invalid("there is no such page")
        }
        unsafe try change(view, of: engine) { engine, view throws(ViewTreeError) in
            try engine.setPage(of: view, to: stated)
        }
    }
}

@c @implementation
public func demarc_did_navigate(
    _ engine: OpaquePointer?,
    _ view: demarc_view,
    _ answer: UnsafePointer<demarc_answer>?,
    _ error: UnsafeMutablePointer<demarc_error>?
) -> demarc_status {
    unsafe ErrorReport(clearing: error).status { () throws(CallFailure) in
        let answer = unsafe try CallerStruct.require(answer, demarc_answer(), "the answer")
        unsafe try change(engine) { record throws(CallFailure) in
            let (engine, view) = (record.engine, try record.link.view(view))
            let given = answer.reserved
            // An answer that blocks, or that does not change the page, contains no page.
            guard given.4 != 0 else { return }
            let words = DecidedPageWords(page: given.1, view: given.2, serial: given.3)
            var isOurs = given.4 == record.link.seal(words)
            if isOurs { isOurs = try refusable { () throws(ViewTreeError) in try engine.didNavigate(view, words) } }
            guard isOurs else { throw .invalid("the answer is not from this engine") }
        }
    }
}
