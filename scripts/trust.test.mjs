import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { root } from './root.mjs'
import { withFigures } from './trust-page.mjs'

const file = join(root, 'docs/trust.md')
const page = readFileSync(file, 'utf8')
const figures = JSON.parse(readFileSync(join(root, 'docs/trust.json'), 'utf8'))
const trials = readFileSync(join(root, 'packages/server/src/testing/trust/trials.ts'), 'utf8')
const both = ['sqlite', 'postgres']
/** Each trial's id, and what it runs on. */
const listed = [...trials.matchAll(/^ {4}id: '(R\w+)',$.*?^ {4}databases: ([^\n]+),$/gms)].map(([, id, databases]) => ({
  id,
  databases: databases === 'both' ? both : both.filter((name) => databases.includes(`'${name}'`)),
}))
const ids = listed.map(({ id }) => id)

test('the table of figures is the one that docs/trust.json makes', () => {
  expect(withFigures(page, figures)).toBe(page)
})

test('every trial has figures and a row that says how it is tried', () => {
  expect(ids.length).toBeGreaterThan(10)
  expect(ids).toHaveLength(trials.match(/^ {4}id: /gm).length)
  const tried = listed.flatMap(({ id, databases }) => databases.map((database) => `${id} ${database}`))
  expect(Object.keys(figures).toSorted()).toEqual(tried.toSorted())
  const described = [...page.matchAll(/^\| (R\w+) \| .+ \| \[/gm)].map(([, id]) => id)
  expect(described).toEqual(ids)
})

test('no figure on the page is that of a broken promise', () => {
  for (const [id, { failures, tries }] of Object.entries(figures)) {
    expect(failures, id).toBe(0)
    expect(tries, id).toBeGreaterThan(0)
  }
})

test('every file that the page names is there', () => {
  const paths = [...page.matchAll(/\]\(([^)#]+)\)/g)].map(([, path]) => path)
  expect(paths.length).toBeGreaterThan(10)
  for (const path of paths) expect(existsSync(join(dirname(file), path)), path).toBe(true)
})
