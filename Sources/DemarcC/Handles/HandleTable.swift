import Synchronization

/// The objects behind the handles of one kind.
///
/// A handle is a number in the form of a pointer, and is never dereferenced:
///
/// ```
/// 63        50 49                        18 17           0
/// ┌───────────┬────────────────────────────┬──────────────┐
/// │   magic   │         generation         │     slot     │
/// └───────────┴────────────────────────────┴──────────────┘
/// ```
/// The magic distinguishes the kinds of handles. A slot is reused for another object under a new generation, so a freed
/// handle never becomes valid again. The word of a slot describes its content and counts the calls that use it:
///
/// ```
/// 63               32 31 30              0
/// ┌──────────────────┬──┬────────────────┐
/// │    generation    │ ■│     calls      │   ■ there is an object
/// └──────────────────┴──┴────────────────┘
/// ```
/// A call that excludes all others sets every bit of the count, so that no other call can be counted.
///
/// All unsafe code that accesses objects is in this type.
@safe
struct HandleTable<Object: ~Copyable>: ~Copyable, @unchecked Sendable {
    // INVARIANT: an object is accessed only after incrementing the call count in the word of its slot, while the mark
    // was set and the generation matched the handle. It is destroyed only by the caller that cleared the mark while the
    // count was zero. Slots and chunks are never deallocated. This makes the type Sendable for objects that are used
    // exclusively or are Sendable themselves.
    @safe
    private struct Slot: ~Copyable {
        let word = Atomic<UInt64>(0)
        var object: UnsafeMutablePointer<Object>?
        /// The next free slot, if this slot is free; counted from 1.
        var next = 0
    }

    private struct FreeSlots {
        /// The slot that was freed last, counted from 1; 0 if none is free.
        var first = 0
        /// The number of slots that have ever been used.
        var used = 0
    }

    private static var slotBits: UInt64 { 18 }
    private static var chunkBits: Int { 8 }
    private static var chunkSize: Int { 1 << chunkBits }
    private static var chunkCount: Int { 1 << (Int(slotBits) - chunkBits) }
    private static var mark: UInt64 { 1 << 31 }
    private static var callMask: UInt64 { (1 << 31) - 1 }

    private let magic: UInt64
    /// The address of the array of chunk addresses; 0 until the first object is inserted.
    ///
    /// PERF: a table consists of constants, so a global table exists when the program starts, and no call has to check
    /// whether it has been initialized.
    private let chunks = Atomic<UInt>(0)
    private let free = Mutex(FreeSlots())

    /// - Parameter magic: 14 bits, not all 0, distinct from the magic of any other table.
    init(magic: UInt64) {
        precondition(magic > 0 && magic < 1 << 14, "a magic has 14 bits")
        self.magic = magic
    }

    // MARK: Creating and freeing

    /// Inserts an object.
    ///
    /// - Returns: Its handle; nil if there are too many objects.
    func insert(_ object: consuming Object) -> OpaquePointer? {
        guard let index = takeSlot() else { return nil }
        guard let slot = unsafe slot(at: index) else { return nil }
        let place = UnsafeMutablePointer<Object>.allocate(capacity: 1)
        unsafe place.initialize(to: object)
        unsafe slot.pointee.object = place
        let generation = max(unsafe slot.pointee.word.load(ordering: .relaxed) >> 32, 1)
        unsafe slot.pointee.word.store(generation << 32 | Self.mark, ordering: .releasing)
        let handle = magic << 50 | generation << Self.slotBits | UInt64(index)
        return unsafe OpaquePointer(bitPattern: UInt(handle))
    }

    /// Destroys an object, unless a call is using it.
    func remove(_ handle: OpaquePointer?) throws(CallFailure) {
        let (slot, idle) = unsafe try find(handle)
        let generation = idle >> 32
        let (isFree, found) = unsafe slot.pointee.word.compareExchange(
            expected: idle,
            desired: (generation + 1) << 32,
            ordering: .acquiringAndReleasing
        )
        guard isFree else { throw Self.failure(found, idle) }
        // SAFETY: the mark is cleared and the call count was zero, so no other thread can access the object.
        if let object = unsafe slot.pointee.object {
            unsafe object.deinitialize(count: 1)
            unsafe object.deallocate()
        }
        unsafe slot.pointee.object = nil
        // A slot that has used up its generations stays empty.
        guard generation + 1 < 1 << 32 else { return }
        let index = Int(UInt64(UInt(bitPattern: handle)) & (1 << Self.slotBits - 1))
        free.withLock { free in
            unsafe slot.pointee.next = free.first
            free.first = index + 1
        }
    }

    private func takeSlot() -> Int? {
        free.withLock { free in
            if free.first > 0, let slot = unsafe slot(at: free.first - 1) {
                let index = free.first - 1
                free.first = unsafe slot.pointee.next
                return index
            }
            guard free.used < Self.chunkCount * Self.chunkSize else { return nil }
            let index = free.used
            if index % Self.chunkSize == 0 {
                let chunk = UnsafeMutablePointer<Slot>.allocate(capacity: Self.chunkSize)
                for place in 0..<Self.chunkSize { unsafe (chunk + place).initialize(to: Slot(object: nil)) }
                // SAFETY: an index has 18 bits, so it lies within the array of chunks. The address is published after
                // the slots are initialized, and the chunk is never deallocated.
                let place = unsafe chunkAddresses() + (index >> Self.chunkBits)
                unsafe place.pointee.store(UInt(bitPattern: chunk), ordering: .releasing)
            }
            free.used += 1
            return index
        }
    }

    /// The addresses of the chunks, allocated when the first object is inserted. Call only while holding the lock.
    private func chunkAddresses() -> UnsafeMutablePointer<Atomic<UInt>> {
        let known = chunks.load(ordering: .relaxed)
        if let start = unsafe UnsafeMutablePointer<Atomic<UInt>>(bitPattern: known) { return unsafe start }
        let start = UnsafeMutablePointer<Atomic<UInt>>.allocate(capacity: Self.chunkCount)
        for index in 0..<Self.chunkCount { unsafe (start + index).initialize(to: Atomic(0)) }
        chunks.store(UInt(bitPattern: start), ordering: .releasing)
        return unsafe start
    }

    // MARK: Using

    /// Passes an object to one call, excluding all others.
    @inline(__always)
    func exclusively<Result>(
        _ handle: OpaquePointer?,
        _ body: (inout Object) throws(CallFailure) -> Result
    ) throws(CallFailure) -> Result {
        let (slot, idle) = unsafe try find(handle)
        let (isOurs, found) = unsafe slot.pointee.word.compareExchange(
            expected: idle,
            desired: idle | Self.callMask,
            ordering: .acquiring
        )
        guard isOurs else { throw Self.failure(found, idle) }
        // SAFETY: this is the only call, and only this call changes the word until it is stored again. The object
        // exists for as long as the mark is set.
        defer { unsafe slot.pointee.word.store(idle, ordering: .releasing) }
        return unsafe try body(&slot.pointee.object.unsafelyUnwrapped.pointee)
    }

    /// Passes an object to a call that may run concurrently with others.
    func shared<Result>(
        _ handle: OpaquePointer?,
        _ body: (borrowing Object) throws(CallFailure) -> Result
    ) throws(CallFailure) -> Result {
        let (slot, idle) = unsafe try find(handle)
        var word = idle
        while true {
            let (isIn, found) = unsafe slot.pointee.word.weakCompareExchange(
                expected: word,
                desired: word + 1,
                ordering: .acquiring
            )
            if isIn { break }
            guard found & ~Self.callMask == idle else { throw .noHandle }
            guard found & Self.callMask < Self.callMask else { throw .busy }
            word = found
        }
        // SAFETY: this call is counted, so the object stays alive.
        defer { unsafe slot.pointee.word.subtract(1, ordering: .releasing) }
        return unsafe try body(slot.pointee.object.unsafelyUnwrapped.pointee)
    }

    // MARK: Finding

    /// The slot of a handle, and the value of its word while the object is present and unused.
    @inline(__always)
    private func find(_ handle: OpaquePointer?) throws(CallFailure) -> (UnsafeMutablePointer<Slot>, idle: UInt64) {
        let number = UInt64(UInt(bitPattern: handle))
        guard number >> 50 == magic else { throw .noHandle }
        guard let slot = unsafe slot(at: Int(number & (1 << Self.slotBits - 1))) else { throw .noHandle }
        let generation = number >> Self.slotBits & 0xFFFF_FFFF
        return unsafe (slot, generation << 32 | Self.mark)
    }

    @inline(__always)
    private func slot(at index: Int) -> UnsafeMutablePointer<Slot>? {
        // SAFETY: an index has 18 bits, so it lies within the array of chunks; a chunk whose address is not 0 has all
        // its slots.
        let addresses = chunks.load(ordering: .acquiring)
        guard let place = unsafe UnsafeMutablePointer<Atomic<UInt>>(bitPattern: addresses) else { return nil }
        let chunk = unsafe (place + (index >> Self.chunkBits)).pointee.load(ordering: .acquiring)
        guard let start = unsafe UnsafeMutablePointer<Slot>(bitPattern: chunk) else { return nil }
        return unsafe start + (index & (Self.chunkSize - 1))
    }

    /// Why a slot does not match a handle.
    private static func failure(_ found: UInt64, _ idle: UInt64) -> CallFailure {
        found & ~callMask == idle ? .busy : .noHandle
    }
}
