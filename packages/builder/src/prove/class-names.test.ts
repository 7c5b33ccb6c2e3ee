import { expect, it } from 'vitest'
import { classNames, summaryOf } from './class-names.js'

const none = Object.fromEntries(Object.keys(classNames).map((name) => [name, 0])) as Parameters<typeof summaryOf>[0]

it.each([
  [{ same: 1 }, '1 conversation goes as before'],
  [{ same: 1200 }, 'All 1,200 conversations go as before'],
  [{ ended: 1 }, '1 conversation ends elsewhere'],
  [{ refused: 3 }, 'All 3 conversations have a reply rejected'],
  [{ same: 1, ended: 1 }, '1 of 2 conversations goes as before; 1 ends elsewhere'],
  [{ same: 1204, ended: 6 }, '1,204 of 1,210 conversations go as before; 6 end elsewhere'],
  [{ ended: 2, path: 1 }, '2 of 3 conversations end elsewhere; 1 takes another path'],
])('a summary of %j says "%s"', (classes, text) => {
  const conversations = Object.values(classes).reduce((sum, count) => sum + count, 0)
  expect(summaryOf({ ...none, ...classes }, conversations)).toBe(text)
})
