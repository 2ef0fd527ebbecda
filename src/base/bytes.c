#include "base/bytes.h"

#include <errno.h>
#include <unistd.h>

bool bytes_read(int fd, void *to, size_t size) {
    char *at = to;
    while (size > 0) {
        const ssize_t got = read(fd, at, size);
        if (got < 0 && errno == EINTR) continue;
        if (got <= 0) return false;
        at += got, size -= (size_t)got;
    }
    return true;
}

bool bytes_write(int fd, const void *from, size_t size) {
    const char *at = from;
    while (size > 0) {
        const ssize_t put = write(fd, at, size);
        if (put < 0 && errno == EINTR) continue;
        if (put == 0) errno = EIO;
        if (put <= 0) return false;
        at += put, size -= (size_t)put;
    }
    return true;
}

ssize_t bytes_read_at(int fd, uint64_t place, void *to, size_t size) {
    size_t done = 0;
    while (done < size) {
        const ssize_t got = pread(fd, (char *)to + done, size - done, (off_t)(place + done));
        if (got < 0 && errno == EINTR) continue;
        if (got < 0) return -1;
        if (got == 0) break;
        done += (size_t)got;
    }
    return (ssize_t)done;
}

bool bytes_write_at(int fd, uint64_t place, const void *from, size_t size) {
    for (size_t done = 0; done < size;) {
        const ssize_t put = pwrite(fd, (const char *)from + done, size - done, (off_t)(place + done));
        if (put < 0 && errno == EINTR) continue;
        if (put == 0) errno = EIO;
        if (put <= 0) return false;
        done += (size_t)put;
    }
    return true;
}

uint64_t bytes_sum(uint64_t sum, const void *bytes, size_t size) {
    const unsigned char *at = bytes;
    for (size_t i = 0; i < size; i++) sum = (sum ^ at[i]) * 0x100000001b3u;
    return sum;
}
