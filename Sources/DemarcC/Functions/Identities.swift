// swift-format-ignore-file: AlwaysUseLowerCamelCase, AllPublicDeclarationsHaveDocumentation
// The names are those of demarc.h, which documents what each function does and what its errors mean. The compiler
// checks the types against the header.

public import CDemarc
import DemarcEngine
import PolicyModel

// MARK: Windows

/// The window with a name, which is required.
private func window(_ name: UnsafePointer<UInt8>?, _ length: Int) throws(CallFailure) -> WindowID {
    WindowID(try unsafe CallerBytes(unsafe name, length).string(requiredAs: "the name of the window"))
}

@c @implementation
public func demarc_window_open(
    _ engine: OpaquePointer?,
    _ name: UnsafePointer<UInt8>?,
    _ name_length: Int,
    _ error: UnsafeMutablePointer<demarc_error>?
) -> demarc_status {
    unsafe ErrorReport(clearing: error).status { () throws(CallFailure) in
        let window = unsafe try window(name, name_length)
        // No question in JSON can name it.
        guard !window.name.isEmpty else { throw .invalid("the name of the window is empty") }
        unsafe try change(engine) { record throws(CallFailure) in
            guard record.engine.openWindow(window) else {
                throw CallFailure(DEMARC_REFUSED, "duplicate-name", "a window with that name is already open")
            }
        }
    }
}

@c @implementation
public func demarc_window_close(
    _ engine: OpaquePointer?,
    _ name: UnsafePointer<UInt8>?,
    _ name_length: Int,
    _ error: UnsafeMutablePointer<demarc_error>?
) -> demarc_status {
    unsafe ErrorReport(clearing: error).status { () throws(CallFailure) in
        let window = unsafe try window(name, name_length)
        unsafe try change(engine) { record throws(CallFailure) in
            guard record.engine.isOpen(window) else { throw .unknownWindow }
            record.engine.closeWindow(window)
        }
    }
}

// MARK: Accounts

/// Signs in or out the account with a name, which is required.
private func sign(
    _ name: UnsafePointer<UInt8>?,
    _ length: Int,
    of handle: OpaquePointer?,
    _ error: UnsafeMutablePointer<demarc_error>?,
    _ body: (PolicyEngine, AccountID) -> SwitchIdentityResult
) -> demarc_status {
    unsafe ErrorReport(clearing: error).status { () throws(CallFailure) in
        let account = AccountID(try unsafe CallerBytes(unsafe name, length).string(requiredAs: "the account"))
        unsafe try change(handle) { record throws(CallFailure) in
            try CallFailure.check(body(record.engine, account))
        }
    }
}

@c @implementation
public func demarc_sign_in(
    _ engine: OpaquePointer?,
    _ account_name: UnsafePointer<UInt8>?,
    _ account_length: Int,
    _ error: UnsafeMutablePointer<demarc_error>?
) -> demarc_status {
    unsafe sign(account_name, account_length, of: engine, error) { $0.signIn($1) }
}

@c @implementation
public func demarc_sign_out(
    _ engine: OpaquePointer?,
    _ account_name: UnsafePointer<UInt8>?,
    _ account_length: Int,
    _ error: UnsafeMutablePointer<demarc_error>?
) -> demarc_status {
    unsafe sign(account_name, account_length, of: engine, error) { $0.signOut($1) }
}

// MARK: Acting accounts

extension IdentityLevel {
    /// The level with a number, in a window if one is named.
    fileprivate static func of(_ number: demarc_level, _ window: CallerBytes) throws(CallFailure) -> IdentityLevel {
        let window = try window.stringIfGiven().map { WindowID($0) }
        switch Int(number) {
        case DEMARC_LEVEL_PROCESS: return .process
        case DEMARC_LEVEL_UI:
            return window.map { IdentityLevel.window($0) } ?? .hostWide
        default: throw .invalid("there is no such level")
        }
    }
}

@c @implementation
public func demarc_switch_identity(
    _ engine: OpaquePointer?,
    _ account_name: UnsafePointer<UInt8>?,
    _ account_length: Int,
    _ level: demarc_level,
    _ window: UnsafePointer<UInt8>?,
    _ window_length: Int,
    _ error: UnsafeMutablePointer<demarc_error>?
) -> demarc_status {
    unsafe ErrorReport(clearing: error).status { () throws(CallFailure) in
        let account = unsafe try CallerBytes(unsafe account_name, account_length).stringIfGiven().map {
            AccountID(named: $0)
        }
        let window = unsafe try CallerBytes(unsafe window, window_length)
        unsafe try change(engine) { record throws(CallFailure) in
            let level = try IdentityLevel.of(level, window)
            try CallFailure.check(record.engine.switchIdentity(to: account, atOpen: level))
        }
    }
}

@c @implementation
public func demarc_show_accounts(
    _ engine: OpaquePointer?,
    _ accounts: UnsafePointer<demarc_text>?,
    _ count: Int,
    _ level: demarc_level,
    _ window: UnsafePointer<UInt8>?,
    _ window_length: Int,
    _ error: UnsafeMutablePointer<demarc_error>?
) -> demarc_status {
    unsafe ErrorReport(clearing: error).status { () throws(CallFailure) in
        let list = unsafe try CallerList(accounts, count, limit: 1024)
        let shown = unsafe try list.strings().map { AccountID(named: $0) }
        let window = unsafe try CallerBytes(unsafe window, window_length)
        unsafe try change(engine) { record throws(CallFailure) in
            let level = try IdentityLevel.of(level, window)
            try CallFailure.check(record.engine.showAccounts(shown, atOpen: level))
        }
    }
}
