import DemarcEngine
import PolicyModel
import URLStandard

/// The values that all readings of one request have in common, and the queries to the engine.
struct AskedQuestion {
    let view: ViewID
    let frame: Frame
    let asker: Asker
    let detail: RequestDecision.Detail

    /// Asks whether a URL may be loaded, and returns the full decision.
    func navigation(to url: Span<UInt8>, _ evaluator: inout Evaluator) -> RequestDecision {
        let decision = ask(url, &evaluator)
        return spellOut(decision, .navigate, &evaluator)
    }

    /// Asks whether a URL may be loaded.
    func ask(_ url: Span<UInt8>, _ evaluator: inout Evaluator) -> Decision {
        evaluator.navigation(to: url, in: view, frame: frame, by: asker)
    }

    /// Asks whether a tunnel may be opened, and returns the full decision.
    func connection(
        to host: Span<UInt8>,
        port: UInt16,
        isInspected: Bool,
        _ evaluator: inout Evaluator
    ) -> RequestDecision {
        let decision = evaluator.connection(
            to: host,
            port: port,
            in: view,
            frame: frame,
            isInspected: isInspected,
            by: asker
        )
        return spellOut(decision, .connection, &evaluator)
    }

    /// The full details of the evaluator's last decision.
    private func spellOut(
        _ decision: Decision,
        _ kind: RequestDecision.Kind,
        _ evaluator: inout Evaluator
    ) -> RequestDecision {
        if detail == .denials, decision.verdict == .allow {
            return RequestDecision(
                verdict: .allow,
                destination: decision.destination,
                urlClass: decision.urlClass,
                page: decision.page,
                kind: kind,
                frame: frame,
                account: asker.account
            )
        }
        // INVARIANT: this is the last decision, so its details are never stale.
        let reasons = (try? evaluator.sharedReasons(of: decision)) ?? []
        return RequestDecision(
            verdict: decision.verdict,
            destination: decision.destination,
            urlClass: decision.urlClass,
            page: decision.page,
            reasons: reasons,
            route: decision.verdict == .route ? (try? evaluator.route(of: decision)) ?? nil : nil,
            url: evaluator.url.isEmpty ? nil : evaluator.url.hrefString,
            kind: kind,
            frame: frame,
            account: asker.account,
            rule: reasons.lazy.compactMap(\.rule).first
        )
    }
}

extension Asker {
    /// The acting account; nil under lock-down, and for a document's implicit account.
    fileprivate var account: AccountID? {
        guard case .account(let account?) = self, account != PolicyDocument.implicitAccount else { return nil }
        return account
    }
}
