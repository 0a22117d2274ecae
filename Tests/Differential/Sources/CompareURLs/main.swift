// Compares this parser with what ada.py wrote down of ada's, read from standard input.
//
// Exit status 0 where nothing differs but for the installed version of Unicode, 1 otherwise.

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

var comparison = Comparison()
while let line = readLine() { comparison.compare(line) }
print(comparison.report)
exit(comparison.differences == 0 && comparison.count > 0 ? 0 : 1)
