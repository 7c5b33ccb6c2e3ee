import { expect, test } from 'vitest'
import { openConnections } from './connections.js'

test('a connection pool is reused only for the same origin at the same addresses', async () => {
  const connections = openConnections(8)
  const first = connections.to('https://a.example', ['93.184.216.34'])
  expect(connections.to('https://a.example', ['93.184.216.34'])).toBe(first)
  expect(connections.to('https://a.example', ['93.184.216.35'])).not.toBe(first)
  expect(connections.to('https://b.example', ['93.184.216.34'])).not.toBe(first)
  await connections.close()
  expect(first.destroyed).toBe(true)
})

test('the two hundred places that were called last are kept, and the rest is let go', async () => {
  const connections = openConnections(8)
  const pools = Array.from({ length: 250 }, (_, index) =>
    connections.to(`http://a.example:${index + 2000}`, ['93.184.216.34']),
  )
  expect(pools.map(({ closed }) => closed)).toEqual(pools.map((_, index) => index < 50))
  await connections.close()
})
