import { expect, test } from 'vitest'
import {
  columnFields,
  fieldIds,
  fieldOf,
  labelOfValue,
  originFields,
  segmentOf,
  shownValue,
  storedText,
  valuesOfTurn,
  valuesOfVisit,
} from './fields.js'

const visit = { channel: 'page', header: () => undefined, prefilled: {} }

test('no two fields have the same label, the same segment or the same id in preferences', () => {
  for (const names of [
    fieldIds.map((id) => fieldOf(id).label),
    originFields.map(segmentOf),
    fieldIds.map((id) => fieldOf(id).knownAs ?? id),
  ])
    expect(new Set(names).size).toBe(names.length)
})

test.each(columnFields)('the example of %s is a value that the field may have', (id) => {
  const { example, stored, values, maxLength = 200, nullIs } = fieldOf(id)
  expect(stored).toEqual({ column: typeof example === 'number' ? 'integer' : 'text' })
  if (values) expect(Object.keys(values)).toContain(example)
  expect(`${example}`.length).toBeLessThanOrEqual(maxLength)
  expect(storedText(id, `${example}`)).toBe(`${example}`)
  if (nullIs !== undefined) expect(storedText(id, nullIs)).toBeNull()
})

test('a text of a visit is shortened, and has neither invisible characters nor an empty value', () => {
  const recorded = (utm_source: string) => valuesOfVisit({ ...visit, prefilled: { utm_source } }).source
  expect(recorded('news\u0000letter')).toBe('utm:newsletter')
  expect(recorded('x'.repeat(1_000))).toBe(`utm:${'x'.repeat(100)}`)
  expect(valuesOfVisit({ ...visit, channel: ' \u0000' }).source).toBeNull()
  expect(valuesOfVisit({ ...visit, channel: 'x'.repeat(1_000) }).source).toBe('x'.repeat(250))
})

test('results of linked bots come from a bot, whether or not the visit is recorded, and have no environment', () => {
  const turn = { releaseId: 'r', environmentId: 'e', isLinked: true }
  const recorded = valuesOfVisit({ ...visit, header: () => 'Mozilla/5.0 (iPad)' })
  expect(valuesOfTurn(turn, undefined)).toEqual({ releaseId: 'r', environmentId: null, source: 'bot', device: null })
  expect(valuesOfTurn(turn, recorded)).toMatchObject({ source: 'bot', device: 'tablet' })
  expect(valuesOfTurn({ ...turn, isLinked: false }, recorded)).toMatchObject({ environmentId: 'e', source: 'page' })
})

test('results without a value are those of live, or unknown', () => {
  expect(storedText('environmentId', 'live')).toBeNull()
  expect(storedText('device', 'unknown')).toBeNull()
  expect(storedText('releaseId', 'unknown')).toBe('unknown')
  expect([shownValue('environmentId', null), shownValue('device', null)]).toEqual(['live', null])
})

test('the label of a value omits the prefix that distinguishes it', () => {
  const labels = ['api', 'web:shop.example', 'utm:letter', 'constructor'].map((value) => labelOfValue('source', value))
  expect(labels).toEqual(['API', 'shop.example', 'letter', 'constructor'])
})
