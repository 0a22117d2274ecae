/// A decoder for RFC 3492, for the expected values of tests.
enum Punycode {
    /// The label after `xn--`; nil if it is not Punycode.
    static func decoded(_ label: ArraySlice<Unicode.Scalar>) -> [Unicode.Scalar]? {
        let hyphen = label.lastIndex(of: "-")
        var output = hyphen.map { Array(label[..<$0]) } ?? []
        var digits = label[(hyphen.map { $0 + 1 } ?? label.startIndex)...]
        var codePoint: UInt32 = 128
        var bias = 72
        var insertion = 0
        while !digits.isEmpty {
            let before = insertion
            var weight = 1
            var step = 36
            while true {
                guard let scalar = digits.popFirst(), let digit = digit(scalar) else { return nil }
                insertion += digit * weight
                let threshold = min(max(step - bias, 1), 26)
                if digit < threshold { break }
                weight *= 36 - threshold
                step += 36
                guard weight < 1 << 40 else { return nil }
            }
            let count = output.count + 1
            bias = adapted(insertion - before, isFirst: before == 0, count: count)
            codePoint += UInt32(insertion / count)
            insertion %= count
            guard let scalar = Unicode.Scalar(codePoint) else { return nil }
            output.insert(scalar, at: insertion)
            insertion += 1
        }
        return output
    }

    private static func digit(_ scalar: Unicode.Scalar) -> Int? {
        switch scalar {
        case "a"..."z": Int(scalar.value) - 0x61
        case "0"..."9": Int(scalar.value) - 0x30 + 26
        default: nil
        }
    }

    private static func adapted(_ delta: Int, isFirst: Bool, count: Int) -> Int {
        var delta = isFirst ? delta / 700 : delta / 2
        delta += delta / count
        var steps = 0
        while delta > 455 {
            delta /= 35
            steps += 36
        }
        return steps + 36 * delta / (delta + 38)
    }
}
