import PolicyModel

/// The identity of the current task: inherited by its child tasks, and gone when the scope that set it ends.
enum TaskIdentity {
    @TaskLocal static var current: AccountID?
}
