import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import type { JsonSchema } from '../catalogue/json-schema.js'
import { labelOf } from '../forms/words.js'
import { kinds } from '../inspector/set-variable-kinds.js'
import { settingsDefaults } from './settings-defaults.js'
import { hiddenSettings, settingsSections } from './settings-sections.js'

const read = (name: string) => readFileSync(new URL(`../../../../docs/${name}`, import.meta.url), 'utf8')

test('docs/bot-settings.md lists every setting of a bot, by its name on the page and with its default', () => {
  const shown = settingsSections.flatMap(([key, schema]) => {
    const rows = rowsOf(schema, hiddenSettings[key])
    return rows.map(({ labels, path }) => [
      labelOf(key),
      labels.join(' › '),
      [key, ...path].join('.'),
      defaultOf([key, ...path]),
    ])
  })
  expect(documented(read('bot-settings.md'))).toEqual(shown)
})

test('docs/blocks.md names every kind of value that Set variable offers', () => {
  const page = read('blocks.md')
  const all = kinds.flatMap(([, list]) => list)
  expect(all.filter(({ label, type }) => !page.includes(`| ${label} | \`${type}\``))).toEqual([])
})

/** The heading above each row of a table, and its first three cells. */
const documented = (page: string) =>
  page.split(/^## /m).flatMap((part) => {
    const heading = part.slice(0, part.indexOf('\n'))
    return [...part.matchAll(/^\| ([^|]+) \| `([^`]+)` \| ([^|]*) \|/gm)].map(([, label, path, standard]) => [
      heading,
      label,
      path,
      standard,
    ])
  })

function rowsOf(schema: JsonSchema, hidden: readonly string[] = []): { labels: string[]; path: string[] }[] {
  return Object.entries(schema.properties ?? {}).flatMap(([key, inner]) => {
    if (hidden.includes(key)) return []
    if (!inner.properties) return [{ labels: [labelOf(key)], path: [key] }]
    return rowsOf(inner).map(({ labels, path }) => ({ labels: [labelOf(key), ...labels], path: [key, ...path] }))
  })
}

function defaultOf(path: readonly string[]): string {
  let value: unknown = settingsDefaults
  for (const key of path) value = (value as Record<string, unknown> | undefined)?.[key]
  if (typeof value === 'boolean') return value ? 'on' : 'off'
  return value === undefined ? '' : [value].flat().join(', ')
}
