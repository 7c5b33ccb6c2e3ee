import { expect, test } from 'vitest'
import { findInDocument, findInSource, rules } from './check-prose.mjs'

const phrases = (found) => found.map(({ use }) => use)

/** A text in the place that the rule looks at. */
function planted({ where }, text) {
  if (where === 'comment' || where === 'sources') return findInSource(`/** ${text} */\nconst a = 1\n`)
  return findInDocument(`# Title\n\nSome words. ${text}\n`)
}

test.each(rules.map((rule) => [rule.example, rule]))('the check finds "%s"', (text, rule) => {
  expect(phrases(planted(rule, text))).toContain(rule.use)
})

test.each(rules.filter(({ fine }) => fine).map((rule) => [rule.fine, rule]))('the check passes "%s"', (text, rule) => {
  expect(phrases(planted(rule, text))).not.toContain(rule.use)
})

test('a finding has the line where it begins, also behind code and across lines', () => {
  const text = '# Title\n\n```sh\ndraw --studio\n```\n\nThe `studio` and\n[a page](studio.md) put\naway.\n'
  expect(findInDocument(text)).toEqual([expect.objectContaining({ line: 8, phrase: 'put away' })])
})

test('in sources, comments and texts that people read are checked, and code and other strings are not', () => {
  const text = [
    "import { draw } from './studio.js'",
    '// Draws a box',
    "test.each(cases)('goes on with %s', () => {})",
    "const endpoint = { summary: 'Tell who is signed in', path: '/studio', key: 'goes on' }",
    'throw new ConfigError(`${file} is no folder`)',
    "program.option('--theirs', 'those of theirs')",
    "const one = { description: 'It is stored, ' +\n  'and the chat goes on' }",
  ].join('\n')
  expect(findInSource(text).map(({ line, phrase }) => [line, phrase])).toEqual([
    [2, 'Draws'],
    [3, 'goes on'],
    [4, 'Tell'],
    [5, 'is no'],
    [6, 'theirs'],
    [8, 'goes on'],
  ])
})
