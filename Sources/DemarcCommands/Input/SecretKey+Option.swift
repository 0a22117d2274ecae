import Diagnostics
import Glibc
import Hosting

extension SecretKey {
    /// Reads the key that an option names.
    ///
    /// - Parameters:
    ///   - path: The file.
    ///   - option: The option.
    /// - Returns: The key.
    /// - Throws: ``CommandError`` if it cannot be used; for a missing file, with the one that was probably meant.
    static func read(_ path: String, of option: String) throws(CommandError) -> SecretKey {
        do throws(SecretKeyError) {
            return try SecretKey(contentsOf: path)
        } catch {
            let hint = error == .refused(ENOENT) ? NearbyFile.hint(for: path) : ""
            throw .unreadable("\(option) `\(VisibleText.of(path))`: \(error)\(hint)")
        }
    }
}
