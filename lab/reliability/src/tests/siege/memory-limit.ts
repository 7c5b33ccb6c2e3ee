import { existsSync, readFileSync } from 'node:fs'
import { mkdir, readFile, rmdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/** Limits the memory of a process. */
export interface MemoryLimit {
  /**
   * "cgroup": the kernel kills a process that exceeds it. "heap": V8 does, and only for its own heap; the resident memory has to be
   * watched.
   */
  readonly kind: 'cgroup' | 'heap'
  /** The command under which the process runs. */
  readonly under: readonly string[]
  readonly env: Record<string, string>
  remove(): Promise<void>
}

const rootFolder = '/sys/fs/cgroup'
let made = 0

/** A cgroup of that size, of version 1 or 2, if this machine allows creating one. */
export async function memoryLimit(bytes: number): Promise<MemoryLimit> {
  const isOne = existsSync(join(rootFolder, 'memory/memory.limit_in_bytes'))
  const name = `colloquy-siege-${process.pid}-${++made}`
  const folder = join(rootFolder, isOne ? 'memory' : '', name)
  try {
    await mkdir(folder)
    await writeFile(join(folder, isOne ? 'memory.limit_in_bytes' : 'memory.max'), `${bytes}`)
  } catch {
    await rmdir(folder).catch(() => {})
    const heap = Math.floor(bytes / 2 ** 20 / 2)
    return { kind: 'heap', under: [], env: { NODE_OPTIONS: `--max-old-space-size=${heap}` }, remove: async () => {} }
  }
  const join_ = `echo $$ > ${join(folder, 'cgroup.procs')} && exec "$@"`
  return { kind: 'cgroup', under: ['sh', '-c', join_, 'sh'], env: {}, remove: () => rmdir(folder).catch(() => {}) }
}

const sampleMs = 100

/** Watches the resident memory of a process, threads included. */
export function watchMemory(pid: number) {
  let peak = 0
  const look = () => {
    try {
      const status = readFileSync(`/proc/${pid}/status`, 'utf8')
      peak = Math.max(peak, bytesOf(status, 'VmHWM'))
    } catch {
      // It has ended.
    }
  }
  const timer = setInterval(look, sampleMs)
  look()
  return {
    get peak() {
      return peak
    },
    now: async () => bytesOf(await readFile(`/proc/${pid}/status`, 'utf8').catch(() => ''), 'VmRSS'),
    stop: () => clearInterval(timer),
  }
}

const bytesOf = (status: string, name: string) =>
  Number(new RegExp(`${name}:\\s+(\\d+) kB`).exec(status)?.[1] ?? 0) * 1024
