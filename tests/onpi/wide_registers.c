/*
 * Lets a User-Mode Linux before 6.13 run on processors with AMX: it reads and sets a process's registers in a buffer that is too
 * small for theirs, which ptrace refuses. Loaded before libc (LD_PRELOAD), this reads and sets them whole.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdarg.h>
#include <string.h>
#include <sys/ptrace.h>
#include <sys/types.h>
#include <sys/uio.h>

#define NT_X86_XSTATE 0x202

long ptrace(enum __ptrace_request request, ...) {
    static long (*of_libc)(int, pid_t, void *, void *);
    static char whole[1 << 16];
    struct iovec all = {whole, sizeof whole};
    va_list rest;
    va_start(rest, request);
    pid_t pid = va_arg(rest, pid_t);
    void *address = va_arg(rest, void *);
    struct iovec *some = va_arg(rest, void *);
    va_end(rest);

    if (!of_libc)
        of_libc = (long (*)(int, pid_t, void *, void *))dlsym(RTLD_NEXT, "ptrace");
    if ((long)address != NT_X86_XSTATE || (request != PTRACE_GETREGSET && request != PTRACE_SETREGSET))
        return of_libc(request, pid, address, some);
    long result = of_libc(PTRACE_GETREGSET, pid, address, &all);
    if (result < 0)
        return result;
    if (some->iov_len > all.iov_len)
        some->iov_len = all.iov_len;
    if (request == PTRACE_GETREGSET) {
        memcpy(some->iov_base, whole, some->iov_len);
        return 0;
    }
    memcpy(whole, some->iov_base, some->iov_len);
    return of_libc(PTRACE_SETREGSET, pid, address, &all);
}
