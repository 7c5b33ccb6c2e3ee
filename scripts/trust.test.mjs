import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { withResults } from '../lab/reliability/src/trust-page.ts'
import { root } from './root.mjs'

const page = readFileSync(join(root, 'docs/trust.md'), 'utf8')
const results = JSON.parse(readFileSync(join(root, 'docs/trust.json'), 'utf8'))
const tests = readFileSync(join(root, 'lab/reliability/src/reliability-tests.ts'), 'utf8')
const both = ['sqlite', 'postgres']
/** The id of each reliability test, and its databases. */
const listed = [...tests.matchAll(/^ {4}id: '(R\w+)',$.*?^ {4}databases: ([^\n]+),$/gms)].map(([, id, databases]) => ({
  id,
  databases: databases === 'both' ? both : both.filter((name) => databases.includes(`'${name}'`)),
}))
const ids = listed.map(({ id }) => id)

test('the table of results shows docs/trust.json', () => {
  expect(withResults(page, results)).toBe(page)
})

test('every reliability test has figures and a row with its method', () => {
  expect(ids.length).toBeGreaterThan(10)
  expect(ids).toHaveLength(tests.match(/^ {4}id: /gm).length)
  const tried = listed.flatMap(({ id, databases }) => databases.map((database) => `${id} ${database}`))
  expect(Object.keys(results).toSorted()).toEqual(tried.toSorted())
  const described = [...page.matchAll(/^\| (R\w+) \| .+ \| \[/gm)].map(([, id]) => id)
  expect(described).toEqual(ids)
})

test('every suite that a reliability test runs exists', () => {
  const suites = [...tests.matchAll(/'(packages\/[^']+)'/g)].map(([, path]) => path)
  expect(suites.length).toBeGreaterThan(5)
  const isThere = (path) => existsSync(join(root, path)) || existsSync(join(root, `${path}.test.ts`))
  expect(suites.filter((path) => !isThere(path))).toEqual([])
})

test('no result on the page is a failure', () => {
  for (const [id, { failures, tries }] of Object.entries(results)) {
    expect(failures, id).toBe(0)
    expect(tries, id).toBeGreaterThan(0)
  }
})

test('the README claims no more kills than the reliability tests made', () => {
  const [, claimed] = /killed the service more\s+than ([\d,]+) times/.exec(
    readFileSync(join(root, 'README.md'), 'utf8'),
  )
  const kills = Object.entries(results).filter(([key]) => key.startsWith('R1 '))
  expect(kills.every(([, { failures }]) => failures === 0)).toBe(true)
  expect(kills.reduce((sum, [, { tries }]) => sum + tries, 0)).toBeGreaterThan(Number(claimed.replace(',', '')))
})
