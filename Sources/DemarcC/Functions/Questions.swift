// swift-format-ignore-file: AlwaysUseLowerCamelCase, AllPublicDeclarationsHaveDocumentation
// The names are those of demarc.h, which documents what each function does and what its errors mean. The compiler
// checks the types against the header.

public import CDemarc
import DemarcEngine
import PolicyModel

/// Asks an evaluator a question, and fills in the answer.
@inline(__always)
func ask(
    _ handle: OpaquePointer?,
    _ options: UnsafePointer<demarc_options>?,
    _ answer: UnsafeMutablePointer<demarc_answer>?,
    _ error: UnsafeMutablePointer<demarc_error>?,
    _ decide: (inout EvaluatorRecord, QuestionOptions) throws(CallFailure) -> Decision
) -> demarc_status {
    let output = unsafe Output(clearing: answer)
    return unsafe ErrorReport(clearing: error).status { () throws(CallFailure) in
        try output.require()
        unsafe try evaluators.exclusively(handle) { record throws(CallFailure) in
            // PERF: most questions have no options; in that case none are read.
            if unsafe options == nil {
                let options = record.noOptions
                record.answer(try decide(&record, options), output)
            } else {
                let options = unsafe try record.options(options)
                record.answer(try decide(&record, options), output)
            }
        }
    }
}

/// Writes a text to the caller's buffer.
///
/// - Parameters:
///   - text: The buffer.
///   - capacity: Its size.
///   - error: Receives the failure.
///   - body: Writes the text, and returns its length.
/// - Returns: The return value of the function: the length of the text, or a status.
func writeText(
    _ text: UnsafeMutablePointer<CChar>?,
    _ capacity: Int,
    _ error: UnsafeMutablePointer<demarc_error>?,
    _ body: (OutputText) throws(CallFailure) -> Int
) -> Int {
    let output = unsafe OutputText(clearing: text, capacity)
    return unsafe ErrorReport(clearing: error).length { () throws(CallFailure) in
        try output.require()
        return try body(output)
    }
}

@c @implementation
public func demarc_navigate(
    _ evaluator: OpaquePointer?,
    _ view: demarc_view,
    _ url: UnsafePointer<UInt8>?,
    _ url_length: Int,
    _ options: UnsafePointer<demarc_options>?,
    _ answer: UnsafeMutablePointer<demarc_answer>?,
    _ error: UnsafeMutablePointer<demarc_error>?
) -> demarc_status {
    guard unsafe options == nil else {
        return unsafe navigate(evaluator, view, url, url_length, options, answer, error)
    }
    // PERF: most questions have no options; in that case none are read.
    let output = unsafe Output(clearing: answer)
    return unsafe ErrorReport(clearing: error).status { () throws(CallFailure) in
        try output.require()
        unsafe try evaluators.exclusively(evaluator) { record throws(CallFailure) in
            let url = unsafe try CallerBytes(unsafe url, url_length)
            try record.navigate(to: url.span, in: view, output)
        }
    }
}

/// `demarc_navigate` with options.
@inline(never)
private func navigate(
    _ evaluator: OpaquePointer?,
    _ view: demarc_view,
    _ url: UnsafePointer<UInt8>?,
    _ url_length: Int,
    _ options: UnsafePointer<demarc_options>?,
    _ answer: UnsafeMutablePointer<demarc_answer>?,
    _ error: UnsafeMutablePointer<demarc_error>?
) -> demarc_status {
    unsafe ask(evaluator, options, answer, error) { record, options throws(CallFailure) in
        let url = unsafe try CallerBytes(unsafe url, url_length)
        return record.evaluator.navigation(
            to: url.span,
            in: try record.link.view(view),
            frame: options.frame,
            answer: options.externalURL,
            isSameDocument: options.has(DEMARC_SAME_DOCUMENT),
            identity: options.user
        )
    }
}

@c @implementation
public func demarc_open_url(
    _ evaluator: OpaquePointer?,
    _ url: UnsafePointer<UInt8>?,
    _ url_length: Int,
    _ options: UnsafePointer<demarc_options>?,
    _ answer: UnsafeMutablePointer<demarc_answer>?,
    _ error: UnsafeMutablePointer<demarc_error>?
) -> demarc_status {
    unsafe ask(evaluator, options, answer, error) { record, options throws(CallFailure) in
        let url = unsafe try CallerBytes(unsafe url, url_length)
        return record.evaluator.open(
            url.span,
            isKnownManagedAppScheme: options.has(DEMARC_KNOWN_MANAGED_APP),
            identity: options.user,
            in: options.window
        )
    }
}

@c @implementation
public func demarc_can_open(
    _ evaluator: OpaquePointer?,
    _ url: UnsafePointer<UInt8>?,
    _ url_length: Int,
    _ options: UnsafePointer<demarc_options>?,
    _ answer: UnsafeMutablePointer<demarc_answer>?,
    _ error: UnsafeMutablePointer<demarc_error>?
) -> demarc_status {
    unsafe ask(evaluator, options, answer, error) { record, options throws(CallFailure) in
        let url = unsafe try CallerBytes(unsafe url, url_length)
        return record.evaluator.canOpen(
            url.span,
            isKnownManagedAppScheme: options.has(DEMARC_KNOWN_MANAGED_APP),
            identity: options.user,
            in: options.window
        )
    }
}

@c @implementation
public func demarc_connection(
    _ evaluator: OpaquePointer?,
    _ view: demarc_view,
    _ host: UnsafePointer<UInt8>?,
    _ host_length: Int,
    _ port: UInt16,
    _ options: UnsafePointer<demarc_options>?,
    _ answer: UnsafeMutablePointer<demarc_answer>?,
    _ error: UnsafeMutablePointer<demarc_error>?
) -> demarc_status {
    unsafe ask(evaluator, options, answer, error) { record, options throws(CallFailure) in
        guard options.frame != .sub else { throw .invalid("a tunnel is for a page or a resource, not for a frame") }
        let host = unsafe try CallerBytes(unsafe host, host_length)
        return record.evaluator.connection(
            to: host.span,
            port: port,
            in: try record.link.view(view),
            frame: options.frame,
            isInspected: options.has(DEMARC_INSPECTED),
            identity: options.user
        )
    }
}

// MARK: Clipboard and uploads

@c @implementation
public func demarc_copy(
    _ evaluator: OpaquePointer?,
    _ item: UnsafePointer<demarc_item>?,
    _ from: UnsafePointer<demarc_place>?,
    _ options: UnsafePointer<demarc_options>?,
    _ answer: UnsafeMutablePointer<demarc_answer>?,
    _ error: UnsafeMutablePointer<demarc_error>?
) -> demarc_status {
    unsafe ask(evaluator, options, answer, error) { record, options throws(CallFailure) in
        let (item, place) = unsafe (try ClipboardItem(item), try record.place(from))
        let decision = record.evaluator.copy(item, from: place, identity: options.user)
        record.asking.noteCopy(of: item, decision, by: &record.evaluator)
        return decision
    }
}

@c @implementation
public func demarc_paste(
    _ evaluator: OpaquePointer?,
    _ item: UnsafePointer<demarc_item>?,
    _ from: UnsafePointer<demarc_place>?,
    _ into: UnsafePointer<demarc_place>?,
    _ options: UnsafePointer<demarc_options>?,
    _ answer: UnsafeMutablePointer<demarc_answer>?,
    _ error: UnsafeMutablePointer<demarc_error>?
) -> demarc_status {
    unsafe ask(evaluator, options, answer, error) { record, options throws(CallFailure) in
        let item = unsafe try ClipboardItem(item)
        let (source, destination) = unsafe (try record.source(from), try record.place(into))
        switch source {
        case .place(let place):
            return record.evaluator.paste(item, from: place, into: destination, identity: options.user)
        case .owner(let owner):
            return record.evaluator.paste(item, ownedBy: owner, into: destination, identity: options.user)
        }
    }
}

@c @implementation
public func demarc_upload(
    _ evaluator: OpaquePointer?,
    _ from: UnsafePointer<demarc_place>?,
    _ into: demarc_view,
    _ options: UnsafePointer<demarc_options>?,
    _ answer: UnsafeMutablePointer<demarc_answer>?,
    _ error: UnsafeMutablePointer<demarc_error>?
) -> demarc_status {
    unsafe ask(evaluator, options, answer, error) { record, options throws(CallFailure) in
        let (place, view) = (unsafe try record.place(from), try record.link.view(into))
        return record.evaluator.upload(
            from: place,
            into: view,
            isExternalFrame: options.has(DEMARC_EXTERNAL_FRAME),
            identity: options.user
        )
    }
}

@c @implementation
public func demarc_owner(
    _ evaluator: OpaquePointer?,
    _ place: UnsafePointer<demarc_place>?,
    _ options: UnsafePointer<demarc_options>?,
    _ text: UnsafeMutablePointer<CChar>?,
    _ capacity: Int,
    _ error: UnsafeMutablePointer<demarc_error>?
) -> Int {
    unsafe writeText(text, capacity, error) { output throws(CallFailure) in
        unsafe try evaluators.exclusively(evaluator) { record throws(CallFailure) in
            let (options, place) = unsafe (try record.options(options), try record.place(place))
            return output.write(record.evaluator.owner(of: place, identity: options.user).recorded)
        }
    }
}

// MARK: Any question

@c @implementation
public func demarc_ask(
    _ evaluator: OpaquePointer?,
    _ question: UnsafePointer<UInt8>?,
    _ question_length: Int,
    _ answer: UnsafeMutablePointer<demarc_answer>?,
    _ text: UnsafeMutablePointer<CChar>?,
    _ capacity: Int,
    _ error: UnsafeMutablePointer<demarc_error>?
) -> Int {
    let output = unsafe Output(clearing: answer)
    return unsafe writeText(text, capacity, error) { outputText throws(CallFailure) in
        if output.isGiven { try output.require() }
        let question = unsafe try CallerBytes(unsafe question, question_length)
        return unsafe try evaluators.exclusively(evaluator) { record throws(CallFailure) in
            record.forgetLast()
            let decision = try record.asking.ask(question.span, with: &record.evaluator)
            if let decision { record.answer(decision, output) }
            return outputText.write(record.asking.text.span)
        }
    }
}

@c @implementation
public func demarc_ask_text(
    _ evaluator: OpaquePointer?,
    _ text: UnsafeMutablePointer<CChar>?,
    _ capacity: Int,
    _ error: UnsafeMutablePointer<demarc_error>?
) -> Int {
    unsafe writeText(text, capacity, error) { output throws(CallFailure) in
        unsafe try evaluators.exclusively(evaluator) { record throws(CallFailure) in
            output.write(record.asking.text.span)
        }
    }
}
