import Synchronization

/// The objects behind the handles of one kind.
///
/// A handle is a number that looks like a pointer, and nothing is ever read where it points:
///
/// ```
/// 63        50 49                        18 17           0
/// ┌───────────┬────────────────────────────┬──────────────┐
/// │   magic   │         generation         │     slot     │
/// └───────────┴────────────────────────────┴──────────────┘
/// ```
/// The magic tells the kinds apart. A slot is used again for another object, and then has another generation, so a handle
/// that was freed is never good again. The word of a slot says what is in it and how many calls use it:
///
/// ```
/// 63               32 31 30              0
/// ┌──────────────────┬──┬────────────────┐
/// │    generation    │ ■│     calls      │   ■ there is an object
/// └──────────────────┴──┴────────────────┘
/// ```
///
/// Every unsafe expression about objects is in this type.
@safe
struct HandleTable<Object: ~Copyable>: ~Copyable, @unchecked Sendable {
    // INVARIANT: an object is reached only by whoever has counted itself into the word of its slot while the mark was set
    // and the generation was the handle's; it is destroyed only by whoever took the mark away while nobody was counted in.
    // Slots and chunks are never given back. This is what makes the type Sendable, for objects whose use is exclusive or
    // that are Sendable themselves.
    @safe
    private struct Slot: ~Copyable {
        let word = Atomic<UInt64>(0)
        var object: UnsafeMutablePointer<Object>?
        /// The next slot that is free, where this one is; counted from 1.
        var next = 0
    }

    private struct FreeSlots {
        /// The slot that was freed last, counted from 1; 0 where none is free.
        var first = 0
        /// How many slots have ever been used.
        var used = 0
    }

    private static var slotBits: UInt64 { 18 }
    private static var chunkBits: Int { 8 }
    private static var chunkSize: Int { 1 << chunkBits }
    private static var chunkCount: Int { 1 << (Int(slotBits) - chunkBits) }
    private static var mark: UInt64 { 1 << 31 }
    private static var callMask: UInt64 { (1 << 31) - 1 }

    private let magic: UInt64
    /// The address of the addresses of the chunks of slots; 0 while no object was ever taken in.
    ///
    /// PERF: a table is made of constants, so that a global one is there when the program starts, and no call has to ask
    /// whether it has been made.
    private let chunks = Atomic<UInt>(0)
    private let free = Mutex(FreeSlots())

    /// - Parameter magic: 14 bits, not all 0, which no other table has.
    init(magic: UInt64) {
        precondition(magic > 0 && magic < 1 << 14, "a magic has 14 bits")
        self.magic = magic
    }

    // MARK: Making and freeing

    /// Takes an object in.
    ///
    /// - Returns: Its handle; nil where there are too many.
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

    /// Destroys an object, unless a call uses it.
    func remove(_ handle: OpaquePointer?) throws(CallFailure) {
        let (slot, idle) = unsafe try find(handle)
        let generation = idle >> 32
        let (isFree, found) = unsafe slot.pointee.word.compareExchange(
            expected: idle,
            desired: (generation + 1) << 32,
            ordering: .acquiringAndReleasing
        )
        guard isFree else { throw Self.failure(found, idle) }
        // SAFETY: the mark is gone and no call was counted in, so nobody else reaches the object.
        if let object = unsafe slot.pointee.object {
            unsafe object.deinitialize(count: 1)
            unsafe object.deallocate()
        }
        unsafe slot.pointee.object = nil
        // A slot whose generations are used up stays empty.
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
                // SAFETY: an index has 18 bits, so its chunk is among them. The address is published after the slots are
                // initialised, and the chunk is never given back.
                let place = unsafe chunkAddresses() + (index >> Self.chunkBits)
                unsafe place.pointee.store(UInt(bitPattern: chunk), ordering: .releasing)
            }
            free.used += 1
            return index
        }
    }

    /// The addresses of the chunks, made when the first object is taken in. Only whoever holds the lock may ask.
    private func chunkAddresses() -> UnsafeMutablePointer<Atomic<UInt>> {
        let known = chunks.load(ordering: .relaxed)
        if let start = unsafe UnsafeMutablePointer<Atomic<UInt>>(bitPattern: known) { return unsafe start }
        let start = UnsafeMutablePointer<Atomic<UInt>>.allocate(capacity: Self.chunkCount)
        for index in 0..<Self.chunkCount { unsafe (start + index).initialize(to: Atomic(0)) }
        chunks.store(UInt(bitPattern: start), ordering: .releasing)
        return unsafe start
    }

    // MARK: Using

    /// Lends an object to one call, while which no other is let in.
    @inline(__always)
    func exclusively<Result>(
        _ handle: OpaquePointer?,
        _ body: (inout Object) throws(CallFailure) -> Result
    ) throws(CallFailure) -> Result {
        let (slot, idle) = unsafe try find(handle)
        let (isOurs, found) = unsafe slot.pointee.word.compareExchange(
            expected: idle,
            desired: idle + 1,
            ordering: .acquiring
        )
        guard isOurs else { throw Self.failure(found, idle) }
        // SAFETY: the only call is this one, and only it changes the word until it is stored again. The object is there
        // for as long as the mark is.
        defer { unsafe slot.pointee.word.store(idle, ordering: .releasing) }
        return unsafe try body(&slot.pointee.object.unsafelyUnwrapped.pointee)
    }

    /// Lends an object to one call of several.
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
        // SAFETY: this call is counted in, so the object stays.
        defer { unsafe slot.pointee.word.subtract(1, ordering: .releasing) }
        return unsafe try body(slot.pointee.object.unsafelyUnwrapped.pointee)
    }

    // MARK: Finding

    /// The slot of a handle, and its word while the object is in it and no call uses it.
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
        // SAFETY: an index has 18 bits, so its chunk is among them; a chunk whose address is not 0 has all its slots.
        let addresses = chunks.load(ordering: .acquiring)
        guard let place = unsafe UnsafeMutablePointer<Atomic<UInt>>(bitPattern: addresses) else { return nil }
        let chunk = unsafe (place + (index >> Self.chunkBits)).pointee.load(ordering: .acquiring)
        guard let start = unsafe UnsafeMutablePointer<Slot>(bitPattern: chunk) else { return nil }
        return unsafe start + (index & (Self.chunkSize - 1))
    }

    /// Why a slot is not what a handle says.
    private static func failure(_ found: UInt64, _ idle: UInt64) -> CallFailure {
        found & ~callMask == idle ? .busy : .noHandle
    }
}
