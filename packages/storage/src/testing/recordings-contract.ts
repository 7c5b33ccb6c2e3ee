import { describe, expect, it } from 'vitest'
import { openRecordings } from '../open-recordings.js'
import type { ConversationTurns } from '../recordings/recordings.js'
import { forget, newDriverCalls } from '../sqlite/driver-calls.js'
import type { Storage } from '../storage.js'
import { commit, release } from './rows.js'

/** Recorded conversations, as replays read them. `current` answers a seeded storage. */
export function recordingsContract(current: () => Storage): void {
  const hold = async (
    sessionId: string,
    answers: readonly string[],
    begunAt: number,
    releaseId: string | null = 'rel1',
  ) => {
    for (const [index, answer] of answers.entries()) {
      const made = commit(index + 1, { sessionId, resultId: `r-${sessionId}` })
      const session = { ...made.session, releaseId, ...(index === 0 && { createdAt: begunAt }) }
      const results = made.results.map((result) => ({ ...result, at: begunAt + index }))
      await current().sessions.commit({ ...made, session, results, turn: { ...made.turn, request: '', answer } })
    }
  }
  const read = async (ids: readonly string[], bounds: { count: number; bytes: number }) => {
    const found: ConversationTurns[] = []
    const calls = newDriverCalls()
    const recordings = openRecordings(await current().recordings.findSource(), calls)
    for await (const one of recordings.turns(ids, bounds)) found.push(one)
    await recordings.close()
    forget(calls)
    return found.map(({ sessionId, turns, isIncomplete }) => [
      sessionId,
      turns.map(({ number, answer }) => `${number} ${answer}`),
      isIncomplete,
    ])
  }

  describe('recordings', () => {
    it('lists the conversations of a bot, the newest first, with the sessions that ran on a release', async () => {
      await current().releases.publish(release, 'public')
      await hold('old', ['a'], 1_000)
      await hold('preview', ['b'], 2_000, null)
      await hold('new', ['c'], 3_000)
      const { recordings } = current()
      const first = await recordings.list('w1', 'b1', { limit: 2 })
      expect(first).toEqual({
        conversations: [
          { id: 'r-new', createdAt: 3_000, session: { id: 'new', releaseId: 'rel1', createdAt: 3_000 } },
          { id: 'r-preview', createdAt: 2_000 },
        ],
        next: { createdAt: 2_000, id: 'r-preview' },
      })
      const { conversations, next } = await recordings.list('w1', 'b1', { limit: 2, before: first.next })
      expect([conversations.map(({ id }) => id), next]).toEqual([['r-old'], undefined])
      expect(await recordings.list('w1', 'b1', { from: 1_001, to: 2_001, limit: 9 })).toMatchObject({
        conversations: [{ id: 'r-preview' }],
      })
      expect(await recordings.list('w2', 'b1', { limit: 9 })).toEqual({ conversations: [] })
    })
    it('reads whole conversations in the order asked for, and none that is longer than asked for', async () => {
      await current().releases.publish(release, 'public')
      await hold('s1', ['one', 'two'], 1_000)
      await hold('s2', ['é'.repeat(10)], 2_000)
      const one = ['s1', ['1 one', '2 two'], false]
      const two = ['s2', [`1 ${'é'.repeat(10)}`], false]
      expect(await read(['s2', 's1', 's9'], { count: 2, bytes: 100 })).toEqual([two, one, ['s9', [], false]])
      expect(await read(['s1', 's2'], { count: 2, bytes: 20 })).toEqual([one, two])
      expect(await read(['s1', 's2'], { count: 2, bytes: 19 })).toEqual([one, ['s2', [], true]])
      expect(await read(['s1', 's2'], { count: 1, bytes: 20 })).toEqual([['s1', [], true], two])
    })
    it('reads conversations of short and of long turns together', async () => {
      await current().releases.publish(release, 'public')
      const long = 'x'.repeat(5_000)
      await hold('s1', ['one'], 1_000)
      await hold('s2', ['two', long], 2_000)
      await hold('s3', ['three'], 3_000)
      const bounds = { count: 2, bytes: 20_000 }
      const two = ['s2', ['1 two', `2 ${long}`], false]
      expect(await read(['s3', 's2', 's1'], bounds)).toEqual([
        ['s3', ['1 three'], false],
        two,
        ['s1', ['1 one'], false],
      ])
    })
  })
}
