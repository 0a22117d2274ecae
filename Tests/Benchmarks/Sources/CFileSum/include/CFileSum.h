#ifndef C_FILE_SUM_H
#define C_FILE_SUM_H

#include <stdint.h>

/// Maps a file for reading and sums its words: the least that whoever checks all of a file has to do.
///
/// - Parameters:
///   - path: The file.
///   - sum: Takes the sum.
/// - Returns: The nanoseconds that it took by the clock, opening the file included; -1 where it cannot be read.
int64_t demarc_file_sum(const char *path, uint64_t *sum);

#endif
