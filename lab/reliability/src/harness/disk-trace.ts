import { readdir, readFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'

/** A system call of a process on the files of a folder, or an answer that it sent to a client; in order. */
export type DiskEvent =
  | { readonly kind: 'write'; readonly file: string; readonly offset: number; readonly bytes: Buffer }
  | { readonly kind: 'truncate'; readonly file: string; readonly size: number }
  | { readonly kind: 'unlink'; readonly file: string }
  | { readonly kind: 'sync'; readonly file: string }
  | { readonly kind: 'sync-folder' }
  /** The body of a complete HTTP answer with status 200. */
  | { readonly kind: 'answer'; readonly body: string }

const calls = 'pwrite64,write,writev,fdatasync,fsync,ftruncate,unlink'

/** The command line that traces the command appended to it, with one file per thread: `<prefix>.<thread>`. */
export function traceCommand(strace: string, prefix: string): string[] {
  const what = ['-e', `trace=${calls}`, '-e', 'signal=none', '-s', '200000']
  return [strace, '-ff', '-ttt', '-T', '-qq', '-y', '-xx', ...what, '-o', prefix]
}

/**
 * Events of the threads that write or sync the database, in the order in which they take effect: a write when it has ended, because only then a
 * later sync covers it; everything else when it began. Names of files are without the folder.
 */
export async function readDiskTrace(prefix: string, folder: string): Promise<DiskEvent[]> {
  const names = (await readdir(dirname(prefix))).filter((name) => name.startsWith(`${basename(prefix)}.`))
  const texts = await Promise.all(names.map((name) => readFile(join(dirname(prefix), name), 'latin1')))
  const database = hexOf(join(folder, 'colloquy.db'))
  const writers = texts.filter((text) => /\b(pwrite64|fdatasync)\(/.test(text) && text.includes(database))
  if (writers.length === 0) throw new Error('No thread writes the database.')
  const lines = writers.flatMap((text) => text.split('\n').flatMap((line) => timed(line) ?? []))
  return lines.sort((a, b) => a.at - b.at).flatMap(({ text }) => readLine(text, folder) ?? [])
}

/** A call without its times, and when it takes effect, in seconds. */
function timed(line: string): { at: number; text: string } | undefined {
  const parts = /^(\d+\.\d+) (.*) <(\d+\.\d+)>$/.exec(line)
  if (parts === null) return undefined
  const [, began, text, took] = parts as unknown as [string, string, string, string]
  return { at: Number(began) + (text.startsWith('pwrite64(') ? Number(took) : 0), text }
}

function readLine(line: string, folder: string): DiskEvent | undefined {
  if (line.includes(' = -1 ')) return undefined
  const call = line.slice(0, line.indexOf('('))
  const strings = [...line.matchAll(/"((?:\\x[0-9a-f]{2})*)"(\.\.\.)?/g)]
  if (strings.some(([, , cut]) => cut !== undefined)) throw new Error(`The trace was cut: ${line.slice(0, 200)}`)
  const content = strings.map(([, hex]) => bytesOf(hex as string))
  if (call === 'unlink') return inFolder(content[0]?.toString(), folder, (file) => ({ kind: 'unlink', file }))
  const target = /^\w+\(\d+<((?:\\x[0-9a-f]{2})*)>/.exec(line)?.[1]
  const path = target === undefined ? '' : bytesOf(target).toString()
  const numbers = /, (\d+)(?:, (\d+))?\) = /.exec(line)
  switch (call) {
    case 'pwrite64': {
      const [bytes = Buffer.alloc(0)] = content
      return inFolder(path, folder, (file) => ({ kind: 'write', file, offset: Number(numbers?.[2]), bytes }))
    }
    case 'ftruncate':
      return inFolder(path, folder, (file) => ({ kind: 'truncate', file, size: Number(numbers?.[1]) }))
    case 'fsync':
    case 'fdatasync':
      if (path === folder) return { kind: 'sync-folder' }
      return inFolder(path, folder, (file) => ({ kind: 'sync', file }))
    default:
      return readAnswer(Buffer.concat(content).toString())
  }
}

function readAnswer(sent: string): DiskEvent | undefined {
  if (!sent.startsWith('HTTP/1.1 200 ')) return undefined
  const body = sent.indexOf('\r\n\r\n') + 4
  return { kind: 'answer', body: sent.slice(body) }
}

/** Only the files of the database: SQLite recreates the file that it maps into memory (-shm) after a crash. */
function inFolder(path: string | undefined, folder: string, event: (file: string) => DiskEvent): DiskEvent | undefined {
  if (path === undefined || dirname(path) !== folder) return undefined
  return /^colloquy\.db(-wal|-journal)?$/.test(basename(path)) ? event(basename(path)) : undefined
}

const bytesOf = (hex: string) => Buffer.from(hex.replaceAll('\\x', ''), 'hex')
const hexOf = (text: string) => Buffer.from(text).toString('hex').replace(/../g, '\\x$&')
