import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { root } from './root.mjs'

const differences = JSON.parse(readFileSync(join(root, 'docs/compatibility-differences.json'), 'utf8'))
const page = readFileSync(join(root, 'docs/compatibility.md'), 'utf8')
const rows = [...page.matchAll(/^\| `([a-z-]+)` \| (.+) \| (.+) \| (.+) \|$/gm)]
const reasons = new Map(rows.map(([, name, , , why]) => [name, why.trim()]))

test('every difference on the page has a unique name and a reason', () => {
  expect(reasons.size).toBe(rows.length)
  expect(rows.length).toBeGreaterThan(10)
  for (const [name, why] of reasons) expect(why, name).toMatch(/\w+ \w+ \w+/)
})

test('every conversation that may differ names a row of the page', () => {
  expect(Object.keys(differences)).toEqual(Object.keys(differences).toSorted())
  for (const [conversation, name] of Object.entries(differences))
    expect([...reasons.keys()], conversation).toContain(name)
})
