import type { FastifyRequest } from 'fastify'
import { expect, test } from 'vitest'
import { readConfig } from '../config/config.js'
import { LimitExceeded } from '../limits/limit-exceeded.js'
import { FadingMap } from './fading-map.js'
import { networkOf } from './network-of.js'
import { RateLimits } from './rate-limits.js'
import type { Counts } from './share-counts.js'

let now = 1_000_000
const limits = {
  startsPerMinute: 10,
  failedTokensPerMinute: 2,
  wrongPasswords: 3,
  wrongPasswordsOfAccount: 6,
}
const config = readConfig({ COLLOQUY_LIMITS: JSON.stringify(limits) })
const clock = () => now

const from = (remoteAddress: string, headers = {}) =>
  ({ socket: { remoteAddress }, headers, routeOptions: { config: {} } }) as unknown as FastifyRequest

/** Number of starts that are allowed out of `count`. */
function starts(rates: RateLimits, count: number, addressOf: (index: number) => string): number {
  return Array.from({ length: count }).filter((_, index) => {
    try {
      rates.take('startsPerMinute', from(addressOf(index)))
      return true
    } catch {
      return false
    }
  }).length
}

test('addresses of one IPv6 /64 share a rate', () => {
  const rates = new RateLimits({ config, now: clock })
  expect(starts(rates, 50, (index) => `2001:db8:0:1::${index.toString(16)}`)).toBe(10)
  expect(starts(rates, 50, () => '2001:db8:0:2::1')).toBe(10)
  expect(starts(rates, 50, () => '::ffff:192.0.2.1')).toBe(10)
  expect(starts(rates, 50, () => '192.0.2.1')).toBe(0)
})

test('networks of one IPv6 /48 share eight times the rate', () => {
  const rates = new RateLimits({ config, now: clock })
  expect(starts(rates, 500, (index) => `2001:db8:0:${index.toString(16)}::1`)).toBe(80)
  expect(starts(rates, 20, () => '2001:db8:1:1::1')).toBe(10)
})

test('a token is there again after its part of a minute', () => {
  const rates = new RateLimits({ config, now: clock })
  expect(starts(rates, 20, () => '192.0.2.1')).toBe(10)
  now += 6_000
  expect(starts(rates, 20, () => '192.0.2.1')).toBe(1)
  now += 3_600_000
  expect(starts(rates, 20, () => '192.0.2.1')).toBe(10)
})

test('buckets of more networks than fit are forgotten by the oldest first, and those in use stay', () => {
  const map = new FadingMap<number>(60_000, 100)
  for (let index = 0; index < 10_000; index++) {
    map.set(`network ${index}`, index, now)
    map.set('in use', index, now)
    expect(map.size).toBeLessThanOrEqual(202)
  }
  expect(map.get('in use')).toBe(9_999)
  expect(map.get('network 0')).toBeUndefined()
})

test('a network is one address of IPv4, and 64 bits of IPv6', () => {
  expect(networkOf('192.0.2.1')).toEqual({ near: '192.0.2.1' })
  expect(networkOf('2001:db8::5')).toEqual({ near: '2001:db8:0:0::/64', wide: '2001:db8:0::/48' })
  expect(networkOf('unknown')).toEqual({ near: 'unknown' })
})

test('after unknown tokens a network has to wait, and only such requests count', () => {
  const rates = new RateLimits({ config, now: clock })
  const request = from('192.0.2.9', { authorization: 'Bearer x' })
  const unauthorized = new LimitExceeded('startsPerMinute')
  Object.assign(unauthorized, { code: 'unauthorized' })
  for (let count = 0; count < 2; count++) expect(rates.failed(unauthorized, request)).toBe(unauthorized)
  expect(rates.failed(unauthorized, request)).toMatchObject({ limit: 'failedTokensPerMinute', retryAfter: 30 })
  const other = from('192.0.2.10', { authorization: 'Bearer x' })
  expect(rates.failed(unauthorized, other)).toBe(unauthorized)
  now += 30_000
  expect(rates.failed(unauthorized, request)).toBe(unauthorized)
})

/** Simulates the processes of one machine; `exchange` does what happens four times a second. */
function machine(processes: number) {
  const outgoing: Map<string, number>[] = []
  const listeners: ((counts: Counts) => void)[] = []
  const rates = Array.from({ length: processes }, () => {
    const waiting = new Map<string, number>()
    outgoing.push(waiting)
    return new RateLimits({
      config,
      now: clock,
      share(listener) {
        listeners.push(listener)
        return { add: (what) => waiting.set(what, (waiting.get(what) ?? 0) + 1), close() {} }
      },
    })
  })
  const exchange = () => {
    const told = outgoing.map((waiting) => [...waiting])
    for (const waiting of outgoing) waiting.clear()
    for (const [to, listener] of listeners.entries())
      for (const [of, counts] of told.entries()) if (of !== to) listener(counts)
  }
  return { rates, exchange }
}

test('processes of one machine together allow a rate, except for requests before they have synchronized', () => {
  const { rates, exchange } = machine(4)
  let allowed = 0
  for (let quarter = 0; quarter < 240 * 5; quarter++) {
    for (const one of rates) allowed += starts(one, 5, () => '2001:db8:5::1')
    exchange()
    now += 250
  }
  // Ten per minute for five minutes, one full bucket at first, and three more that were taken before the others knew.
  expect(allowed).toBeGreaterThan(50)
  expect(allowed).toBeLessThanOrEqual(10 * 5 + 10 * 4 + 4)
})

const wrong = { isRight: async () => false, isKnownNetwork: async () => false }
const right = { ...wrong, isRight: async () => true }

test('each further wrong password for an account doubles the wait of a network, and leaves other networks alone', async () => {
  const rates = new RateLimits({ config, now: clock })
  const [attacker, owner] = [from('192.0.2.66'), from('192.0.2.1')]
  for (let count = 0; count < 3; count++) expect(await rates.attempt('ada@example.com', attacker, wrong)).toBe(false)
  for (const retryAfter of [1, 2]) {
    const early = rates.attempt('ada@example.com', attacker, right)
    await expect(early).rejects.toMatchObject({ limit: 'wrongPasswords', retryAfter })
    now += retryAfter * 1000
    expect(await rates.attempt('ada@example.com', attacker, wrong)).toBe(false)
  }
  expect(await rates.attempt('ada@example.com', owner, right)).toBe(true)
  expect(await rates.attempt('bob@example.com', attacker, right)).toBe(true)
})

test('attempts at the same time count before any of them is decided', async () => {
  const rates = new RateLimits({ config, now: clock })
  const attempts = Array.from({ length: 20 }, () => rates.attempt('at@example.com', from('192.0.2.7'), wrong))
  const outcomes = await Promise.allSettled(attempts)
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(3)
})

test('wrong passwords from many networks delay others for seconds, and never the network where the account is signed in', async () => {
  const rates = new RateLimits({ config, now: clock })
  let tried = 0
  for (let network = 0; network < 200; network++) {
    await rates.attempt('eve@example.com', from(`198.51.100.${network}`), wrong).then(
      () => tried++,
      () => {},
    )
  }
  expect(tried).toBe(6)
  const elsewhere = rates.attempt('eve@example.com', from('192.0.2.2'), right)
  await expect(elsewhere).rejects.toMatchObject({ limit: 'wrongPasswordsOfAccount' })
  const known = { ...right, isKnownNetwork: async () => true }
  expect(await rates.attempt('eve@example.com', from('192.0.2.1'), known)).toBe(true)
  now += 30_000
  expect(await rates.attempt('eve@example.com', from('192.0.2.2'), right)).toBe(true)
})

test('COLLOQUY_RATE_LIMIT=off turns every rate off', async () => {
  const rates = new RateLimits({ config: { ...config, isRateLimited: false }, now: clock })
  expect(starts(rates, 100, () => '192.0.2.1')).toBe(100)
  for (let count = 0; count < 100; count++) expect(await rates.attempt('a@b.co', from('192.0.2.1'), wrong)).toBe(false)
})
