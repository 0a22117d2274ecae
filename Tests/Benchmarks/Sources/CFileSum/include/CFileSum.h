#ifndef C_FILE_SUM_H
#define C_FILE_SUM_H

#include <stdint.h>

/// Maps a file for reading and sums its words: the minimum work of any program that checks a whole file.
///
/// - Parameters:
///   - path: The file.
///   - sum: Receives the sum.
/// - Returns: The elapsed nanoseconds, including opening the file; -1 if it cannot be read.
int64_t demarc_file_sum(const char *path, uint64_t *sum);

#endif
