/// What changes when a file does: enough to tell whether to read it again, without reading it.
public struct FileStamp: Hashable, Sendable {
    /// The device it is on.
    public var device: UInt64
    /// Its number there; a file that is put in another's place has another one.
    public var number: UInt64
    /// The size in bytes.
    public var size: Int64
    /// When its contents changed, in nanoseconds since 1970.
    public var modified: Int64
    /// When anything about it changed, in nanoseconds since 1970.
    public var changed: Int64

    /// Makes a stamp.
    public init(device: UInt64, number: UInt64, size: Int64, modified: Int64, changed: Int64) {
        self.device = device
        self.number = number
        self.size = size
        self.modified = modified
        self.changed = changed
    }
}
