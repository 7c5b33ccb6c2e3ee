import { expect, test } from 'vitest'
import { findInDocument, findInSource, rules } from './check-prose.mjs'

const phrases = (found) => found.map(({ use }) => use)

/** A text in the place that the rule looks at. */
function planted({ where }, text) {
  if (where === 'comment' || where === 'sources') return findInSource(`/** ${text} */\nconst a = 1\n`)
  if (where === 'label') return findInSource(`const label = <b>${text}</b>`)
  return findInDocument(`# Title\n\nSome words. ${text}\n`)
}

test.each(rules.map((rule) => [rule.example, rule]))('the check finds "%s"', (text, rule) => {
  expect(phrases(planted(rule, text))).toContain(rule.use)
})

test.each(rules.filter(({ fine }) => fine).map((rule) => [rule.fine, rule]))('the check passes "%s"', (text, rule) => {
  expect(phrases(planted(rule, text))).not.toContain(rule.use)
})

test('every rule has a suggestion and an example, and no two rules are the same', () => {
  for (const rule of rules) expect([rule.use, rule.example].every((text) => text?.length > 1)).toBe(true)
  expect(new Set(rules.map(({ find }) => find)).size).toBe(rules.length)
})

test('a finding has the line where it begins, also behind code and across lines', () => {
  const text = '# Title\n\n```sh\ndraw --studio\n```\n\nThe `studio` and\n[a page](studio.md) put\naway.\n'
  expect(findInDocument(text)).toEqual([expect.objectContaining({ line: 8, phrase: 'put away' })])
})

test('in sources, comments and texts are checked and code is not', () => {
  const text = `import { draw } from './studio.js'\n// Draws a box\ndraw('This is no setting')\nuse('studio')\n`
  expect(findInSource(text).map(({ line, phrase }) => [line, phrase])).toEqual([
    [2, 'Draws'],
    [3, 'is no'],
  ])
})
