import { EventEmitter } from 'node:events'
import { expect, test } from 'vitest'
import { LimitExceeded } from '../limits/limit-exceeded.js'
import { RequestsOfUsers } from './requests-of-users.js'

const limits = { userRequests: 2, userRequestSeconds: 60 }
const response = () => Object.assign(new EventEmitter(), { destroyed: false })

/** Requests by name, and the names of those that have started. */
function requestsWith(some: Partial<typeof limits> = {}) {
  const requests = new RequestsOfUsers({ limits: { ...limits, ...some }, isRateLimited: true })
  const begun: string[] = []
  const ask = (name: string, userId = 'a') => {
    const answer = response()
    const entered = requests.enter(userId, answer).then(() => void begun.push(name))
    return { entered, close: () => answer.emit('close') }
  }
  return { ask, begun }
}

test('a user has a limited number of requests in progress, others wait in their order, and other users do not', async () => {
  const { ask, begun } = requestsWith()
  const [first, second, third, fourth] = ['first', 'second', 'third', 'fourth'].map((name) => ask(name))
  await Promise.all([first?.entered, second?.entered, ask('other', 'b').entered])
  expect(begun.toSorted()).toEqual(['first', 'other', 'second'])
  second?.close()
  await third?.entered
  first?.close()
  await fourth?.entered
  expect(begun.slice(3)).toEqual(['third', 'fourth'])
})

test('a request that waits leaves with its client, and takes no place', async () => {
  const { ask, begun } = requestsWith({ userRequests: 1 })
  const first = ask('first')
  const gone = ask('gone')
  const last = ask('last')
  await first.entered
  gone.close()
  const reason = await gone.entered.catch((error) => error)
  expect([reason.code, reason instanceof LimitExceeded]).toEqual(['too_many_requests', false])
  first.close()
  await last.entered
  expect(begun).toEqual(['first', 'last'])
})

test('more requests than may wait, and those that wait too long, are rejected with Retry-After', async () => {
  const { ask } = requestsWith({ userRequests: 1, userRequestSeconds: 0.001 })
  const asked = Array.from({ length: 22 }, (_, index) => ask(String(index)))
  const outcomes = await Promise.allSettled(asked.map(({ entered }) => entered))
  const reasons = outcomes.map((one) => (one.status === 'rejected' ? one.reason : undefined))
  expect(reasons[0]).toBeUndefined()
  expect(reasons.slice(1, 21).every(({ limit }) => limit === 'userRequestSeconds')).toBe(true)
  expect(reasons[21]).toMatchObject({ limit: 'userRequests', code: 'too_many_requests', retryAfter: 1 })
})
