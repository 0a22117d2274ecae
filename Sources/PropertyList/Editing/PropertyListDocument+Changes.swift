// STUB: merging the editing of property lists replaces this file.

import Diagnostics

extension PropertyListDocument {
    /// The file with some changes made; here it fits none.
    public func applying(_ changes: [PropertyListChange]) throws(PropertyListChangeError) -> [UInt8] {
        guard changes.isEmpty else { throw PropertyListChangeError() }
        return source.bytes
    }
}
