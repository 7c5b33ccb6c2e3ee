import { mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { makeDataFolder } from './data-folder.js'

test('makeDataFolder makes the folders on the way and accepts those that exist', async () => {
  const root = await mkdtemp(join(tmpdir(), 'colloquy-'))
  try {
    const folder = join(root, 'some', 'new', 'place')
    await makeDataFolder(folder)
    await makeDataFolder(folder)
    expect((await stat(folder)).mode & 0o777).toBe(0o700)
  } finally {
    await rm(root, { recursive: true })
  }
})

test.runIf(process.platform === 'linux')(
  'makeDataFolder rejects a place that takes no folders instead of hanging',
  async () => {
    await expect(makeDataFolder('/proc/colloquy')).rejects.toThrow(
      /^The data folder \/proc\/colloquy is on a file system that cannot be written \(COLLOQUY_DATA\): /,
    )
  },
)
