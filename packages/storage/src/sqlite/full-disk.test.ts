import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'

const run = promisify(execFile)
const isRoot = process.getuid?.() === 0

test.skipIf(!isRoot)(
  'a disk that is full when the index of the log has to grow is full, not broken (needs root: sudo npm test)',
  async () => {
    const folder = mkdtempSync(join(tmpdir(), 'colloquy-storage-'))
    try {
      const mount = 'mount -t tmpfs -o size=40000000 tmpfs "$0" && exec "$@"'
      const script = fileURLToPath(new URL('../testing/fill-index-of-log.ts', import.meta.url))
      const program = [process.execPath, '--conditions=development', '--import', 'tsx', script, folder]
      const { stdout } = await run('unshare', ['-m', 'sh', '-c', mount, folder, ...program])
      expect(JSON.parse(stdout)).toEqual({ failures: 0, isFull: true, errcode: 4874, isKept: true })
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  },
)
