import ByteText
import Demarc
import Diagnostics
import Glibc
import PolicyFiles
import PolicyModel

/// Decides registrations one by one, as they are read.
///
/// Memory use is constant, except for the verdicts that change between two policies, which are shown in order.
struct RegistrationRun: ~Copyable {
    private var session: QuestionSession
    private var before: QuestionSession?
    private let apps: RegistrationApps
    private let isComparing: Bool
    /// The name of the input in messages.
    private let name: String
    private let now: Instant
    private let format: OutputFormat
    private let explains: Bool
    private let page: Page
    private var output: OutputStream
    private var tally = LaunchTally()
    private var changes = LaunchChanges()
    private var frame = ResultFrame()
    /// Whether the input has had no text so far.
    private(set) var isEmpty = true

    /// Starts a run.
    ///
    /// - Parameters:
    ///   - session: The policy.
    ///   - before: The policy to compare verdicts with.
    ///   - name: The name of the input in messages.
    ///   - now: The current time.
    ///   - format: The format of the results.
    ///   - explains: Whether reasons include their sentences in JSON.
    ///   - descriptor: The destination of the results.
    init(
        _ session: consuming QuestionSession,
        before: consuming QuestionSession?,
        named name: String,
        at now: Instant,
        format: OutputFormat,
        explains: Bool,
        to descriptor: Int32
    ) {
        apps = RegistrationApps(session.document, user: session.user)
        self.session = session
        isComparing = before != nil
        self.before = before
        self.name = name
        self.now = now
        self.format = format
        self.explains = explains
        page = Page(of: descriptor)
        output = OutputStream(descriptor: descriptor)
    }

    // MARK: Reading

    /// Reads all of the input, and writes results as it goes.
    ///
    /// - Parameters:
    ///   - file: The input.
    ///   - progress: Shows the progress of the run.
    /// - Returns: How the run ended.
    mutating func read(_ file: consuming InputFile, progress: ProgressBar) -> StreamEnd {
        var progress = progress
        let end = readAll(file, &progress)
        progress.clear()
        return end
    }

    private mutating func readAll(_ file: borrowing InputFile, _ progress: inout ProgressBar) -> StreamEnd {
        var stream = ManagedAppRegistrationStream()
        var block = ByteBlock(capacity: LineReader.blockSize)
        var done = 0
        while true {
            if let end = StreamEnd.early(output) { return end }
            output.flush()
            progress.update(done: done, total: file.size, "\(tally.count) registrations")
            if file.canWait { Interruption.wait(for: file.descriptor) }
            if let end = StreamEnd.early(output) { return end }
            let count = block.read(from: file.descriptor, at: 0)
            guard count >= 0 else {
                let error = errno
                if error == EINTR { continue }
                guard error == EAGAIN else { return .readError(error) }
                Interruption.wait(for: file.descriptor)
                continue
            }
            guard count > 0 else { break }
            if isEmpty { isEmpty = Self.isBlank(block.bytes(0..<count), isStart: done == 0) }
            done += count
            for entry in stream.read(block.bytes(0..<count)) { take(entry) }
        }
        for entry in stream.finish() { take(entry) }
        return .finished
    }

    /// Whether a part of the input has no text. A byte order mark at the start is none.
    private static func isBlank(_ bytes: Span<UInt8>, isStart: Bool) -> Bool {
        let start = isStart ? ByteOrderMark.utf8Count(in: bytes) : 0
        return (start..<bytes.count).allSatisfy { bytes[$0].isSpaceOrLineBreak }
    }

    private mutating func take(_ entry: ManagedAppRegistrationEntry) {
        switch entry.content {
        case .registration(let registration): decide(registration)
        case .otherPlatform: tally.otherPlatforms += 1
        case .pageWithNext: tally.hasNextPage = true
        case .problem(let code, let message): report(code, message, entry)
        }
    }

    private mutating func decide(_ registration: ManagedAppRegistration) {
        guard apps.includes(registration) else {
            tally.otherApps += 1
            return
        }
        let answer = Self.answer(&session, registration, now)
        let launch = DecidedLaunch(
            account: registration.account ?? session.user,
            app: registration.app,
            answer: answer
        )
        tally.count(launch)
        if isComparing {
            guard let old = before.mutate({ Self.answer(&$0, registration, now) }) else { return }
            changes.add(launch, id: registration.id, before: old.launchVerdict)
        } else if format != .table {
            write(launch.form(id: registration.id, explains: explains))
        }
    }

    /// The answer of a policy: for the registration's own account, if the document has it.
    private static func answer(
        _ session: inout QuestionSession,
        _ registration: ManagedAppRegistration,
        _ now: Instant
    ) -> Answer {
        let account = registration.account.flatMap { session.knows($0) ? $0 : nil }
        let question = Question.launch(
            of: account,
            device: registration.device,
            access: registration.access,
            at: now
        )
        do throws(CommandError) {
            return try session.answer(to: question)
        } catch {
            // The question names only the account, which exists.
            return Answer(.launch(.block), reasons: [Reason(code: .identityUnknown, action: .block)])
        }
    }

    private mutating func report(_ code: String, _ message: String, _ entry: ManagedAppRegistrationEntry) {
        tally.bad.count(line: entry.line)
        guard format != .table, !isComparing else {
            guard tally.bad.count <= LaunchTally.reportedLimit else { return }
            let line = "\(name):\(entry.line):\(entry.column): error[\(code)]: \(message)"
            return Console.note(VisibleText.of(line) + "\n")
        }
        let message = "line \(entry.line), column \(entry.column): \(message)"
        write(.object(["error": .object(["code": .string(code), "message": .string(message)])]))
    }

    // MARK: Writing

    private mutating func write(_ form: JSONForm) {
        if format == .json { output.append(frame.opening) }
        output.append(text: form.text)
        frame.endResult()
        if format == .ndjson { output.append("\n") }
    }

    /// Writes the remaining results, and reports on standard error how the run went.
    ///
    /// - Parameters:
    ///   - end: How reading ended.
    ///   - quiet: Whether to omit the summary.
    /// - Throws: ``CommandError``, or an exit code.
    mutating func finish(_ end: StreamEnd, quiet: Bool) throws {
        switch format {
        case .table:
            if isComparing { output.append(text: changes.text(on: page)) }
            output.append(text: tally.text(at: now, on: page))
        case .json, .ndjson:
            if isComparing { for change in changes.sorted { write(changes.form(of: change, explains: explains)) } }
            if format == .json { output.append(frame.closing) }
        }
        output.flush()
        let end = StreamEnd.early(output) ?? end
        let notes = tally.notes + (changes.note.map { [$0] } ?? [])
        try end.finish(MalformedLines(), summary: quiet || notes.isEmpty ? nil : notes.joined())
        if let message = tally.badMessage { throw CommandError.unreadable(message) }
    }

    /// Whether a result that `--fail-on` names has occurred.
    func meets(_ failure: LaunchFailure) -> Bool {
        failure == .stricter ? changes.hasStricter : tally.verdicts.contains(where: failure.isMet)
    }
}

extension Optional where Wrapped: ~Copyable {
    /// Mutates the value in place; nil if there is none.
    fileprivate mutating func mutate<Result>(_ body: (inout Wrapped) -> Result) -> Result? {
        guard var value = take() else { return nil }
        let result = body(&value)
        self = consume value
        return result
    }
}
