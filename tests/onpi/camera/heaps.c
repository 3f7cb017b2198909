/*
 * Preload: serves dma-buf heaps from memory files, so that libcamera's virtual camera runs on a kernel without them.
 * gcc -O2 -shared -fPIC -o heaps.so heaps.c -ldl; then LD_PRELOAD=./heaps.so cam -l
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <linux/dma-buf.h>
#include <linux/dma-heap.h>
#include <stdarg.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <unistd.h>

static int is_heap(const char *path)
{
	return path && !strncmp(path, "/dev/dma_heap/", 14);
}

static int heap(void)
{
	return memfd_create("dma-heap", MFD_CLOEXEC);
}

static int allocate(struct dma_heap_allocation_data *wanted)
{
	int buffer = memfd_create("dma-buffer", MFD_CLOEXEC);
	if (buffer < 0 || ftruncate(buffer, wanted->len))
		return -1;
	wanted->fd = buffer;
	return 0;
}

/* The mode is there only for files that are made. */
#define MODE(flags)                                   \
	mode_t mode = 0;                              \
	if ((flags) & (O_CREAT | __O_TMPFILE)) {      \
		va_list rest;                         \
		va_start(rest, flags);                \
		mode = va_arg(rest, mode_t);          \
		va_end(rest);                         \
	}

#define OPEN(name)                                                                        \
	int name(const char *path, int flags, ...)                                        \
	{                                                                                 \
		MODE(flags)                                                               \
		int (*next)(const char *, int, ...) = dlsym(RTLD_NEXT, #name);            \
		return is_heap(path) ? heap() : next(path, flags, mode);                  \
	}

#define OPENAT(name)                                                                      \
	int name(int folder, const char *path, int flags, ...)                            \
	{                                                                                 \
		MODE(flags)                                                               \
		int (*next)(int, const char *, int, ...) = dlsym(RTLD_NEXT, #name);       \
		return is_heap(path) ? heap() : next(folder, path, flags, mode);          \
	}

OPEN(open)
OPEN(open64)
OPENAT(openat)
OPENAT(openat64)

int __open_2(const char *path, int flags)
{
	return open(path, flags);
}

int __open64_2(const char *path, int flags)
{
	return open64(path, flags);
}

int ioctl(int file, unsigned long request, ...)
{
	int (*next)(int, unsigned long, ...) = dlsym(RTLD_NEXT, "ioctl");
	va_list rest;
	va_start(rest, request);
	void *argument = va_arg(rest, void *);
	va_end(rest);
	switch (request) {
	case DMA_HEAP_IOCTL_ALLOC:
		return allocate(argument);
	case DMA_BUF_SET_NAME_A:
	case DMA_BUF_SET_NAME_B:
	case DMA_BUF_IOCTL_SYNC:
		return 0;
	default:
		return next(file, request, argument);
	}
}
