import { setTimeout as sleep } from 'node:timers/promises'

/** glibc's `mallopt`: parameters of malloc.h. */
const trimThreshold = -1
const mmapThreshold = -3

const largeBytes = 128 * 1024
const usualPauseMs = 10_000

/** Functions of glibc, which is part of the process already. */
interface Glibc {
  mallopt(parameter: number, value: number): number
  /** In a thread of the pool. */
  trim(): Promise<void>
}

/**
 * Returns freed memory to the system, on Linux with glibc. glibc keeps most of it: once a large buffer was freed, it puts buffers of up to
 * that size, 32 MB at most, among the small ones, where a single one that is alive holds all before it. Here each buffer of 128 KB or more has
 * pages of its own, which go with it, and pages that are free among the small ones go from time to time. Never resolves there; does nothing elsewhere.
 */
export async function returnFreeMemory(everyMs = usualPauseMs): Promise<void> {
  const glibc = await loadGlibc()
  if (!glibc) return
  // Given explicitly, neither grows any more.
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
    // Another C library, or a system that koffi has no binary for: there the service is the same without it.
    return undefined
  }
}
