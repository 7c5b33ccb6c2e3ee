import { describe, expect, it } from 'vitest'
import type { Storage } from '../storage.js'
import { commit, team } from './rows.js'

/** Contract of `Storage` implementations: teams of the people who answer. `use` returns a seeded storage. */
export function teamsContract(use: () => Storage): void {
  const join = async (id: string, role: 'MEMBER' | 'AGENT' | 'GUEST' = 'MEMBER') => {
    const { users, workspaces } = use()
    const none = { emailVerifiedAt: null, originWorkspaceId: null, image: null, preferences: null, isAdmin: false }
    await users.create({ ...none, id, email: null, name: id, createdAt: 1, updatedAt: 1 })
    await workspaces.setRole('w1', id, role)
  }
  const session = (sessionId: string) => commit(1, { sessionId, resultId: `r-${sessionId}` })
  /** Gives a new conversation to the first member who is there. */
  const give = async (sessionId: string, assigned: number, since = 0) => {
    const { conversations, sessions, teams } = use()
    await sessions.commit(session(sessionId))
    const [member] = await teams.there((await teams.get('w1', 't1'))!, since)
    const { session: row } = session(sessionId)
    const who = member?.userId as string
    const held = JSON.stringify({ by: 'person', who, since: 1, why: 'assigned' })
    const event = { sessionId, workspaceId: 'w1', kind: 'event', authorId: who, authorName: null } as const
    const isGiven = await conversations.hold(
      row,
      { ...row, held, updatedAt: row.updatedAt + 1 },
      { ...event, content: '{}', key: null, createdAt: 1 },
      {
        ...{ botId: 'b1', channel: 'web', state: 'open', assigneeId: who, teamId: 't1' },
        choice: { teamId: 't1', userId: who, assigned },
      },
    )
    return isGiven ? who : undefined
  }

  describe('teams', () => {
    it('have members who may answer in the workspace, and lose them with their membership', async () => {
      const { members, teams, workspaces } = use()
      await join('ana')
      await join('eve', 'GUEST')
      const stored = team('t1')
      expect(await teams.create(stored, ['ana', 'u1', 'ana'])).toBe(true)
      expect(await teams.create(team('t2'), ['eve'])).toBe(false)
      expect(await teams.create(team('t3'), ['u2'])).toBe(false)
      expect(await teams.get('w1', 't1')).toEqual(stored)
      expect(await teams.get('w2', 't1')).toBeUndefined()
      expect(await teams.list('w1')).toEqual([{ ...stored, memberIds: ['ana', 'u1'] }])
      expect(await teams.list('w2')).toEqual([])
      const changed = { ...stored, name: 'é', memberIds: ['ana'], updatedAt: 20 }
      expect(await teams.update('w1', 't1', { name: 'é' }, { memberIds: ['ana'], now: 20 })).toEqual(changed)
      expect(await teams.update('w1', 't1', { name: 'x' }, { memberIds: ['eve'], now: 30 })).toBe('not a member')
      expect(await teams.update('w2', 't1', { name: 'x' }, { now: 30 })).toBe('missing')
      expect(await teams.list('w1')).toEqual([changed])
      await workspaces.setRole('w1', 'ana', 'GUEST')
      expect(await teams.list('w1')).toMatchObject([{ memberIds: [] }])
      await members.remove('w1', 'ana', undefined)
      await workspaces.setRole('w1', 'ana', 'MEMBER')
      expect(await teams.list('w1')).toMatchObject([{ memberIds: [] }])
      expect(await teams.delete('w2', 't1')).toBe(false)
      expect(await teams.delete('w1', 't1')).toBe(true)
      expect(await teams.list('w1')).toEqual([])
    })
    it('give conversations in turn to those who are there, each time to the one who has waited longest', async () => {
      const { inboxPresence, teams } = use()
      for (const id of ['ana', 'ben', 'cleo']) await join(id)
      await teams.create(team('t1'), ['ana', 'ben', 'cleo'])
      for (const [id, at] of [
        ['ana', 50],
        ['ben', 60],
        ['cleo', 40],
      ] as const)
        await inboxPresence.note('w1', id, at)
      expect((await teams.there(team('t1'), 40)).map(({ userId }) => userId)).toEqual(['ana', 'ben'])
      const given = []
      for (const [index, since] of [40, 40, 40, 0, 0].entries()) given.push(await give(`s${index}`, index, since))
      expect(given).toEqual(['ana', 'ben', 'ana', 'cleo', 'ben'])
      expect(await teams.get('w1', 't1')).toMatchObject({ assigned: 5 })
    })
    it('give nothing by a choice that was made before another one', async () => {
      const { conversations, inboxPresence, teams } = use()
      await join('ana')
      await teams.create(team('t1'), ['ana'])
      await inboxPresence.note('w1', 'ana', 50)
      expect(await give('s1', 0)).toBe('ana')
      expect(await give('s2', 0)).toBeUndefined()
      expect(await conversations.get('w1', 's2')).toBeUndefined()
      expect(await give('s2', 1)).toBe('ana')
    })
    it('give conversations to the one with the fewest open ones, and know the bots that agents see', async () => {
      const { inboxPresence, members, teams } = use()
      await join('ana', 'AGENT')
      await join('ben')
      await teams.create(team('t1', { assignment: 'least-busy' }), ['ana', 'ben'])
      for (const id of ['ana', 'ben']) await inboxPresence.note('w1', id, 50)
      expect([await give('s1', 0), await give('s2', 1), await give('s3', 2)]).toEqual(['ana', 'ben', 'ana'])
      await use().conversations.update('w1', 's1', { state: 'resolved' })
      await use().conversations.update('w1', 's3', { state: 'resolved' })
      expect(await give('s4', 3)).toBe('ana')
      await members.change('w1', 'ana', 'AGENT', 5, undefined, ['b1'])
      expect(await teams.there(team('t1'), 0)).toEqual([
        { userId: 'ben', name: 'ben', inboxBots: null },
        { userId: 'ana', name: 'ana', inboxBots: ['b1'] },
      ])
    })
    it('list what waits for the teams of a member, the longest wait first, without what a person has put there', async () => {
      const { conversations, sessions, teams } = use()
      await join('ana')
      await join('ben')
      await teams.create(team('t1'), ['ana'])
      await teams.create(team('t2', { assignment: 'by-hand' }), ['ana'])
      const put = async (sessionId: string, at: number, { teamId = 't1', why = 'asked', isExpired = false } = {}) => {
        await sessions.commit(session(sessionId))
        const { session: row } = session(sessionId)
        const held = JSON.stringify({ by: 'queue', since: at, why })
        const event = { sessionId, workspaceId: 'w1', kind: 'event', authorId: null, authorName: null } as const
        const change = { ...row, held, updatedAt: row.updatedAt + 1, ...(isExpired && { expiresAt: 5 }) }
        const listing = { botId: 'b1', channel: 'web', state: 'open', assigneeId: null, teamId } as const
        await conversations.hold(row, change, { ...event, content: '{}', key: null, createdAt: at }, listing)
      }
      expect(await teams.withWaiting('w1', 'ana')).toEqual([])
      await put('s1', 30)
      await put('s2', 20)
      await put('s3', 10, { why: 'unassigned' })
      await put('s4', 10, { teamId: 't2' })
      await put('s5', 10, { isExpired: true })
      expect((await teams.withWaiting('w1', 'ana')).map(({ id }) => id)).toEqual(['t1'])
      expect(await teams.withWaiting('w1', 'ben')).toEqual([])
      expect(await teams.withWaiting('w2', 'ana')).toEqual([])
      const waiting = (more: object = {}) => teams.waiting(team('t1'), { now: 6, limit: 9, ...more })
      expect(await waiting()).toEqual(['s2', 's1'])
      expect(await waiting({ limit: 1 })).toEqual(['s2'])
      expect(await waiting({ botIds: ['b1'] })).toEqual(['s2', 's1'])
      expect(await waiting({ botIds: [] })).toEqual([])
    })
    it('list their conversations, which are those of no team once they are gone', async () => {
      const { conversations, inboxPresence, teams } = use()
      await join('ana')
      await teams.create(team('t1'), ['ana'])
      await inboxPresence.note('w1', 'ana', 50)
      await give('s1', 0)
      const listed = (teamId: string) => conversations.listInbox('w1', { state: 'open', teamId }, { limit: 9 })
      expect(await listed('t1')).toMatchObject([{ sessionId: 's1', teamId: 't1' }])
      expect(await listed('t2')).toEqual([])
      await teams.delete('w1', 't1')
      expect(await conversations.listInbox('w1', { state: 'open' }, { limit: 9 })).toMatchObject([{ teamId: null }])
      expect(await conversations.get('w1', 's1')).toMatchObject({ teamId: null })
    })
  })
}
