/// What one thread measured.
struct BenchTimes: Sendable {
    /// Processor time per URL of each pass, in nanoseconds.
    var parse: [Double] = []
    var parseOwned: [Double] = []
    var decide: [Double] = []
    /// Wall time of each pass of decisions as a whole.
    var decideWall: [Int] = []
    /// How long single decisions took, reading the clock included.
    var single = Histogram()
    /// Per decision; nil where allocations are not counted.
    var allocations: Double?
    /// What came out in one pass.
    var tally = CheckTally()
}
