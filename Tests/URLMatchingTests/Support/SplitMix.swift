/// A small generator of pseudo-random numbers, so that a failing law can be run again from its seed.
struct SplitMix: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64) { state = seed }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }

    /// A text made of up to `count` of the pieces.
    mutating func text(of pieces: [String], upTo count: Int) -> String {
        (0..<Int.random(in: 0...count, using: &self)).map { _ in pieces.randomElement(using: &self) ?? "" }.joined()
    }

    /// True once in `count` times.
    mutating func once(in count: Int) -> Bool { next() % UInt64(count) == 0 }

    /// One of the choices, which must not be empty.
    mutating func one<Element>(of choices: [Element]) -> Element { choices[Int(next() % UInt64(choices.count))] }

    /// Some elements, made one by one.
    mutating func some<Element>(_ count: ClosedRange<Int>, _ make: (inout SplitMix) -> Element) -> [Element] {
        let number = count.lowerBound + Int(next() % UInt64(count.count))
        return (0..<number).map { _ in make(&self) }
    }

    /// A number of a range.
    mutating func number(in range: ClosedRange<Int>) -> Int { range.lowerBound + Int(next() % UInt64(range.count)) }
}
