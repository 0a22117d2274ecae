import PolicyModel
import URLStandard

/// The hosts that readers find in an ambiguous URL, in buffers that are reused from decision to decision.
struct AmbiguousHosts: Sendable {
    /// The host that a browser goes to.
    private var browser: [UInt8] = []
    /// The host that other software reads.
    private var other: [UInt8] = []
    private var difference = HostReadings.Difference.host

    /// The hosts as texts, for the reason that names them.
    var readings: HostReadings {
        HostReadings(
            browser: String(decoding: browser, as: UTF8.self),
            other: String(decoding: other, as: UTF8.self),
            difference: difference
        )
    }

    /// Reads a URL that other software reads differently.
    ///
    /// - Parameters:
    ///   - url: The URL.
    ///   - input: The URL as it was given.
    mutating func read(_ url: borrowing URLRecord, parsedFrom input: Span<UInt8>) {
        let disagreement = url.disagreement(with: input)
        difference = disagreement.onHost ? .host : disagreement.onScheme ? .scheme : .port
        browser.removeAll(keepingCapacity: true)
        url.appendHost(to: &browser)
        other.removeAll(keepingCapacity: true)
        url.appendOtherHost(in: input, to: &other)
    }

    /// Reads a URL of a browser's own scheme, in which that browser finds another host than other software.
    ///
    /// - Parameters:
    ///   - url: The URL.
    ///   - hidden: The URL that the browser reads; empty if it finds none.
    mutating func read(_ url: borrowing URLRecord, hiding hidden: borrowing URLRecord) {
        difference = .host
        browser.removeAll(keepingCapacity: true)
        hidden.appendHost(to: &browser)
        other.removeAll(keepingCapacity: true)
        url.appendHost(to: &other)
    }
}

extension URLRecord {
    fileprivate borrowing func appendHost(to output: inout [UInt8]) {
        let host = self.host
        for offset in host.indices { output.append(host[offset]) }
    }
}
