import { describe, expect, it } from 'vitest'
import type { ExpiryPosition, SessionRow } from '../sessions/sessions.js'
import type { Storage } from '../storage.js'
import { allLogs } from './all-logs.js'
import { commit, release, upload } from './rows.js'

/** Sessions and their turns: saved whole or not at all, and once. `current` answers a seeded storage. */
export function sessionsContract(current: () => Storage): void {
  describe('sessions', () => {
    it('finds out whether a session has an id of some length', async () => {
      await current().sessions.commit(commit(1, { sessionId: 'of-ten-now' }))
      expect(await Promise.all([10, 11].map((length) => current().sessions.hasIdsOfLength(length)))).toEqual([
        true,
        false,
      ])
    })
    it('keeps a whole turn', async () => {
      expect(await current().sessions.commit(commit(1))).toBe('committed')
      expect(await current().sessions.commit(commit(2))).toBe('committed')
      expect(await current().sessions.get('s1')).toEqual({ ...commit(2).session, createdAt: 101 })
      expect(await current().sessions.turns('s1')).toEqual([commit(1).turn, commit(2).turn])
      expect(await current().sessions.turnByKey('s1', 'key-2')).toEqual(commit(2).turn)
      expect(await current().sessions.turnByKey('s2', 'key-2')).toBeUndefined()
      expect(await current().results.answers(['r1'])).toEqual([...commit(1).answers, ...commit(2).answers])
      expect(await allLogs(current(), 'w1', 'b1', 'r1')).toEqual([...commit(1).logs, ...commit(2).logs])
      expect(await current().results.visitedEdges('r1')).toEqual([
        { index: 1, edgeId: 'edge-1' },
        { index: 2, edgeId: 'edge-2' },
      ])
    })
    it('opens a session of a megabyte as any other, again and beside others', async () => {
      const { sessions } = current()
      const long = commit(1)
      const state = 'é'.repeat(1_000_000)
      await sessions.commit({ ...long, session: { ...long.session, state } })
      await sessions.commit(commit(1, { sessionId: 's2', resultId: 'r2' }))
      for (let time = 0; time < 2; time++) {
        const opened = await Promise.all(['s1', 's2'].map((id) => sessions.open(id)))
        expect(opened.map((one) => one?.row.state.length)).toEqual([1_000_000, long.session.state.length])
      }
    })
    it('reads the latest turns that fit in a number and in bytes, and always the last one', async () => {
      const { sessions } = current()
      const answers = ['x'.repeat(50), 'é'.repeat(50), 'x'.repeat(50), 'x'.repeat(500)]
      for (const [index, answer] of answers.slice(0, 3).entries()) {
        const made = commit(index + 1)
        await sessions.commit({ ...made, turn: { ...made.turn, request: '', answer } })
      }
      const numbers = async (max: { count?: number; bytes: number; before?: number }) => {
        const { turns, hasEarlier } = await sessions.latestTurns('s1', max)
        return [turns.map(({ number }) => number), hasEarlier]
      }
      expect(await numbers({ bytes: 200 })).toEqual([[1, 2, 3], false])
      expect(await numbers({ bytes: 199 })).toEqual([[2, 3], true])
      expect(await numbers({ bytes: 149 })).toEqual([[3], true])
      expect(await numbers({ bytes: 1_000, count: 2 })).toEqual([[2, 3], true])
      expect(await numbers({ bytes: 1_000, count: 2, before: 3 })).toEqual([[1, 2], false])
      expect(await numbers({ bytes: 1, before: 3 })).toEqual([[2], true])
      expect(await numbers({ bytes: 1_000, before: 1 })).toEqual([[], false])
      const last = commit(4)
      await sessions.commit({ ...last, turn: { ...last.turn, request: '', answer: answers[3] as string } })
      expect(await numbers({ bytes: 200 })).toEqual([[4], true])
      expect((await sessions.latestTurns('s1', { bytes: 649 })).turns).toEqual((await sessions.turns('s1')).slice(2))
      expect(await sessions.latestTurns('s9', { bytes: 200 })).toEqual({ turns: [], hasEarlier: false })
      expect(await sessions.turn('s1', 2)).toMatchObject({ number: 2, answer: answers[1] })
      expect(await sessions.turn('s1', 5)).toBeUndefined()
    })
    it('knows the release and the beginning of sessions of a workspace', async () => {
      const { sessions, releases } = current()
      await releases.publish(release, 'public')
      const preview = commit(1, { sessionId: 's2', resultId: 'r2' })
      const live = commit(1)
      await sessions.commit(preview)
      await sessions.commit({ ...live, session: { ...live.session, releaseId: 'rel1' } })
      const { id, createdAt } = live.session
      expect(await sessions.origins('w1', [id, 's2', 's9'])).toEqual([{ id, releaseId: 'rel1', createdAt }])
      expect(await sessions.origins('w2', [id])).toEqual([])
    })
    it('lists the sessions of a bot that continue with another release, in the order in which they expire', async () => {
      const { sessions, releases } = current()
      const begin = (sessionId: string, expiresAt: number, change: Partial<SessionRow> = {}) => {
        const made = commit(1, { sessionId, resultId: `r-${sessionId}` })
        return sessions.commit({ ...made, session: { ...made.session, releaseId: 'rel2', expiresAt, ...change } })
      }
      await releases.publish({ ...release, id: 'rel2' }, 'public')
      await begin('s-late', 3_000)
      await begin('s-b', 2_000)
      await begin('s-a', 2_000)
      await begin('s-over', 2_000, { endedAt: 150 })
      await begin('s-preview', 2_000, { releaseId: null })
      await begin('s-expired', 900)
      const list = (after: ExpiryPosition, limit = 10, releaseId = 'rel1') =>
        sessions.listOnOtherReleases('w1', 'b1', releaseId, { after, limit })
      const [first, ...others] = await list({ expiresAt: 1_000, id: '' })
      expect([first, ...others].map((it) => it?.id)).toEqual(['s-a', 's-b', 's-late'])
      expect(await list(first as ExpiryPosition, 1)).toEqual([{ id: 's-b', expiresAt: 2_000 }])
      expect(await list({ expiresAt: 1_000, id: '' }, 10, 'rel2')).toEqual([])
      expect(
        await sessions.listOnOtherReleases('w2', 'b1', 'rel1', { after: { expiresAt: 0, id: '' }, limit: 9 }),
      ).toEqual([])
    })
    it('gives sessions whose wait is over to one process at a time, and again when its lease has ended', async () => {
      const { sessions } = current()
      const waiting = (sessionId: string, noAnswerAt: number | null) => {
        const made = commit(1, { sessionId, resultId: `r-${sessionId}` })
        return sessions.commit({ ...made, session: { ...made.session, noAnswerAt } })
      }
      await waiting('s-late', 900)
      await waiting('s-b', 300)
      await waiting('s-a', 200)
      await waiting('s-none', null)
      const take = async (now: number, until: number, limit = 10, except: string[] = []) =>
        (await sessions.takeUnanswered(now, until, limit, except)).map(({ id }) => id)
      expect(await sessions.nextNoAnswerAt([])).toBe(200)
      expect(await sessions.nextNoAnswerAt(['w1'])).toBeUndefined()
      expect(await take(199, 600)).toEqual([])
      expect(await take(300, 600, 10, ['w1'])).toEqual([])
      expect(await take(300, 600, 1)).toEqual(['s-a'])
      const both = await Promise.all([take(300, 600), take(300, 600)])
      expect(both.flat()).toEqual(['s-b'])
      expect(await take(599, 700)).toEqual([])
      expect(await take(600, 700)).toEqual(['s-a', 's-b'])
    })
    it('does not give a session that has been answered, or whose time has been changed', async () => {
      const { sessions } = current()
      const first = commit(1)
      await sessions.commit({ ...first, session: { ...first.session, noAnswerAt: 200 } })
      const [row] = await sessions.takeUnanswered(300, 600, 10, [])
      expect(row).toEqual({ ...first.session, noAnswerAt: 200 })
      expect(await sessions.commit(commit(2))).toBe('committed')
      expect(await sessions.nextNoAnswerAt([])).toBeUndefined()
      await sessions.setNoAnswerAt(row!, 500, 0)
      expect(await sessions.nextNoAnswerAt([])).toBeUndefined()
      const { session } = commit(2)
      await sessions.setNoAnswerAt(session, 500, session.expiresAt - 1)
      expect(await sessions.get('s1')).toMatchObject({ noAnswerAt: 500, expiresAt: session.expiresAt })
      await sessions.setNoAnswerAt(session, 600, session.expiresAt + 1)
      expect(await sessions.get('s1')).toMatchObject({ noAnswerAt: 600, expiresAt: session.expiresAt + 1 })
    })
    it('changes the release of a session unless a turn came first, and then no turn of before is committed', async () => {
      const { sessions } = current()
      const { session } = commit(1)
      await sessions.commit(commit(1))
      const change = { releaseId: 'rel2', state: '{"moved":true}', updatedAt: session.updatedAt + 1 }
      expect(await sessions.changeRelease({ ...session, version: 2 }, change)).toBe(false)
      expect(await sessions.changeRelease({ ...session, workspaceId: 'w2' }, change)).toBe(false)
      expect(await sessions.changeRelease(session, change)).toBe(true)
      expect(await sessions.get('s1')).toEqual({ ...session, ...change })
      expect(await sessions.changeRelease(session, { ...change, state: '{}' })).toBe(false)
      expect(await sessions.commit(commit(2))).toBe('stale')
      expect(await sessions.commit({ ...commit(2), updatedBefore: change.updatedAt })).toBe('committed')
    })
    it('opens a session with the standing of its workspace and what a key was answered', async () => {
      await current().sessions.commit(commit(1))
      const row = await current().sessions.get('s1')
      expect(await current().sessions.open('s1')).toEqual({ row, isSuspended: false, storedTurn: undefined })
      expect(await current().sessions.open('s1', 'other')).toEqual({ row, isSuspended: false, storedTurn: undefined })
      await current().workspaces.update('w1', { isSuspended: true }, 1)
      const storedTurn = { requestHash: 'hash', answer: '{"é":1}' }
      expect(await current().sessions.open('s1', 'key-1')).toEqual({ row, isSuspended: true, storedTurn })
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
      const closing = [{ isClosed: true }, { archivedAt: 5 }]
      const opening = [{ isClosed: false }, { archivedAt: null }]
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
      await current().releases.unpublish('w1', 'b1', 50)
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
    it('keeps the turns of an expired session for the transcript of its result, and nothing continues from them', async () => {
      const { sessions, results, uploads, webhooks } = current()
      for (const version of [1, 2]) {
        const made = commit(version)
        const turn = { ...made.turn, answer: `{"bot":{"theme":{}},"messages":[${version}]}` }
        await sessions.commit({ ...made, turn })
      }
      await uploads.create(upload('f1', { state: 'stored', expiresAt: null }), 1_000_000)
      await webhooks.hold({ id: 'h1', workspaceId: 'w1', sessionId: 's1', blockId: 'b', body: '{}', createdAt: 1 })
      expect(await sessions.removeExpired(2_000, 10)).toBe(1)
      expect(await sessions.removeExpired(2_000, 10)).toBe(0)
      const kept = (await sessions.turns('s1')).map(({ answer }) => JSON.parse(answer))
      expect(kept).toEqual([{ messages: [1] }, { bot: { theme: {} }, messages: [2] }])
      expect(await sessions.isOver('s1')).toBe(true)
      expect(await sessions.get('s1')).toBeUndefined()
      expect(await sessions.open('s1', 'key-2')).toBeUndefined()
      expect(await webhooks.take('s1', 'b', 3)).toBeUndefined()
      expect(await uploads.abandon(0, 10)).toBe(1)
      expect(await sessions.commit(commit(3))).toBe('stale')
      expect(await sessions.commit(commit(1, { key: null }))).toBe('stale')
      await results.delete('w1', 'b1', ['r1'], 50)
      expect(await sessions.turns('s1')).toEqual([])
      expect(await sessions.isOver('s1')).toBe(false)
    })
    it('trims answers with any escape of JSON, or leaves them alone', async () => {
      const answer = String.raw`{"bot":{},"messages":["\ud800","\u0000"]}`
      for (const version of [1, 2]) {
        const made = commit(version)
        await current().sessions.commit({ ...made, turn: { ...made.turn, answer } })
      }
      expect(await current().sessions.removeExpired(2_000, 10)).toBe(1)
      const [start] = await current().sessions.turns('s1')
      expect(JSON.parse(start?.answer ?? '').messages).toEqual(['\ud800', '\u0000'])
    })
    it('lists the sessions of a result in the order in which they began, and that of a link to it', async () => {
      const begin = (id: string, createdAt: number, resultId: string) => {
        const made = commit(1, { sessionId: id, resultId })
        return current().sessions.commit({ ...made, session: { ...made.session, createdAt } })
      }
      for (const [id, at] of [
        ['s3', 1],
        ['s1', 2],
        ['s2', 3],
      ] as const)
        await begin(id, at, 'r1')
      await begin('other', 4, 'r2')
      const ofResult = (lastChatSessionId: string | null, workspaceId = 'w1', id = 'r1') =>
        current().sessions.idsOfResult({ id, workspaceId, lastChatSessionId })
      expect(await ofResult('s2')).toEqual(['s3', 's1', 's2'])
      expect(await ofResult('other', 'w1', 'linked')).toEqual(['other'])
      expect(await ofResult('other', 'w2', 'linked')).toEqual([])
      expect(await ofResult(null, 'w2')).toEqual([])
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
    expect((await allLogs(current(), 'w1', 'b1', 'r1'))[0]?.description).toHaveLength(65_536)
    expect(await current().sessions.get('s\0')).toBeUndefined()
    expect(await current().sessions.open('s\0', '\0')).toBeUndefined()
  })
}
