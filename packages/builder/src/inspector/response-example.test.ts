import { expect, it } from 'vitest'
import { exampleBody, exampleData } from './response-example.js'

it('an example keeps an answer without its secrets', () => {
  const kept = exampleBody(
    {
      id: 7,
      access_token: 'abc',
      user: {
        name: 'Ada',
        apiKey: 12,
        note: 'Use Bearer abcdefghijkl or eyJhbGciOiJI.eyJzdWIi.c2ln',
        isTokenValid: true,
      },
      echo: ['X-Key: my own key'],
    },
    ['my own key', 'Ada'],
  )
  expect(exampleData({ id: 'e', body: kept })).toEqual({
    id: 7,
    access_token: '•••',
    user: { name: 'Ada', apiKey: '•••', note: 'Use ••• or •••', isTokenValid: true },
    echo: ['X-Key: •••'],
  })
})

it('an example of a long list keeps its first elements, and one that is still too large is refused', () => {
  const rows = Array.from({ length: 2000 }, (_, index) => ({ index, text: 'x'.repeat(20) }))
  expect(exampleData({ id: 'e', body: exampleBody({ rows }) })).toEqual({ rows: rows.slice(0, 3) })
  expect(() => exampleBody('x'.repeat(30_000))).toThrow('The answer is too large to keep: 30 kB. At most 20 kB.')
})

it('an answer that is plain text stays so', () => {
  expect(exampleData({ id: 'e', body: exampleBody('Hello {{Name}}') })).toBe('Hello {{Name}}')
})
