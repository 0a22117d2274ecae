#include "CFileSum.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

static int64_t now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return time.tv_sec * INT64_C(1000000000) + time.tv_nsec;
}

int64_t demarc_file_sum(const char *path, uint64_t *sum) {
    int64_t start = now();
    int file = open(path, O_RDONLY);
    if (file < 0) return -1;
    struct stat status;
    const uint64_t *words = MAP_FAILED;
    if (fstat(file, &status) == 0 && status.st_size > 0)
        words = mmap(NULL, status.st_size, PROT_READ, MAP_PRIVATE, file, 0);
    close(file);
    if (words == MAP_FAILED) return -1;
    uint64_t total = 0;
    for (size_t index = 0; index < (size_t)status.st_size / 8; index++) total += words[index];
    *sum = total;
    int64_t end = now();
    munmap((void *)words, status.st_size);
    return end - start;
}
