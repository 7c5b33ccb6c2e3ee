import { expect, test } from 'vitest'
import { SlowHosts } from './slow-hosts.js'

test('Pages of a slow host wait, each time longer, until one is read in time; other workspaces and hosts do not', () => {
  let now = 0
  const hosts = new SlowHosts(() => now)
  const page = { workspaceId: 'w1', url: 'https://slow.example/a' }
  const waitOf = (source = page) => {
    const until = hosts.waitsUntil(source)
    return until === undefined ? undefined : until - now
  }
  expect(waitOf()).toBeUndefined()
  hosts.note(page, false)
  hosts.note({ ...page, url: 'https://slow.example/b' }, false)
  expect(waitOf({ ...page, url: 'https://slow.example/c' })).toBe(60_000)
  expect(waitOf({ ...page, workspaceId: 'w2' })).toBeUndefined()
  expect(waitOf({ ...page, url: 'https://fast.example/' })).toBeUndefined()
  now += 60_000
  hosts.note(page, false)
  expect(waitOf()).toBe(120_000)
  now += 120_000
  hosts.note(page, true)
  expect(waitOf()).toBeUndefined()
})
