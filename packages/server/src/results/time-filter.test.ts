import { expect, test } from 'vitest'
import { timeRange } from './time-filter.js'

const at = (text: string) => Date.parse(text)

test.each([
  ['today', 'Europe/Paris', '2025-03-30T12:00:00Z', '2025-03-29T23:00:00Z'],
  ['last7Days', 'Europe/Paris', '2025-04-02T12:00:00Z', '2025-03-26T23:00:00Z'],
  ['today', 'America/New_York', '2025-11-02T12:00:00Z', '2025-11-02T04:00:00Z'],
  ['last30Days', 'UTC', '2025-03-01T00:00:00Z', '2025-01-31T00:00:00Z'],
  ['yearToDate', 'Asia/Kolkata', '2025-06-01T00:00:00Z', '2024-12-31T18:30:00Z'],
  ['today', '+05:30', '2025-06-01T19:00:00Z', '2025-06-01T18:30:00Z'],
  ['last7Days', '-0800', '2025-06-08T07:00:00Z', '2025-06-01T08:00:00Z'],
  ['today', 'America/Sao_Paulo', '2018-11-04T12:00:00Z', '2018-11-04T03:00:00Z'],
] as const)('%s in %s', (filter, zone, now, from) => {
  expect(timeRange(filter, zone, at(now)).from).toBe(at(from))
})

test('last month ends before the first of this one', () => {
  expect(timeRange('lastMonth', undefined, at('2025-04-15T00:00:00Z'))).toEqual({
    from: at('2025-03-01T00:00:00Z'),
    to: at('2025-04-01T00:00:00Z'),
  })
})

test('an unknown zone is refused', () => {
  for (const zone of ['../../etc', '+2', '+24:00', '02:00', 'Mars/Base']) {
    expect(() => timeRange('today', zone, 0), zone).toThrow('time zone')
  }
})
