// What Scripts/test-threads shows itself before it believes a run: `guarded` is no race and must not be reported,
// although threads wait for each other; `unguarded` is one, and must be.

import Foundation
import Synchronization

/// A number that threads add to.
final class Counter: Sendable {
    private let guarded = Mutex(0)
    // SAFETY: there is none. This is the race that must be found.
    private nonisolated(unsafe) var unguarded = 0

    func addGuarded() {
        guarded.withLock { number in
            number += 1
            // Held for so long that the others wait in the library.
            usleep(20)
        }
    }

    func addUnguarded() {
        guarded.withLock { $0 += 1 }
        unguarded += 1
    }
}

let counter = Counter()
let isGuarded = CommandLine.arguments.last == "guarded"
let group = DispatchGroup()
for _ in 0..<4 {
    group.enter()
    Thread.detachNewThread {
        for _ in 0..<500 { if isGuarded { counter.addGuarded() } else { counter.addUnguarded() } }
        group.leave()
    }
}
group.wait()
