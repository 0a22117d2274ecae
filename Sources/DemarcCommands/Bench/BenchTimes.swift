/// What one thread measured.
struct BenchTimes: Sendable {
    /// Processor time per URL of each pass, in nanoseconds.
    var parse: [Double] = []
    var parseOwned: [Double] = []
    var decide: [Double] = []
    /// Wall time of each pass of decisions as a whole.
    var decideWall: [Int] = []
    /// For each URL the shortest time a single decision took, reading the clock included.
    var fastest: [Int32]
    /// Per decision; nil where allocations are not counted.
    var allocations: Double?
    /// What came out in one pass.
    var tally = CheckTally()

    init(urlCount: Int) { fastest = Array(repeating: .max, count: urlCount) }
}
