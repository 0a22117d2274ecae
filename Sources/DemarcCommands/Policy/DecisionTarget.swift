import Demarc
import PolicyModel

/// In which view, and as whom, a URL is decided.
struct DecisionTarget {
    let view: ViewID
    /// Who acts, where it is not who acts in the engine.
    let identity: AccountID?
    /// `,"view":…,"user":…`, as results have it.
    let json: [UInt8]
}
