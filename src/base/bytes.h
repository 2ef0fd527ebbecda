/* Bytes into and out of files, all of them however few the system takes at a time, and their check sum. */
#ifndef JUDDER_BASE_BYTES_H
#define JUDDER_BASE_BYTES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* False: the file ends before, or the system refuses. */
bool bytes_read(int fd, void *to, size_t size);
/* False with errno: the system refuses. */
bool bytes_write(int fd, const void *from, size_t size);

/* FNV-1a; goes on from a sum so far. */
#define BYTES_SUM_START 0xcbf29ce484222325u
uint64_t bytes_sum(uint64_t sum, const void *bytes, size_t size);

#endif
