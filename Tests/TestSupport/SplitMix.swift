/// The seeded source of pseudo-random numbers for all tests (SplitMix64), so that a failing case can be reproduced.
///
/// Some tests expect figures recorded with certain seeds, so the sequence of a seed must never change.
public struct SplitMix: RandomNumberGenerator {
    private var state: UInt64

    /// Creates a source with a seed.
    public init(seed: UInt64) { state = seed }

    /// The next 64 bits.
    public mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }

    /// True once in `count` calls on average.
    public mutating func once(in count: Int) -> Bool { next() % UInt64(count) == 0 }

    /// A number in a range.
    public mutating func number(in range: ClosedRange<Int>) -> Int {
        range.lowerBound + Int(next() % UInt64(range.count))
    }

    /// One of the choices, which must not be empty.
    public mutating func one<Element>(of choices: [Element]) -> Element {
        choices[Int(next() % UInt64(choices.count))]
    }

    /// Some elements, created one by one.
    public mutating func some<Element>(
        _ count: ClosedRange<Int>,
        _ make: (inout SplitMix) throws -> Element
    ) rethrows -> [Element] {
        var elements: [Element] = []
        for _ in 0..<number(in: count) { elements.append(try make(&self)) }
        return elements
    }

    /// A text of up to `count` pieces.
    public mutating func text(of pieces: [String], upTo count: Int) -> String {
        (0..<Int.random(in: 0...count, using: &self)).map { _ in pieces.randomElement(using: &self) ?? "" }.joined()
    }
}
