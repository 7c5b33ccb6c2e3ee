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

test('some code reads every limit', () => {
  const sources = [dirname(here), join(here, '../../../ports/src'), join(here, '../../../storage/src')].flatMap(
    (folder) =>
      readdirSync(folder, { recursive: true, encoding: 'utf8' })
        .filter((file) => file.endsWith('.ts') && !/\.test\.ts$|^testing\/|^limits\/limits/.test(file))
        .map((file) => readFileSync(join(folder, file), 'utf8')),
  )
  const unread = Object.keys(limitTable).filter(
    (name) => !sources.some((source) => new RegExp(`\\b${name}\\b`).test(source)),
  )
  expect(unread).toEqual([])
})
