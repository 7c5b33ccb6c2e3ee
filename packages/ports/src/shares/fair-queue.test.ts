import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { botOf } from '../testing/bot-of.js'
import { type Entry, FairQueue } from './fair-queue.js'
import type { Owner } from './owner.js'

const slots = 5
const waiting = 40

describe('the fair queue', () => {
  test('keeps the order of each bot, its bounds and everybody’s share through any sequence of uses', () => {
    const step = fc.record({
      kind: fc.constantFrom('add', 'add', 'add', 'take', 'take', 'leave', 'remove'),
      workspace: fc.constantFrom('w1', 'w2', 'w3'),
      bot: fc.constantFrom('a', 'b'),
      account: fc.constantFrom('x', 'y', undefined),
      pick: fc.nat(),
    })
    fc.assert(
      fc.property(fc.array(step, { maxLength: 400 }), (steps) => {
        const queue = new FairQueue<number>({
          slots,
          slotsPerBot: 2,
          slotsPerAccount: 1,
          waiting,
          waitingPerBot: 12,
        })
        const queued: Entry<number>[] = []
        const held: Entry<number>[] = []
        const of = (list: Entry<number>[], workspace: string) =>
          list.filter(({ owner }) => owner.workspaceId === workspace).length
        const isSameLine = (one: Owner, other: Owner) => one.botId === other.botId && one.accountId === other.accountId
        const isSameAccount = (one: Owner, other: Owner) =>
          one.workspaceId === other.workspaceId && one.accountId === other.accountId
        for (const [number, { kind, workspace, bot, account, pick }] of steps.entries()) {
          const owner = { ...botOf(`${workspace}${bot}`, workspace), ...(account && { accountId: account }) }
          if (kind === 'add') {
            const entry = queue.add(owner, number)
            if (entry) queued.push(entry)
            const line = queued.filter((one) => isSameLine(one.owner, owner))
            expect(line.length).toBeLessThanOrEqual(12)
            const ofAccount = account ? queued.filter((one) => isSameAccount(one.owner, owner)) : []
            expect(ofAccount.length).toBeLessThanOrEqual(10)
            expect(ofAccount.filter((one) => isSameLine(one.owner, owner)).length).toBeLessThanOrEqual(5)
            // A workspace without waiting items can always add one, unless the queue is full.
            if (!entry) expect(queued.length === waiting || of(queued, workspace) > 0).toBe(true)
          } else if (kind === 'take') {
            const entry = queue.take()
            const mayTake = (waiting: Entry<number>) =>
              of(held, waiting.owner.workspaceId) + 1 <= slots - held.length &&
              held.filter(({ owner: { botId } }) => botId === waiting.owner.botId).length < 2 &&
              (waiting.owner.accountId === undefined || !held.some(({ owner }) => isSameAccount(owner, waiting.owner)))
            expect(entry !== undefined).toBe(queued.some(mayTake))
            if (!entry) continue
            expect(mayTake(entry)).toBe(true)
            expect(queued.find((one) => isSameLine(one.owner, entry.owner))).toBe(entry)
            queued.splice(queued.indexOf(entry), 1)
            held.push(entry)
          } else if (kind === 'leave') {
            const [entry] = held.splice(pick % Math.max(held.length, 1), 1)
            if (entry) queue.leave(entry.owner)
          } else {
            const [entry] = queued.splice(pick % Math.max(queued.length, 1), 1)
            if (entry) expect([queue.remove(entry), queue.remove(entry)]).toEqual([true, false])
          }
          expect(queue.length).toBe(queued.length)
          for (const { owner } of queued) expect(of(queued, owner.workspaceId)).toBeLessThanOrEqual(waiting / 2)
        }
        const drained = queue.drain()
        expect(drained.toSorted()).toEqual(queued.map(({ item }) => item).toSorted())
        expect(queue.length).toBe(0)
      }),
      { numRuns: 200 },
    )
  })

  test('lets workspaces take turns, and bots of one workspace among themselves', () => {
    const queue = new FairQueue<string>({ slots: 1, waiting: 100 })
    for (const bot of ['hog1', 'hog1', 'hog2', 'hog3']) queue.add(botOf(bot, 'hog'), bot)
    queue.add(botOf('other', 'other'), 'other')
    queue.add(botOf('other', 'other'), 'other')
    expect(servedBy(queue)).toEqual(['hog1', 'other', 'hog2', 'other', 'hog3', 'hog1'])
  })

  test('passes over an account that is full, and lets the bots of one account take turns', () => {
    const queue = new FairQueue<string>({ slots: 100, slotsPerAccount: 1, waiting: 100 })
    const add = (botId: string, accountId?: string) =>
      queue.add({ workspaceId: 'w', botId, ...(accountId && { accountId }) }, `${botId} ${accountId}`)
    for (const botId of ['hog', 'hog', 'hog', 'patient']) add(botId, 'slow')
    add('other', 'fast')
    add('other')
    const slow = queue.take()
    expect([slow, queue.take(), queue.take(), queue.take()].map((entry) => entry?.item)).toEqual([
      'hog slow',
      'other fast',
      'other undefined',
      undefined,
    ])
    expect([queue.isAccountFull({ workspaceId: 'w', accountId: 'slow' }), queue.length]).toEqual([true, 3])
    expect(queue.isAccountFull({ workspaceId: 'x', accountId: 'slow' })).toBe(false)
    if (slow) queue.leave(slow.owner)
    expect(queue.take()?.item).toBe('patient slow')
  })

  test('keeps positions of an account free for its other bots, and those of the workspace for its other accounts', () => {
    const queue = new FairQueue<string>({ slots: 100, slotsPerAccount: 1, waiting: 1_000 })
    const add = (botId: string, accountId: string) => queue.add({ workspaceId: 'w', botId, accountId }, botId)
    const added = Array.from({ length: 50 }, () => add('hog', 'slow')).filter(Boolean)
    expect(added).toHaveLength(5)
    expect([add('patient', 'slow'), add('hog', 'fast')]).not.toContain(undefined)
  })

  test('serves everything that waits, whatever comes in meanwhile', () => {
    const queue = new FairQueue<string>({ slots: 1, waiting: 1_000 })
    for (let number = 0; number < 20; number += 1) queue.add(botOf(`hog${number}`, 'hog'), 'hog')
    const patient = queue.add(botOf('other', 'other'), 'other')
    let rounds = 0
    for (let entry = queue.take(); entry !== patient; entry = queue.take()) {
      if (!entry) throw new Error('Nothing is served although something waits')
      queue.add(entry.owner, entry.item)
      queue.leave(entry.owner)
      rounds += 1
    }
    expect(rounds).toBe(1)
  })

  test('never gives all places to one workspace, however many it asks for', () => {
    const queue = new FairQueue<string>({ slots: 4, waiting: 1_000 })
    for (let number = 0; number < 100; number += 1) queue.add(botOf(`hog${number}`, 'hog'), 'hog')
    expect([queue.take(), queue.take(), queue.take()].map((entry) => entry?.item)).toEqual(['hog', 'hog', undefined])
    queue.add(botOf('other', 'other'), 'other')
    expect(queue.take()?.item).toBe('other')
  })
})

function servedBy(queue: FairQueue<string>): string[] {
  const served: string[] = []
  for (let entry = queue.take(); entry; entry = queue.take()) {
    served.push(entry.item)
    queue.leave(entry.owner)
  }
  return served
}
