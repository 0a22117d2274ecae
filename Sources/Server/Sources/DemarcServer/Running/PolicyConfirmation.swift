import Answering
import Foundation

/// When the policy's file was last confirmed to be the right one: when it was written or touched.
///
/// A fetcher of policies touches the file when it learns that there is no newer one. But a file counts as confirmed no
/// later than when this server first saw it with that date. Otherwise a date in the future would confirm the policy at
/// every reload, and it would never be too old.
struct PolicyConfirmation {
    /// The state of a file that only a confirmation changes; a change of its permissions does not.
    private struct Edition: Hashable {
        var device: UInt64
        var number: UInt64
        var modified: Int64
    }

    /// How far the clock of the machine that wrote the file may be ahead.
    private static let tolerance = 60.0

    private var edition: Edition?
    private var firstSeen = ContinuousClock.now

    /// Takes note of the file before it is loaded.
    ///
    /// - Parameters:
    ///   - stamp: The state of the file; nil if it is not a regular file, which counts as confirmed when it is read.
    ///   - now: The time.
    ///   - moment: The same time by a clock that cannot be set.
    /// - Returns: When the file was last confirmed, and whether this is the first time that its date is in the future.
    mutating func note(
        _ stamp: FileStamp?,
        now: Date = .now,
        moment: ContinuousClock.Instant = .now
    ) -> (date: Date, isNewlyMisdated: Bool) {
        guard let stamp else { return (now, false) }
        let edition = Edition(device: stamp.device, number: stamp.number, modified: stamp.modified)
        let isNew = edition != self.edition
        if isNew { (self.edition, firstSeen) = (edition, moment) }
        let modified = Date(timeIntervalSince1970: Double(stamp.modified) / 1_000_000_000)
        let seen = now.addingTimeInterval(-((moment - firstSeen) / .seconds(1)))
        return (min(modified, seen), isNew && modified.timeIntervalSince(now) > Self.tolerance)
    }
}
