// Compares this parser with ada's results, which ada.py wrote, read from standard input.
//
// The exit status is 0 if nothing differs except because of the installed Unicode version, and 1 otherwise.

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

var comparison = Comparison()
while let line = readLine() { comparison.compare(line) }
print(comparison.report)
exit(comparison.differences == 0 && comparison.count > 0 ? 0 : 1)
