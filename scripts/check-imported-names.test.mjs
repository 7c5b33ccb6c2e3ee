import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { checkImportedNames, importsOf } from './check-imported-names.mjs'

const folder = mkdtempSync(join(tmpdir(), 'colloquy-names-'))
afterAll(() => rmSync(folder, { recursive: true }))

const write = (name, text) => {
  const file = join(folder, name)
  writeFileSync(file, text)
  return file
}

test('names that a file of this project does not export are found, by import and by await import()', () => {
  write(
    'parts.ts',
    'export const { one, list: [two] } = it\nexport function three() {}\nexport type Four = 4\nexport default 5',
  )
  write(
    'index.ts',
    "export * from './parts.js'\nexport { inner as outer } from './parts.js'\nexport * as parts from './parts.js'",
  )
  const right = "import five, { one, two as other } from './parts.ts'\nimport { three, outer, parts } from './index.js'"
  const file = write(
    'right.mjs',
    `${right}\nconst { one: mine } = await import('./index.js')\nimport { nothing } from 'node:fs'`,
  )
  expect(checkImportedNames([file])).toEqual({ names: 8, problems: [] })
  const wrong = write(
    'wrong.mjs',
    "import { inner } from './index.js'\n\nconst { gone } = await import('./parts.ts')\nimport './lost.mjs'",
  )
  expect(checkImportedNames([wrong]).problems.map((line) => line.replaceAll(/\S*\//g, ''))).toEqual([
    'wrong.mjs:1: index.ts does not export inner',
    'wrong.mjs:3: parts.ts does not export gone',
    'wrong.mjs:4: there is no lost.mjs',
  ])
})

test('builds and packages are looked up in their sources', () => {
  const built = importsOf('/a/b.mjs', "import { openSqlite } from '@colloquy/storage'\nimport('../dist/index.js')")
  expect(built).toEqual([
    { line: 1, from: '@colloquy/storage', names: ['openSqlite'] },
    { line: 2, from: '../dist/index.js', names: [] },
  ])
  const file = write(
    'packages.mjs',
    "import { openSqlite, openNothing } from '@colloquy/storage'\nimport '@colloquy/storage/none'",
  )
  const { problems } = checkImportedNames([file])
  expect(problems[0]).toMatch(/packages\/storage\/src\/index\.ts does not export openNothing$/)
  expect(problems[1]).toContain('there is no packages/storage')
})

test('a file whose name is computed cannot be checked', () => {
  const file = write('computed.mjs', "const { one } = await import(join(folder, 'one.ts'))\nawait import(address)")
  expect(checkImportedNames([file]).problems).toEqual([
    expect.stringMatching(/computed\.mjs:1: name the imported file as a literal/),
  ])
})
