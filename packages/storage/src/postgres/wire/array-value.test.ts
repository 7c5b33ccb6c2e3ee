import { expect, inject, it } from 'vitest'
import { createDatabase, withClient } from '../../testing/postgres-cluster.js'
import { arrayValue } from './array-value.js'

it('what is in an array comes back from PostgreSQL as it was, but for NUL and halves of letters', async () => {
  const texts = [
    '',
    'NULL',
    ' a, b ',
    '{"a":"b\\nc"}',
    '\\',
    '"',
    "'",
    'ü\n\t\r',
    '{}',
    '{',
    '}',
    '\u{1f600}',
    'x'.repeat(40),
    'ü'.repeat(100_000),
    null,
    'a\0b',
    `${'x'.repeat(50)}\0\ud800`,
  ]
  const integers = [0, -1, 255, 2 ** 31, -(2 ** 31) - 1, 2 ** 32, -(2 ** 53) + 1, 9_007_199_254_740_991, null]
  const reals = [0, -1, 1.5, 1e21, null]
  const url = await createDatabase(inject('postgres') as string, { isEmpty: true })
  await withClient(url, async (client) => {
    const sql = `SELECT $1::text[] AS texts, array(SELECT n::text FROM unnest($2::bigint[]) AS n) AS integers,
      $3::double precision[] AS reals, $4::text[] AS nothing`
    const { rows } = await client.query(sql, [
      arrayValue('text', texts, (value) => value),
      arrayValue('integer', integers, (value) => value),
      arrayValue('real', reals, (value) => value),
      arrayValue('text', [], (value) => value),
    ])
    expect(rows[0]).toEqual({
      texts: [...texts.slice(0, -2), 'a\uFFFDb', `${'x'.repeat(50)}\uFFFD\uFFFD`],
      integers: integers.map((value) => (value === null ? null : String(value))),
      reals,
      nothing: [],
    })
  })
})

it('refuses a number that is not an integer, where one is to be stored', () => {
  for (const value of [0.5, Number.NaN, 2 ** 53]) {
    expect(() => arrayValue('integer', [value], (it) => it)).toThrow('is not an integer that can be stored')
  }
})
