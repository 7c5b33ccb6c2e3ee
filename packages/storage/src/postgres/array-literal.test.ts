import { expect, inject, it } from 'vitest'
import { createDatabase, withClient } from '../testing/postgres-cluster.js'
import { arrayLiteral } from './array-literal.js'

it('what is in an array comes back from PostgreSQL as it was, but for NUL', async () => {
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
    null,
    'a\0b',
  ]
  const numbers = [0, -1, 1.5, 1e21, 9_007_199_254_740_991, null]
  const url = await createDatabase(inject('postgres') as string, { isEmpty: true })
  await withClient(url, async (client) => {
    const sql = 'SELECT $1::text[] AS texts, $2::double precision[] AS numbers, $3::text[] AS nothing'
    const { rows } = await client.query(
      sql,
      [texts, numbers, []].map((values) => arrayLiteral<string | number | null>(values, (value) => value)),
    )
    expect(rows[0]).toEqual({ texts: [...texts.slice(0, -1), 'a\uFFFDb'], numbers, nothing: [] })
  })
})
