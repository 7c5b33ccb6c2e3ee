import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { endpoints } from '@colloquy/api'
import { can, type Permission, permissions, roles, shareTypes } from '@colloquy/permissions'
import { expect, it } from 'vitest'

const folder = fileURLToPath(new URL('.', import.meta.url))
const sources = new Map(
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name) && !/\.test\.ts$|(^|\/)testing\//.test(name))
    .map((name) => [name, readFileSync(join(folder, name), 'utf8')]),
)

/** Importers of each file, by its path without an extension, also of those that import it on demand. */
const importers = new Map<string, string[]>()
for (const [name, text] of sources) {
  for (const [, path] of text.matchAll(/(?:from|import\() ?'(\.[^']+)\.js'/g)) {
    const imported = relative(folder, resolve(folder, dirname(name), path!))
    importers.set(imported, [...(importers.get(imported) ?? []), name])
  }
}

/** A file, those that import it, and those that import these. */
function withImporters(name: string, found = new Set<string>()): Set<string> {
  if (found.has(name)) return found
  found.add(name)
  for (const other of importers.get(name.replace(/\.tsx?$/, '')) ?? []) withImporters(other, found)
  return found
}

const asksFor = (text: string, permission: Permission) =>
  text.includes(`can('${permission}')`) || (permission === 'bot.edit' && /\bisReadOnly\b/.test(text))

/** Endpoints for which not everybody who opens a bot has the permission. */
const guarded = Object.values(endpoints).flatMap(({ id, ...endpoint }) => {
  const needs = 'needs' in endpoint ? (endpoint.needs as Permission) : undefined
  return needs && permissions[needs].of === 'bot' && !can('viewer', needs) ? [[id, needs] as const] : []
})

it('pages of a bot ask for the permission that the endpoint of a button needs', () => {
  const unasked = guarded.flatMap(([id, needs]) =>
    [...sources]
      .filter(([name, text]) => !name.startsWith('dashboard/') && new RegExp(`\\bapi\\.${id}\\(`).test(text))
      .filter(([name]) => ![...withImporters(name)].some((file) => asksFor(sources.get(file)!, needs)))
      .map(([name]) => `${name} calls ${id} without can('${needs}')`),
  )
  expect(unasked).toEqual([])
})

it('no file of the builder compares roles, which only the table of permissions does', () => {
  const names = [...roles, ...shareTypes, 'guest', 'write', 'read'].join('|')
  const comparison = new RegExp(`(role|type|access|currentUserMode)\\)? [!=]== '(${names})'`)
  const comparing = [...sources].flatMap(([name, text]) => (comparison.test(text) ? [name] : []))
  expect(comparing).toEqual([])
})
