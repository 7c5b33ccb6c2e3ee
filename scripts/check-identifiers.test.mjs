import { expect, test } from 'vitest'
import { findInNames, rules } from './check-identifiers.mjs'

const path = (rule) => (rule.in === undefined ? 'packages/flow/src/a.ts' : 'packages/engine/src/a.ts')
const found = (rule, text) => findInNames(text, path(rule)).found.map(({ use }) => use)

test.each(rules.map((rule) => [rule.example, rule]))('the check finds the name %s', (name, rule) => {
  expect(found(rule, `const ${name} = 1`)).toContain(rule.use)
})

test.each(rules.map((rule) => [rule.passes, rule]))('the check passes the name %s', (name, rule) => {
  expect(found(rule, `const ${name} = 1`)).not.toContain(rule.use)
})

test('every exception has a reason, and names the private word that it excuses', () => {
  for (const { fine = {}, except = {} } of rules)
    for (const reason of [...Object.values(fine), ...Object.values(except)]) expect(reason.length).toBeGreaterThan(5)
  for (const { word, fine = {}, in: inside } of rules)
    for (const name of Object.keys(fine)) {
      const words = name.replace(/([a-z])([A-Z])/g, '$1 $2').toLowerCase()
      expect([name, inside, new RegExp(word).test(name) || new RegExp(word).test(words)]).toEqual([name, inside, true])
    }
})

test('variables, parameters, properties, functions and types are checked; uses, imports and strings are not', () => {
  const text = [
    "import { tally } from 'a'",
    'const setTrial = (trial: number) => tally.door + trial',
    "interface Keeper { readonly lane: 'studio'; trail(): void }",
    'class A { #figures = 1 }',
    'const { door: egress, tally: { belonging } } = tally',
  ].join('\n')
  expect(findInNames(text, 'packages/flow/src/a.ts').found.map(({ line, name }) => [line, name])).toEqual([
    [2, 'setTrial'],
    [2, 'trial'],
    [3, 'Keeper'],
    [3, 'lane'],
    [3, 'trail'],
    [4, '#figures'],
    [5, 'belonging'],
  ])
})
