/* A layer between a program and its disk: LD_PRELOAD it.
 *
 * SHIM_TRACE  file that gets a line for each call that changes a file below SHIM_UNDER, with its bytes, in order
 * SHIM_UNDER  the folder
 * SHIM_FAIL   number of the call that fails, counted from 1; 0 for none
 * SHIM_MANY   how many calls fail from there on (default 1)
 * SHIM_ERROR  errno of the failure (default ENOSPC)
 * SHIM_CLOCK  file whose text is added to the wall clock, in seconds
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/types.h>
#include <time.h>
#include <unistd.h>

static long calls;

void shim_reset(void) { calls = 0; }
long shim_calls(void) { return calls; }

static const char *below(int fd, char *path)
{
    char link[64];
    const char *under = getenv("SHIM_UNDER");
    ssize_t n;
    snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
    n = readlink(link, path, PATH_MAX);
    if (!under || n < 0)
        return NULL;
    path[n] = 0;
    if (strncmp(path, under, strlen(under)))
        return NULL;
    return path + strlen(under);
}

static void put(int fd, const void *data, size_t size)
{
    syscall(SYS_write, fd, data, size);
}

/* One record: kind, name, offset, length, bytes. */
static void trace(const char *kind, const char *name, long long offset, const void *data, size_t size)
{
    const char *file = getenv("SHIM_TRACE");
    char head[PATH_MAX + 80];
    int fd, n;
    if (!file)
        return;
    fd = syscall(SYS_openat, AT_FDCWD, file, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
    if (fd < 0)
        return;
    n = snprintf(head, sizeof head, "%s\t%s\t%lld\t%zu\n", kind, *name ? name : "/", offset, size);
    put(fd, head, n);
    if (data)
        put(fd, data, size);
    syscall(SYS_close, fd);
}

static int fails(void)
{
    const char *which = getenv("SHIM_FAIL"), *many = getenv("SHIM_MANY"), *error = getenv("SHIM_ERROR");
    long first = which ? atol(which) : 0, count = many ? atol(many) : 1;
    calls++;
    if (!first || calls < first || calls >= first + count)
        return 0;
    errno = error ? atoi(error) : ENOSPC;
    return 1;
}

static ssize_t write_at(int fd, const void *data, size_t size, off_t offset)
{
    char path[PATH_MAX + 1];
    const char *name = below(fd, path);
    ssize_t done;
    if (name && fails())
        return -1;
    done = syscall(SYS_pwrite64, fd, data, size, offset);
    if (name && done > 0)
        trace("write", name, offset, data, done);
    return done;
}

ssize_t pwrite(int fd, const void *data, size_t size, off_t offset) { return write_at(fd, data, size, offset); }
ssize_t pwrite64(int fd, const void *data, size_t size, off_t offset) { return write_at(fd, data, size, offset); }

ssize_t write(int fd, const void *data, size_t size)
{
    char path[PATH_MAX + 1];
    const char *name = fd > 2 ? below(fd, path) : NULL;
    off_t offset = name ? lseek(fd, 0, SEEK_CUR) : 0;
    if (name && offset >= 0)
    {
        ssize_t done = write_at(fd, data, size, offset);
        if (done > 0)
            lseek(fd, offset + done, SEEK_SET);
        return done;
    }
    return syscall(SYS_write, fd, data, size);
}

static int sync_it(int fd, int number)
{
    char path[PATH_MAX + 1];
    const char *name = below(fd, path);
    int done;
    if (name && fails())
        return -1;
    done = syscall(number, fd);
    if (name && !done)
        trace("sync", name, 0, NULL, 0);
    return done;
}

int fsync(int fd) { return sync_it(fd, SYS_fsync); }
int fdatasync(int fd) { return sync_it(fd, SYS_fdatasync); }

static int cut(int fd, off_t size)
{
    char path[PATH_MAX + 1];
    const char *name = below(fd, path);
    int done;
    if (name && fails())
        return -1;
    done = syscall(SYS_ftruncate, fd, size);
    if (name && !done)
        trace("cut", name, size, NULL, 0);
    return done;
}

int ftruncate(int fd, off_t size) { return cut(fd, size); }
int ftruncate64(int fd, off_t size) { return cut(fd, size); }

int unlink(const char *path)
{
    const char *under = getenv("SHIM_UNDER");
    int done = syscall(SYS_unlinkat, AT_FDCWD, path, 0);
    if (!done && under && !strncmp(path, under, strlen(under)))
        trace("unlink", path + strlen(under), 0, NULL, 0);
    return done;
}

int clock_gettime(clockid_t clock, struct timespec *now)
{
    const char *file = getenv("SHIM_CLOCK");
    int done = syscall(SYS_clock_gettime, clock, now);
    if (file && !done && clock == CLOCK_REALTIME)
    {
        char text[32] = "";
        int fd = syscall(SYS_openat, AT_FDCWD, file, O_RDONLY | O_CLOEXEC, 0);
        if (fd >= 0)
        {
            syscall(SYS_read, fd, text, sizeof text - 1);
            syscall(SYS_close, fd);
            now->tv_sec += atoll(text);
        }
    }
    return done;
}
