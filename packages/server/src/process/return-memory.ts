import { setTimeout as sleep } from 'node:timers/promises'

/** Parameters of glibc's `mallopt`, from malloc.h. */
const trimThreshold = -1
const mmapThreshold = -3

const largeBytes = 128 * 1024
const usualPauseMs = 10_000

/** Functions of glibc, which is already loaded into the process. */
interface Glibc {
  mallopt(parameter: number, value: number): number
  /** Runs in a thread of the pool. */
  trim(): Promise<void>
}

/**
 * Returns freed memory to the system, on Linux with glibc. By default glibc keeps most of it: once a large buffer was freed, it puts
 * buffers of up to that size (at most 32 MB) among the small ones, where a single live buffer retains everything before it. With this, each
 * buffer of 128 KB or more has its own pages, which are returned with it, and free pages among the small buffers are returned regularly.
 * Never resolves there; does nothing on other systems.
 */
export async function returnFreeMemory(everyMs = usualPauseMs): Promise<void> {
  const glibc = await loadGlibc()
  if (!glibc) return
  // When set explicitly, neither grows any more.
  glibc.mallopt(mmapThreshold, largeBytes)
  glibc.mallopt(trimThreshold, largeBytes)
  for (;;) {
    await sleep(everyMs, undefined, { ref: false })
    await glibc.trim()
  }
}

async function loadGlibc(): Promise<Glibc | undefined> {
  if (process.platform !== 'linux') return undefined
  try {
    const { default: koffi } = await import('koffi')
    const itself = koffi.load(null)
    const mallopt = itself.func('int mallopt(int, int)')
    const mallocTrim = itself.func('int malloc_trim(size_t)')
    return {
      mallopt: (parameter, value) => mallopt(parameter, value),
      trim: () => new Promise((resolve) => mallocTrim.async(0, () => resolve())),
    }
  } catch {
    // Another C library, or a system that koffi has no binary for: the service works the same without it.
    return undefined
  }
}
