enum PageHash {
    static func base64(of bytes: [UInt8]) -> String { "TODO" }
}
