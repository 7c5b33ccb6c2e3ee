import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { limitTable } from './limits.js'
import { limitsPage } from './limits-page.js'

const here = dirname(fileURLToPath(import.meta.url))

test('docs/limits.md lists every limit with its default', async () => {
  await expect(limitsPage()).toMatchFileSnapshot(join(here, '../../../../docs/limits.md'))
})

test('every limit is in exactly one of the tables', async () => {
  const files = readdirSync(join(here, 'tables'))
  const tables = await Promise.all(
    files.map((file) => import(`./tables/${file.slice(0, -3)}.ts`) as Promise<Record<string, object>>),
  )
  const limits = tables.flatMap((exports) => Object.values(exports).flatMap(Object.keys))
  expect(limits.toSorted()).toEqual(Object.keys(limitTable).toSorted())
})

test('some code reads every limit', () => {
  const sources = [
    dirname(here),
    join(here, '../../../ports/src'),
    join(here, '../../../storage/src'),
    join(here, '../../../api/src'),
  ].flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.ts') && !/\.test\.ts$|^testing\/|^limits\/(limits|tables)/.test(file))
      .map((file) => readFileSync(join(folder, file), 'utf8')),
  )
  const unread = Object.keys(limitTable).filter(
    (name) => !sources.some((source) => new RegExp(`\\b${name}\\b`).test(source)),
  )
  expect(unread).toEqual([])
})
