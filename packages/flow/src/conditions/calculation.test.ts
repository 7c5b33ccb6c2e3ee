import { describe, expect, test } from 'vitest'
import { isCalculation, resemblesCalculation } from './calculation.js'

test.each([
  '82510-070',
  '12-345',
  '2026-12-24',
  '24/12/2026',
  '+49 170 1234567',
  '+49170',
  '0800-555',
  '(030) 123-456',
  '9 - 17',
  '12.50',
  '007',
  '1e3',
  '1,000',
  '24/7',
  'N/A',
  'AC/DC',
  'Date',
  'NaN',
  'undefined behavior',
  "Don't {{Name}}",
  'C:\\Users\\me',
  'https://example.com/a?b=1&c={{Name}}',
  'Hello {{Name}}',
  '{{First}} {{Last}}',
  '{{First}}, {{Last}}',
  '{{First}} & {{Last}}',
  '{{Area}}-{{Number}}',
  '{{Area}}-555',
  '{{Year}}-12-24',
  '{{Points}}/{{Total}}',
  '{{Name}}.pdf',
  '{{Host}}//path',
  '{{Rate}}%',
  'Please return it',
  'Hello (Ann)',
  '{{A}}, {{B}} * 2',
])('%s is a text', (text) => {
  expect(isCalculation(text)).toBe(false)
})

test.each([
  '42',
  '1 + 2',
  '1+2',
  '{{A}} * 2',
  '{{A}}+1',
  '{{A}} - 1',
  '{{Tries}}-1',
  '{{A}} / {{B}}',
  '({{A}}-{{B}})*2',
  '"text"',
  '""',
  '`Hello ${1}`',
  '["a", "b"]',
  '[]',
  '({ name: {{Name}} })',
  '{\n  "name": "John"\n}',
  'true',
  'null',
  '{{={{A}} - 1=}}',
  'Math.max({{A}}, {{B}})',
  'Math.PI',
  'new Date().toISOString()',
  '{{Name}}.toUpperCase()',
  '{{List}}.length',
  '{{List}}[0]',
  '{{A}} > 3 ? "old" : "young"',
  '{{A}} || "none"',
  '!{{A}}',
  '{{A}} === "yes"',
  'typeof {{A}}',
  'const n = {{A}}; return n * 2',
  'return {{A}}',
  '{{A}} + 1 // one more, as before',
])('%s is a calculation', (text) => {
  expect(isCalculation(text)).toBe(true)
})

describe('a text that resembles a calculation', () => {
  test.each(['{{A}}-{{B}}', '{{A}}/2', '({{A}}-{{B}})', '{{A}} & {{B}}', '{{A}}-10'])('%s', (text) => {
    expect(resemblesCalculation(text)).toBe(true)
  })

  test.each(['{{A}} - 1', '{{Year}}-01', '82510-070', '{{A}} {{B}}', '{{A}}', 'Hello {{A}}-1', '{{A}}, {{B}}'])(
    'is none of these: %s',
    (text) => {
      expect(resemblesCalculation(text)).toBe(false)
    },
  )
})

test.each(['"', "'", '`', '\\', '{{', '{{=', '(', '+ ', '//', '" \\'])('a lot of %s takes no time', (part) => {
  const before = performance.now()
  isCalculation(part.repeat(20_000))
  resemblesCalculation(part.repeat(20_000))
  expect(performance.now() - before).toBeLessThan(2_000)
})
