import { describe, expect, it } from 'vitest'
import type { Storage } from '../storage.js'
import { commit, release } from './rows.js'

/** Sessions and their turns: saved whole or not at all, and once. `current` answers a seeded storage. */
export function sessionsContract(current: () => Storage): void {
  describe('sessions', () => {
    it('keeps a whole turn', async () => {
      expect(await current().sessions.commit(commit(1))).toBe('committed')
      expect(await current().sessions.commit(commit(2))).toBe('committed')
      expect(await current().sessions.get('s1')).toEqual({ ...commit(2).session, createdAt: 101 })
      expect(await current().sessions.turns('s1')).toEqual([commit(1).turn, commit(2).turn])
      expect(await current().sessions.turnByKey('s1', 'key-2')).toEqual(commit(2).turn)
      expect(await current().sessions.turnByKey('s2', 'key-2')).toBeUndefined()
      expect(await current().results.answers(['r1'])).toEqual([...commit(1).answers, ...commit(2).answers])
      expect(await current().results.logs('w1', 'b1', 'r1')).toEqual([...commit(1).logs, ...commit(2).logs])
      expect(await current().results.visitedEdges('r1')).toEqual([
        { index: 1, edgeId: 'edge-1' },
        { index: 2, edgeId: 'edge-2' },
      ])
      expect(await current().results.history('r1')).toEqual([
        { index: 1, blockIndex: 0, blockId: 'block-1', variableId: 'v1', value: '"1"' },
        { index: 2, blockIndex: 0, blockId: 'block-2', variableId: 'v1', value: '"2"' },
      ])
    })
    it('opens a session with the standing of its workspace and what a key was answered', async () => {
      await current().sessions.commit(commit(1))
      const row = await current().sessions.get('s1')
      expect(await current().sessions.open('s1')).toEqual({ row, isSuspended: false, answered: undefined })
      expect(await current().sessions.open('s1', 'other')).toEqual({ row, isSuspended: false, answered: undefined })
      await current().workspaces.update('w1', { isSuspended: true }, 1)
      const answered = { requestHash: 'hash', answer: '{"é":1}' }
      expect(await current().sessions.open('s1', 'key-1')).toEqual({ row, isSuspended: true, answered })
      expect(await current().sessions.open('s9')).toBeUndefined()
    })
    it('opens a session as it stands, whatever was written since the last turn', async () => {
      const opened = async () => (await current().sessions.open('s1'))?.row
      for (const version of [1, 2, 3]) {
        expect(await current().sessions.commit(commit(version))).toBe('committed')
        expect(await opened()).toEqual(await current().sessions.get('s1'))
        expect(await opened()).toMatchObject({ version, createdAt: 101 })
      }
      expect(await current().sessions.commit(commit(3, { key: 'late' }))).toBe('stale')
      expect(await opened()).toMatchObject({ version: 3 })
      await current().workspaces.update('w1', { isSuspended: true }, 1)
      expect(await current().sessions.open('s1')).toMatchObject({ isSuspended: true })
      await current().workspaces.update('w1', { isSuspended: false }, 2)
      expect(await current().sessions.commit(commit(4))).toBe('committed')
      expect(await current().sessions.open('s1')).toMatchObject({ isSuspended: false, row: { version: 4 } })
      expect(await current().sessions.removeExpired(1_004, 10)).toBe(1)
      expect(await opened()).toBeUndefined()
      expect(await current().sessions.commit(commit(5))).toBe('stale')
    })
    it('finds a bot by its public id as it stands, also while it is written', async () => {
      const found = () => current().bots.findByPublicId('public')
      await current().bots.update('w1', 'b1', { publicId: 'public' }, 5)
      expect(await found()).toMatchObject({ isClosed: false })
      expect(await found()).toMatchObject({ isClosed: false })
      const meanwhile = found()
      await current().bots.update('w1', 'b1', { isClosed: true }, 6)
      await meanwhile
      expect(await found()).toMatchObject({ isClosed: true })
      await current().bots.update('w1', 'b1', { publicId: 'other' }, 7)
      expect(await found()).toBeUndefined()
    })
    it('moves the end of a session, its release and its result', async () => {
      await current().sessions.commit(commit(1))
      const moved = { releaseId: 'release-2', resultId: 'r2', expiresAt: 5_000 }
      const second = commit(2)
      await current().sessions.commit({ ...second, session: { ...second.session, ...moved } })
      expect(await current().sessions.get('s1')).toMatchObject(moved)
    })
    it('refuses a commit whose version was saved by somebody else', async () => {
      await current().sessions.commit(commit(1))
      const first = commit(2)
      const second = commit(2, { key: 'other' })
      expect(await Promise.all([first, second].map((one) => current().sessions.commit(one)))).toEqual([
        'committed',
        'stale',
      ])
      expect(await current().results.answers(['r1'])).toHaveLength(2)
      expect(await current().sessions.commit(commit(4))).toBe('stale')
    })
    it('refuses a live start whose release is not the one that is live in an open bot', async () => {
      const start = (sessionId: string, releaseId: string | null) => {
        const made = commit(1, { sessionId, resultId: sessionId })
        return current().sessions.commit({ ...made, session: { ...made.session, releaseId } })
      }
      expect(await start('s1', 'rel1')).toBe('stale')
      await current().releases.publish(release, 'public')
      const both = [start('s1', 'rel1'), start('s2', 'rel2'), start('s3', null), start('s4', 'rel1')]
      expect(await Promise.all(both)).toEqual(['committed', 'stale', 'committed', 'committed'])
      const closing = [{ isClosed: true }, { shelvedAt: 5 }]
      const opening = [{ isClosed: false }, { shelvedAt: null }]
      for (const [index, change] of closing.entries()) {
        await current().bots.update('w1', 'b1', change, 10)
        expect(await start(`closed-${index}`, 'rel1')).toBe('stale')
        expect(await start(`preview-${index}`, null)).toBe('committed')
        await current().bots.update('w1', 'b1', opening[index]!, 11)
      }
      await current().workspaces.update('w1', { isSuspended: true }, 1)
      expect(await start('suspended', 'rel1')).toBe('stale')
      await current().workspaces.update('w1', { isSuspended: false }, 2)
      expect(await start('again', 'rel1')).toBe('committed')
      await current().releases.unpublish('w1', 'b1')
      expect(await start('unpublished', 'rel1')).toBe('stale')
    })
    it('refuses a turn that was made of another session than the one that stands there', async () => {
      await current().sessions.commit(commit(1))
      expect(await current().sessions.commit({ ...commit(2), updatedBefore: 100 })).toBe('stale')
      expect(await current().sessions.commit({ ...commit(2), updatedBefore: null })).toBe('stale')
      expect(await current().sessions.turns('s1')).toHaveLength(1)
      expect(await current().sessions.commit(commit(2))).toBe('committed')
    })
    it('refuses a turn of a session whose workspace is suspended, until it is not', async () => {
      await current().sessions.commit(commit(1))
      await current().workspaces.update('w1', { isSuspended: true }, 1)
      expect(await current().sessions.commit(commit(2))).toBe('stale')
      await current().workspaces.update('w2', { isSuspended: true }, 2)
      await current().workspaces.update('w1', { isSuspended: false }, 3)
      expect(await current().sessions.commit(commit(2))).toBe('committed')
    })
    it('refuses a session, turn number or key that exists', async () => {
      await current().sessions.commit(commit(1))
      expect(await current().sessions.commit(commit(1, { key: null, number: 2 }))).toBe('stale')
      expect(await current().sessions.commit(commit(2, { number: 1 }))).toBe('stale')
      expect(await current().sessions.commit(commit(2, { key: 'key-1' }))).toBe('stale')
      expect((await current().sessions.get('s1'))?.version).toBe(1)
      expect(await current().sessions.commit(commit(1, { sessionId: 's2', resultId: 'r2' }))).toBe('committed')
    })
    it('takes many turns without a key', async () => {
      for (const version of [1, 2, 3]) {
        expect(await current().sessions.commit(commit(version, { key: null }))).toBe('committed')
      }
    })
    it('a stale or failing commit leaves the others of its transaction alone', async () => {
      const failing = commit(1, { sessionId: 's2', resultId: 'r2' })
      failing.answers[0]!.content = null as unknown as string
      const outcomes = await Promise.allSettled(
        [commit(1), commit(3), failing, commit(1, { sessionId: 's3', resultId: 'r3' })].map((one) =>
          current().sessions.commit(one),
        ),
      )
      expect(outcomes.map((outcome) => (outcome.status === 'fulfilled' ? outcome.value : 'failed'))).toEqual([
        'committed',
        'stale',
        'failed',
        'committed',
      ])
      expect(await current().sessions.get('s2')).toBeUndefined()
      expect(await current().results.get('w1', 'b1', 'r2')).toBeUndefined()
      expect((await current().sessions.get('s3'))?.version).toBe(1)
    })
    it('gives each version to exactly one of 1000 concurrent commits', async () => {
      const commits = Array.from({ length: 1000 }, (_, index) => {
        return commit(Math.floor(index / 10) + 1, { key: `try-${index}` })
      })
      const outcomes = await Promise.all(commits.map((one) => current().sessions.commit(one)))
      expect(outcomes.filter((outcome) => outcome === 'committed')).toHaveLength(100)
      expect((await current().sessions.get('s1'))?.version).toBe(100)
      expect((await current().sessions.turns('s1')).map(({ number }) => number)).toEqual(
        Array.from({ length: 100 }, (_, index) => index + 1),
      )
    })
    it('removes expired sessions with their turns, at most as many as asked', async () => {
      for (const id of ['s1', 's2', 's3']) await current().sessions.commit(commit(1, { sessionId: id, resultId: id }))
      expect(await current().sessions.removeExpired(1_000, 10)).toBe(0)
      expect(await current().sessions.removeExpired(1_001, 2)).toBe(2)
      expect(await current().sessions.removeExpired(1_001, 2)).toBe(1)
      expect(await current().sessions.turns('s1')).toEqual([])
    })
  })

  it('keeps every text as it is, but for NUL and halves of surrogate pairs', async () => {
    const text = 'é 🙂 \u202Eרז \\ "quoted" \'single\' {braces},\n\t? $1'
    const odd = commit(1, { result: { variables: JSON.stringify([text, '\0', '\uD800']) } })
    odd.answers[0]!.content = `${text}\0\uD800`
    odd.answers[0]!.variableId = ''
    odd.logs[0]!.description = 'x'.repeat(65_536)
    expect(await current().sessions.commit(odd)).toBe('committed')
    const [answer] = await current().results.answers(['r1'])
    expect(answer).toMatchObject({ content: `${text}\uFFFD\uFFFD`, variableId: '', attachedFileUrls: null })
    expect((await current().results.get('w1', 'b1', 'r1'))?.variables).toBe(odd.results[0]!.variables)
    expect((await current().results.logs('w1', 'b1', 'r1'))[0]?.description).toHaveLength(65_536)
    expect(await current().sessions.get('s\0')).toBeUndefined()
    expect(await current().sessions.open('s\0', '\0')).toBeUndefined()
  })
}
