// swift-format-ignore-file: AlwaysUseLowerCamelCase, AllPublicDeclarationsHaveDocumentation
// The names are those of demarc.h, which documents what each function does and what its errors mean. The compiler
// checks the types against the header.

import ByteText
public import CDemarc
import DemarcEngine
import PolicyModel
import RuleIndex
import Synchronization

/// The engines by handle.
let engines = HandleTable<EngineRecord>(magic: 0x2D3A)
/// The evaluators by handle.
let evaluators = HandleTable<EvaluatorRecord>(magic: 0x2D3B)

// MARK: Opening

@c @implementation
public func demarc_engine_open(
    _ path: UnsafePointer<UInt8>?,
    _ path_length: Int,
    _ options: UnsafePointer<demarc_open_options>?,
    _ engine: UnsafeMutablePointer<OpaquePointer?>?,
    _ error: UnsafeMutablePointer<demarc_error>?
) -> demarc_status {
    let output = unsafe OutputVariable(clearing: engine, to: nil)
    return unsafe ErrorReport(clearing: error).status { () throws(CallFailure) in
        unsafe try output.require()
        let options = unsafe try OpenOptions(options)
        let path = unsafe try CallerBytes(unsafe path, path_length)
        guard path.count > 0 else { throw .invalid("the path is empty") }
        var file = FollowedPolicy(try path.string(), isMapped: options.isMapped)
        let policy: CompiledPolicy
        do throws(CompiledFileError) { policy = try file.open() } catch { throw CallFailure(error) }
        unsafe output.write(try options.engine(policy, file: file))
    }
}

@c @implementation
public func demarc_engine_open_memory(
    _ bytes: UnsafePointer<UInt8>?,
    _ count: Int,
    _ options: UnsafePointer<demarc_open_options>?,
    _ engine: UnsafeMutablePointer<OpaquePointer?>?,
    _ error: UnsafeMutablePointer<demarc_error>?
) -> demarc_status {
    let output = unsafe OutputVariable(clearing: engine, to: nil)
    return unsafe ErrorReport(clearing: error).status { () throws(CallFailure) in
        unsafe try output.require()
        let options = unsafe try OpenOptions(options)
        guard !options.isMapped else {
            throw CallFailure(DEMARC_UNSUPPORTED, "unsupported", "a policy in memory cannot be mapped")
        }
        unsafe output.write(try options.engine(unsafe policy(in: bytes, count), file: nil))
    }
}

/// Opens a copy of a compiled policy that is in memory.
private func policy(in bytes: UnsafePointer<UInt8>?, _ count: Int) throws(CallFailure) -> CompiledPolicy {
    let bytes = unsafe try CallerBytes(unsafe bytes, count)
    do throws(CompiledFileError) {
        return try CompiledPolicy(opening: SharedBytes(copying: bytes.span))
    } catch {
        throw CallFailure(error)
    }
}

/// How a policy is opened.
private struct OpenOptions {
    var isMapped = false
    var signedIn: [AccountID]?

    init(_ pointer: UnsafePointer<demarc_open_options>?) throws(CallFailure) {
        guard let given = unsafe try CallerStruct.read(pointer, demarc_open_options()) else { return }
        isMapped = unsafe try CallerStruct.flags(given.flags, known: DEMARC_MAPPED) != 0
        let accounts = unsafe try CallerList(given.signed_in, given.signed_in_count, limit: 1 << 20)
        if unsafe accounts.isGiven { signedIn = unsafe try accounts.strings().map { AccountID($0) } }
    }

    /// Creates an engine.
    ///
    /// - Returns: Its handle.
    func engine(_ policy: CompiledPolicy, file: FollowedPolicy?) throws(CallFailure) -> OpaquePointer {
        for account in signedIn ?? [] where policy.document.accounts.position(of: account) == nil {
            throw .unknownAccount
        }
        let record = EngineRecord(policy, signedIn: signedIn, file: file)
        guard let handle = unsafe engines.insert(record) else { throw .limit("there are too many engines") }
        return unsafe handle
    }
}

@c @implementation
public func demarc_engine_free(_ engine: OpaquePointer?) -> demarc_status {
    guard unsafe engine != nil else { return demarc_status(DEMARC_OK) }
    return unsafe ErrorReport(clearing: nil).status { () throws(CallFailure) in unsafe try engines.remove(engine) }
}

// MARK: Reloading

@c @implementation
public func demarc_engine_reload_if_changed(
    _ engine: OpaquePointer?,
    _ changed: UnsafeMutablePointer<UInt32>?,
    _ error: UnsafeMutablePointer<demarc_error>?
) -> demarc_status {
    let output = unsafe OutputVariable(clearing: changed, to: 0)
    return unsafe ErrorReport(clearing: error).status { () throws(CallFailure) in
        unsafe try engines.shared(engine) { engine throws(CallFailure) in
            if try engine.reloadIfChanged() { output.write(1) }
        }
    }
}

extension EngineRecord {
    /// Reloads the file if it has changed, unless another call is already doing so.
    ///
    /// - Returns: Whether another policy is now in force.
    fileprivate func reloadIfChanged() throws(CallFailure) -> Bool {
        var result: Result<Bool, CompiledFileError> = .success(false)
        let engine = engine
        let reloads = { [link] in _ = link.reloads.add(1, ordering: .relaxed) }
        link.file.withLockIfAvailable { file in
            guard var followed = file else { return }
            do throws(CompiledFileError) {
                // A file that was only touched, or replaced by a copy, is the policy that is in force.
                if let policy = try followed.openIfChanged(), !policy.wasOpenedFromSameBytes(as: engine.policy) {
                    engine.reload(policy)
                    reloads()
                    result = .success(true)
                }
            } catch {
                result = .failure(error)
            }
            file = followed
        }
        do throws(CompiledFileError) { return try result.get() } catch { throw CallFailure(error) }
    }
}

@c @implementation
public func demarc_engine_reload_memory(
    _ engine: OpaquePointer?,
    _ bytes: UnsafePointer<UInt8>?,
    _ count: Int,
    _ error: UnsafeMutablePointer<demarc_error>?
) -> demarc_status {
    unsafe ErrorReport(clearing: error).status { () throws(CallFailure) in
        unsafe try engines.shared(engine) { engine throws(CallFailure) in
            let policy = unsafe try policy(in: bytes, count)
            // A file that is being read at the moment must not replace this policy.
            engine.link.file.withLock { file in
                file = nil
                // A host that fetches the same policy again puts no other policy in force.
                if !policy.wasOpenedFromSameBytes(as: engine.engine.policy) { engine.reload(policy) }
            }
        }
    }
}

// MARK: The policy in force

@c @implementation
public func demarc_engine_info(
    _ engine: OpaquePointer?,
    _ info: UnsafeMutablePointer<demarc_info>?,
    _ error: UnsafeMutablePointer<demarc_error>?
) -> demarc_status {
    let output = unsafe Output(clearing: info)
    return unsafe ErrorReport(clearing: error).status { () throws(CallFailure) in
        try output.require()
        unsafe try engines.shared(engine) { engine throws(CallFailure) in
            let policy = engine.engine.policy
            var info = demarc_info()
            info.reloads = engine.link.reloads.load(ordering: .relaxed)
            info.revision = UInt64(clamping: policy.revision)
            output.write(engine.link.digest(of: policy), to: \.digest, of: &info)
            info.rules = UInt64(policy.ruleSets.reduce(0) { $0 + $1.ruleCount })
            info.rule_sets = UInt32(clamping: policy.ruleSets.count)
            info.accounts = UInt32(clamping: policy.document.accounts.accounts.count)
            info.views = UInt32(clamping: policy.document.views.count)
            output.write(info)
        }
    }
}

// MARK: State of the device

@c @implementation
public func demarc_engine_set_installed(
    _ engine: OpaquePointer?,
    _ apps: UnsafePointer<demarc_text>?,
    _ count: Int,
    _ error: UnsafeMutablePointer<demarc_error>?
) -> demarc_status {
    unsafe ErrorReport(clearing: error).status { () throws(CallFailure) in
        let list = unsafe try CallerList(apps, count, limit: 1 << 20)
        let installed = Set(unsafe try list.strings().map { AppID($0) })
        unsafe try engines.shared(engine) { unsafe $0.engine.setInstalledApps(list.isGiven ? installed : nil) }
    }
}

/// Sets a property that is either true or false.
private func set(
    _ truth: UInt32,
    of handle: OpaquePointer?,
    _ error: UnsafeMutablePointer<demarc_error>?,
    _ body: (PolicyEngine, Bool) -> Void
) -> demarc_status {
    unsafe ErrorReport(clearing: error).status { () throws(CallFailure) in
        guard truth <= 1 else { throw .invalid("the truth value is neither 0 nor 1") }
        unsafe try engines.shared(handle) { body($0.engine, truth == 1) }
    }
}

@c @implementation
public func demarc_engine_set_browser_installed(
    _ engine: OpaquePointer?,
    _ is_installed: UInt32,
    _ error: UnsafeMutablePointer<demarc_error>?
) -> demarc_status {
    unsafe set(is_installed, of: engine, error) { $0.setManagedBrowserInstalled($1) }
}

@c @implementation
public func demarc_engine_set_mdm_enrolled(
    _ engine: OpaquePointer?,
    _ is_enrolled: UInt32,
    _ error: UnsafeMutablePointer<demarc_error>?
) -> demarc_status {
    unsafe set(is_enrolled, of: engine, error) { $0.setDeviceEnrolled($1) }
}

@c @implementation
public func demarc_engine_set_app(
    _ engine: OpaquePointer?,
    _ app: UnsafePointer<UInt8>?,
    _ app_length: Int,
    _ error: UnsafeMutablePointer<demarc_error>?
) -> demarc_status {
    unsafe ErrorReport(clearing: error).status { () throws(CallFailure) in
        let app = unsafe try CallerBytes(unsafe app, app_length).stringIfGiven().map { AppID($0) }
        unsafe try engines.shared(engine) { $0.engine.setHostApp(app) }
    }
}
