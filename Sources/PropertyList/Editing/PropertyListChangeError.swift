// STUB: merging the editing of property lists replaces this file.

/// A change does not fit the property list that it was to be made in.
public struct PropertyListChangeError: Error, Hashable, Sendable {
    /// What is wrong, for people: lower case, one line, no final period.
    public var message: String { "changes of property lists are not supported by this version" }
}
