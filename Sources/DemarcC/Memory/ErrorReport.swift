import CDemarc

/// The caller's `demarc_error`. Initializing this type clears it.
@safe
struct ErrorReport {
    private let pointer: UnsafeMutablePointer<demarc_error>?
    private let output: Output<demarc_error>

    init(clearing pointer: UnsafeMutablePointer<demarc_error>?) {
        unsafe self.pointer = pointer
        output = unsafe Output(clearing: pointer)
    }

    /// Runs a call, and reports its failure.
    ///
    /// - Returns: The return value of the function.
    @inline(__always)
    func status(_ body: () throws(CallFailure) -> Void) -> demarc_status {
        do throws(CallFailure) {
            if unsafe pointer != nil { try output.require() }
            try body()
            return demarc_status(DEMARC_OK)
        } catch {
            return report(error)
        }
    }

    /// Runs a call that writes a text, and reports its failure.
    ///
    /// - Returns: The return value of the function: the length of the text, or a status.
    @inline(__always)
    func length(_ body: () throws(CallFailure) -> Int) -> Int {
        do throws(CallFailure) {
            if unsafe pointer != nil { try output.require() }
            return try body()
        } catch {
            return Int(report(error))
        }
    }

    @inline(never)
    private func report(_ failure: CallFailure) -> demarc_status {
        guard unsafe pointer != nil else { return failure.status }
        var error = demarc_error()
        error.status = failure.status
        output.write(failure.code, to: \.code, of: &error)
        output.write(failure.message, to: \.message, of: &error)
        output.write(error)
        return failure.status
    }
}
