/* Bytes into and out of files, all of them however few the system takes at a time, and their check sum. */
#ifndef JUDDER_BASE_BYTES_H
#define JUDDER_BASE_BYTES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

/* False: the file ends before, or the system refuses. */
bool bytes_read(int fd, void *to, size_t size);
/* False with errno: the system refuses. */
bool bytes_write(int fd, const void *from, size_t size);

/* The same at a place of the file, which stays where it is. Reading gives how many bytes there were, fewer at
 * its end; negative with errno: the system refuses. */
ssize_t bytes_read_at(int fd, uint64_t place, void *to, size_t size);
bool bytes_write_at(int fd, uint64_t place, const void *from, size_t size);

/* FNV-1a; goes on from a sum so far. */
#define BYTES_SUM_START 0xcbf29ce484222325u
uint64_t bytes_sum(uint64_t sum, const void *bytes, size_t size);

#endif
