import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { expect, test } from 'vitest'
import { filesUnder, root } from './root.mjs'
import { runTool } from './run-command.mjs'

test('every test file is in a project', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'colloquy-listed-'))
  try {
    const list = join(folder, 'list.json')
    await runTool('vitest/vitest.mjs', ['list', '--filesOnly', `--json=${list}`])
    const listed = JSON.parse(readFileSync(list, 'utf8')).map(({ file }) => relative(root, file))
    const files = ['packages', 'lab', 'scripts']
      .flatMap((name) => filesUnder(join(root, name)))
      .map((file) => relative(root, file))
      .filter((file) => /^((packages|lab)\/[^/]+\/src|scripts)\/.*\.test\.(tsx?|mjs)$/.test(file))
      // Without PostgreSQL its projects have no suites.
      .filter((file) => process.env.TEST_POSTGRES !== undefined || !file.includes('/src/postgres/'))
    expect(files.length).toBeGreaterThan(500)
    expect(files.filter((file) => !listed.includes(file))).toEqual([])
  } finally {
    rmSync(folder, { recursive: true })
  }
})
