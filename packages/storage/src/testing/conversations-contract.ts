import { describe, expect, it } from 'vitest'
import type { ConversationFilter, InboxListing, NewConversationMessage } from '../conversations/conversations.js'
import type { SessionRow } from '../sessions/sessions.js'
import type { Storage } from '../storage.js'
import { commit, inboxMessage, newDelivery, release } from './rows.js'

/** Contract of `Storage` implementations: who speaks in a conversation. `use` returns a seeded storage. */
export function conversationsContract(use: () => Storage): void {
  const said = (key: string | null, change: Partial<NewConversationMessage> = {}): NewConversationMessage => ({
    sessionId: 's1',
    workspaceId: 'w1',
    kind: 'visitor',
    authorId: null,
    authorName: null,
    content: '"é"',
    key,
    createdAt: 150,
    ...change,
  })
  const held = JSON.stringify({ by: 'person', who: 'u1', since: 150, why: 'taken' })
  const hold = (session: SessionRow, change: Partial<SessionRow> = {}, listing: Partial<InboxListing> = {}) => {
    const { state, expiresAt, endedAt, noAnswerAt } = session
    const updatedAt = session.updatedAt + 1
    return use().conversations.hold(
      session,
      { state, expiresAt, endedAt, noAnswerAt, held, updatedAt, ...change },
      said(null, { kind: 'event' }),
      { botId: 'b1', channel: 'web', state: 'open', ...listing },
    )
  }
  const begin = async () => {
    await use().sessions.commit(commit(1, { deliveries: [newDelivery('d1')] }))
    return commit(1).session
  }
  const room: Parameters<Storage['conversations']['add']>[1] = { max: 10, expiresAt: 0 }
  const add = (message: NewConversationMessage, limits = room) => use().conversations.add(message, limits)
  const numbers = async () =>
    (await use().conversations.list('s1', { after: 0, limit: 10 })).map(({ number, kind }) => [number, kind])

  describe('emails about waits', () => {
    const mails = () => use().waitingMails
    const minute = 60_000
    const due = (at: number, until: number, except: string[] = []) => mails().take(at, until, except)

    it('are due after the minutes of the workspace, once for each wait, and taken by one process at a time', async () => {
      await use().workspaces.update('w1', { waitingMailMinutes: 1 }, 1)
      expect(await mails().nextDueAt([])).toBeUndefined()
      await hold(await begin(), {}, { assigneeId: null })
      expect(await mails().nextDueAt([])).toBe(0)
      expect([await mails().assign(9, 0), await mails().assign(9, 0)]).toEqual([1, 0])
      const at = 150 + minute
      expect([await mails().nextDueAt([]), await mails().nextDueAt(['w1'])]).toEqual([at, undefined])
      expect(await due(at - 1, 2 * minute)).toBeUndefined()
      expect(await due(at, 2 * minute, ['w1'])).toBeUndefined()
      const taken = { sessionId: 's1', workspaceId: 'w1', botId: 'b1', state: 'open', assigneeId: null, lastText: '' }
      expect(await due(at, 2 * minute)).toEqual({ ...taken, waitingSince: 150, mailWait: 150, dueAt: 2 * minute })
      expect(await due(at, 3 * minute)).toBeUndefined()
      const again = (await due(2 * minute, 3 * minute))!
      await mails().end({ ...again, dueAt: 2 * minute })
      expect(await mails().nextDueAt([])).toBe(3 * minute)
      await mails().end(again, 4 * minute)
      expect(await mails().nextDueAt([])).toBe(4 * minute)
      await mails().end({ ...again, dueAt: 4 * minute })
      expect(await mails().nextDueAt([])).toBeUndefined()
    })
    it('are not due for waits from long before, nor in workspaces that want none', async () => {
      await hold(await begin(), {}, { assigneeId: null })
      await use().workspaces.update('w1', { waitingMailMinutes: 1 }, 1)
      expect(await mails().assign(9, 151 + minute)).toBe(1)
      expect(await mails().nextDueAt([])).toBeUndefined()
      await use().workspaces.update('w1', { waitingMailMinutes: null }, 1)
      await add(said('k1', { kind: 'note', content: '{"text":"Hi"}' }))
      expect(await mails().nextDueAt([])).toBeUndefined()
    })
    it('are counted for each person and hour', async () => {
      const count = (at: number) => mails().count('w1', 'u1', at, 2)
      expect([await count(1), await count(2), await count(3)]).toEqual([true, true, false])
      expect(await count(3_600_000)).toBe(true)
      await use().inboxPresence.note('w1', 'u1', 500)
      expect([await mails().seenSince('w1', 499), await mails().seenSince('w1', 500)]).toEqual([['u1'], []])
    })
  })

  describe('presence in inboxes', () => {
    const presence = () => use().inboxPresence
    const minute = 60_000
    const setMinutes = (awayMinutes: number | null) => use().workspaces.update('w1', { awayMinutes }, 1)

    it('makes a person away after the minutes of the workspace, and never without them', async () => {
      await setMinutes(null)
      expect(await presence().note('w1', 'u1', 100)).toBeUndefined()
      expect(await presence().expect('w1', 'u1', 100)).toBeUndefined()
      expect(await presence().nextAwayAt([])).toBeUndefined()
      await setMinutes(2)
      expect(await presence().note('w1', 'u1', 200)).toBe(200 + 2 * minute)
      expect(await presence().nextAwayAt([])).toBe(200 + 2 * minute)
      expect(await presence().nextAwayAt(['w1'])).toBeUndefined()
    })
    it('does not give a person more time who is expected again', async () => {
      await setMinutes(2)
      await presence().expect('w1', 'u1', 100)
      await presence().expect('w1', 'u1', 900)
      await presence().expectAgain('w1', 'u1', 900)
      expect(await presence().nextAwayAt([])).toBe(100 + 2 * minute)
    })
    it('is taken by one process, and by another one when its lease ends', async () => {
      await setMinutes(1)
      await presence().note('w1', 'u1', 0)
      expect(await presence().takeAway(minute - 1, 2 * minute, [])).toBeUndefined()
      expect(await presence().takeAway(minute, 2 * minute, ['w1'])).toBeUndefined()
      const taken = { workspaceId: 'w1', userId: 'u1', awayAt: 2 * minute }
      expect(await presence().takeAway(minute, 2 * minute, [])).toEqual(taken)
      expect(await presence().takeAway(minute, 2 * minute, [])).toBeUndefined()
      expect(await presence().takeAway(2 * minute, 3 * minute, [])).toMatchObject({ awayAt: 3 * minute })
      expect(await presence().endAway(taken, 0)).toBeUndefined()
      expect(await presence().nextAwayAt([])).toBe(3 * minute)
      await presence().endAway({ ...taken, awayAt: 3 * minute }, 0)
      expect(await presence().nextAwayAt([])).toBeUndefined()
    })
    it('expects a person again who has got another conversation while they were taken, and all after a change', async () => {
      await setMinutes(1)
      const session = await begin()
      await hold(session, {}, { assigneeId: 'u1' })
      await presence().note('w1', 'u1', 0)
      const taken = await presence().takeAway(minute, 2 * minute, [])
      expect(await presence().endAway(taken!, 5 * minute)).toBe(6 * minute)
      await setMinutes(3)
      expect(await presence().expectAll('w1', minute)).toBe(4 * minute)
      expect(await presence().nextAwayAt([])).toBe(4 * minute)
      await setMinutes(null)
      expect(await presence().expectAll('w1', minute)).toBeUndefined()
      expect(await presence().nextAwayAt([])).toBeUndefined()
    })
    it('expects those whose conversation is no longer snoozed', async () => {
      await setMinutes(1)
      const session = await begin()
      await hold(session, {}, { assigneeId: 'u1' })
      await presence().note('w1', 'u1', 0)
      await use().conversations.update('w1', 's1', { state: 'snoozed', snoozedUntil: 300 })
      const taken = await presence().takeAway(minute, 2 * minute, [])
      expect(await presence().endAway(taken!, minute)).toBeUndefined()
      expect(await use().conversations.wake(3 * minute, 10)).toBe(1)
      expect(await presence().nextAwayAt([])).toBe(4 * minute)
    })
    it('knows whether somebody who may answer was seen', async () => {
      await presence().note('w1', 'u1', 500)
      expect(await presence().isAnyoneThere('w1', 499)).toBe(true)
      expect(await presence().isAnyoneThere('w1', 500)).toBe(false)
      expect(await presence().isAnyoneThere('w2', 0)).toBe(false)
      await use().workspaces.setRole('w1', 'u1', 'GUEST')
      expect(await presence().isAnyoneThere('w1', 499)).toBe(false)
    })
  })

  describe('conversations', () => {
    it('are taken over unless a turn came first, and then no turn of before is committed', async () => {
      const session = await begin()
      expect(await hold({ ...session, version: 2 })).toBe(false)
      expect(await hold({ ...session, workspaceId: 'w2' })).toBe(false)
      expect(await numbers()).toEqual([])
      expect(await hold(session)).toBe(true)
      const row = { ...session, held, updatedAt: session.updatedAt + 1 }
      expect(await use().sessions.get('s1')).toEqual(row)
      expect((await use().sessions.open('s1'))?.row).toEqual(row)
      expect(await hold(session)).toBe(false)
      expect(await use().sessions.commit(commit(2))).toBe('stale')
      expect(await numbers()).toEqual([[1, 'event']])
    })
    it('are given back by a turn that is committed with them', async () => {
      const session = await begin()
      await hold(session)
      const turn = { ...commit(2), updatedBefore: session.updatedAt + 1 }
      expect(await use().sessions.commit({ ...turn, session: { ...turn.session, held } })).toBe('committed')
      expect(await use().sessions.get('s1')).toMatchObject({ held, version: 2 })
      expect(await use().sessions.commit(commit(3))).toBe('committed')
      expect(await use().sessions.get('s1')).toMatchObject({ held: null, version: 3 })
    })
    it('number what is said in order, once for each key, and only while somebody other than the bot speaks', async () => {
      const session = await begin()
      expect(await add(said('k1'))).toBeUndefined()
      expect(await add(said(null, { kind: 'note', authorId: 'u1' }))).toMatchObject({ isNew: true })
      await hold(session)
      const stored = { ...said('k1'), number: 3, afterTurn: 1 }
      expect(await add(said('k1'))).toEqual({ message: stored, isNew: true })
      expect(await add(said('k1', { content: '"other"' }))).toEqual({ message: stored, isNew: false })
      expect(await add(said('k2', { workspaceId: 'w2' }))).toBeUndefined()
      expect(await add(said('k2'), { max: 3, expiresAt: 0 })).toBe('full')
      expect(await add(said('k2', { kind: 'person', authorId: 'u1', authorName: 'Ana' }))).toMatchObject({
        message: { number: 4 },
      })
      expect(await use().conversations.byKey('s1', 'k1')).toEqual(stored)
      expect(await use().conversations.byKey('s1', 'k9')).toBeUndefined()
      expect(await numbers()).toEqual([
        [1, 'note'],
        [2, 'event'],
        [3, 'visitor'],
        [4, 'person'],
      ])
      expect(await use().conversations.list('s1', { after: 2, limit: 1 })).toEqual([stored])
      const latest = await use().conversations.latest('s1', 2)
      expect(latest.map(({ number }) => number)).toEqual([3, 4])
    })
    it('let a person speak only as their holder', async () => {
      await hold(await begin())
      expect(await add(said('k1', { kind: 'person', authorId: 'u2' }))).toBeUndefined()
      expect(await add(said('k1', { kind: 'person', authorId: 'u1' }))).toMatchObject({ isNew: true })
    })
    it('send a message of a person by a messaging app with it, once', async () => {
      await hold(await begin())
      const { messaging } = use()
      const key = { workspaceId: 'w1', credentialsId: 'c1', sender: '4917' }
      await messaging.receive([inboxMessage('m1')], true)
      const message = said('k1', { kind: 'person', authorId: 'u1' })
      for (const id of ['m2', 'm3'])
        await add(message, { ...room, outgoing: inboxMessage(id, { sentAt: 999, receivedAt: 999 }) })
      expect((await messaging.waiting(key, 9)).map(({ id }) => id)).toEqual(['m1', 'm2'])
    })
    it('are found by words of messages and of answers, by contacts, and by both at once', async () => {
      const { contacts, conversations } = use()
      const at = { createdAt: 1, updatedAt: 1, firstSeenAt: 1, lastSeenAt: 1 }
      const none = { language: null, timeZone: null, isBlocked: false, tags: [], attributes: {}, notes: '' }
      const ada = { id: 'c1', workspaceId: 'w1', name: null, ...none, ...at }
      await contacts.create(
        { ...ada, identifiers: [{ kind: 'email', value: 'ada@example.com', channel: '' }] },
        { contacts: 9, bytes: 10_000 },
      )
      for (const [sessionId, contactId] of [
        ['s1', 'c1'],
        ['s2', null],
      ] as const) {
        const turn = commit(1, { sessionId })
        await use().sessions.commit({ ...turn, session: { ...turn.session, contactId } })
        await conversations.hold(
          turn.session,
          { ...turn.session, held, updatedAt: turn.session.updatedAt + 1 },
          said(null, { sessionId, kind: 'event' }),
          { botId: 'b1', channel: 'web', state: 'open', text: `Order ${sessionId}` },
        )
        await add(said(null, { sessionId, content: '{"text":"Wo ist mein Päckchen?"}' }))
      }
      const found = async (text: string, contactIds: string[] = [], botIds?: string[]) =>
        (await conversations.search('w1', { text, contactIds, botIds }, 9)).map(({ sessionId }) => sessionId)
      const note = said(null, { sessionId: 's2', kind: 'note', content: '{"text":"Look at this"}' })
      await conversations.add(note, { max: 99, expiresAt: 0, mentions: ['u1'] })
      const mentioned = async (userId: string, only = {}) =>
        (await conversations.search('w1', { text: '', contactIds: [], mentioned: userId, ...only }, 9)).map(
          (one) => one.sessionId,
        )
      expect(await mentioned('u1')).toEqual(['s2'])
      expect(await mentioned('u2')).toEqual([])
      expect(await mentioned('u1', { channel: 'web' })).toEqual(['s2'])
      expect(await mentioned('u1', { channel: 'telegram' })).toEqual([])
      expect(await mentioned('u1', { teamId: 't1' })).toEqual([])
      expect(await found('@u1')).toEqual([])
      expect(await found('mein packchen')).toEqual(['s2', 's1'])
      expect(await found('order s1')).toEqual(['s1'])
      expect(await found('order packchen nothing')).toEqual([])
      expect(await found('nothing', ['c1'])).toEqual(['s1'])
      expect(await found('s2', ['c1'])).toEqual(['s2', 's1'])
      expect(await found('order', ['c1'], ['b9'])).toEqual([])
      const [visitor] = (await conversations.listInbox('w1', { state: 'open' }, { limit: 9 })).flatMap(
        (one) => one.visitor ?? [],
      )
      expect(visitor).toEqual({ contactId: 'c1', name: 'ada@example.com' })
    })
    it('have saved replies, each once for its shortcut', async () => {
      const { conversations } = use()
      const reply = { workspaceId: 'w1', shortcut: 'hours', text: 'At eight', updatedAt: 1 }
      for (const one of [reply, { ...reply, text: 'At nine' }, { ...reply, shortcut: 'a', text: 'A' }])
        await conversations.saveReply(one)
      expect((await conversations.listReplies('w1')).map(({ text }) => text)).toEqual(['A', 'At nine'])
      expect(await conversations.listReplies('w2')).toEqual([])
      expect(await conversations.deleteReply('w2', 'a')).toBe(false)
      expect(await conversations.deleteReply('w1', 'a')).toBe(true)
    })
    it('are listed by their place in the inbox, newest first or by how long visitors wait', async () => {
      const { conversations, sessions } = use()
      const ids = (filter: Partial<ConversationFilter>, page: object = {}) =>
        conversations
          .listInbox('w1', { state: 'open', ...filter }, { limit: 9, ...page })
          .then((rows) => rows.map(({ sessionId }) => sessionId))
      for (const id of ['s1', 's2', 's3']) {
        const begun = commit(1, { sessionId: id, resultId: `r-${id}` })
        await sessions.commit(begun)
        const at = Number(id.slice(1)) * 100
        await conversations.hold(
          begun.session,
          { ...begun.session, held, updatedAt: 102 },
          said(null, { kind: 'event', sessionId: id, createdAt: at }),
          { botId: 'b1', channel: 'web', state: 'open', assigneeId: id === 's2' ? 'u1' : null },
        )
      }
      expect(await ids({})).toEqual(['s3', 's2', 's1'])
      expect(await ids({}, { before: { at: 300, sessionId: 's3' }, limit: 1 })).toEqual(['s2'])
      expect(await ids({ assigneeId: 'u1' })).toEqual(['s2'])
      expect(await ids({ assigneeId: null })).toEqual(['s3', 's1'])
      expect(await ids({ botIds: ['b9'] })).toEqual([])
      expect(await ids({ channel: 'web', botIds: ['b9', 'b1'] })).toEqual(['s3', 's2', 's1'])
      expect(await ids({ waitingBefore: 400 })).toEqual(['s1', 's3'])
      expect(await ids({ waitingBefore: 400 }, { before: { at: 100, sessionId: 's1' } })).toEqual(['s3'])
      expect(await conversations.listInbox('w2', { state: 'open' }, { limit: 9 })).toEqual([])
      const spoken = { kind: 'person', authorId: 'u1', content: '{"text":"Hi"}', createdAt: 500 } as const
      await add(said('k1', spoken))
      expect(await ids({ isAnswered: true })).toEqual(['s1', 's2'])
      expect(await conversations.get('w1', 's1')).toMatchObject({ lastText: 'Hi', lastAt: 500, firstResponseAt: 500 })
      expect(await conversations.get('w2', 's1')).toBeUndefined()
    })
    it('run with a bot until somebody else speaks, they end or nothing was said for a while', async () => {
      const { conversations, releases, sessions } = use()
      await releases.publish(release, 'public')
      const span = { since: 500, expiresAfter: 1_100, limit: 9 }
      const live = async (botIds: string[], change = {}) =>
        (await conversations.listLive('w1', botIds, { ...span, ...change })).map(({ sessionId }) => sessionId)
      const changes: Partial<SessionRow>[] = [
        {},
        { updatedAt: 800, contactId: 'c1' },
        { held },
        { endedAt: 600 },
        { releaseId: null },
        { updatedAt: 500 },
        { expiresAt: 1_100 },
      ]
      for (const [index, change] of changes.entries()) {
        const begun = commit(1, { sessionId: `s${index + 1}`, resultId: `r${index}` })
        const running = { releaseId: release.id, expiresAt: 2_000, updatedAt: 700 }
        await sessions.commit({ ...begun, session: { ...begun.session, ...running, ...change } })
      }
      expect(await live(['b1'])).toEqual(['s2', 's1'])
      expect(await live(['b9', 'b1'], { limit: 1 })).toEqual(['s2'])
      expect(await live(['b9'])).toEqual([])
      expect(await live([])).toEqual([])
      expect(await conversations.listLive('w2', ['b1'], span)).toEqual([])
      expect((await conversations.listLive('w1', ['b1'], span))[1]).toMatchObject({
        workspaceId: 'w1',
        botId: 'b1',
        updatedAt: 700,
        answer: '{"é":1}',
        visitor: null,
      })
    })
    it('are snoozed until a time or a reply, and opened again by a reply', async () => {
      const { conversations } = use()
      await hold(await begin())
      const state = async () => (await conversations.get('w1', 's1'))?.state
      const event = said(null, { kind: 'event' })
      const snooze = () => conversations.update('w1', 's1', { state: 'snoozed', snoozedUntil: 400 }, { event })
      expect(await snooze()).toMatchObject({ state: 'snoozed', snoozedUntil: 400 })
      expect(await conversations.update('w2', 's1', { state: 'open' })).toBeUndefined()
      expect([await conversations.wake(399, 9), await state()]).toEqual([0, 'snoozed'])
      expect([await conversations.wake(400, 9), await state()]).toEqual([1, 'open'])
      for (const change of [snooze, () => conversations.update('w1', 's1', { state: 'resolved', resolvedAt: 500 })]) {
        await change()
        await add(said(null, { content: '{"text":"Wait"}' }))
        expect(await state()).toBe('open')
      }
    })
    it('continue for as long as somebody speaks in them', async () => {
      const session = await begin()
      await hold(session)
      await add(said('k1'), { max: 10, expiresAt: 5_000 })
      await add(said('k2'), { max: 10, expiresAt: 4_000 })
      expect(await use().sessions.get('s1')).toMatchObject({ expiresAt: 5_000, updatedAt: session.updatedAt + 1 })
    })
    it('let nothing of the bot begin to be sent while somebody else speaks', async () => {
      const session = await begin()
      const { messaging } = use()
      const key = { workspaceId: 'w1', credentialsId: 'c1', sender: '4917' }
      await messaging.receive([inboxMessage('m1')], true)
      await messaging.setSession(key, 's1', 700)
      expect(await messaging.isSending('s1', 0)).toBe(false)
      expect(await messaging.beginSending('w1', 'm1', 's1', 160)).toBe(true)
      expect(await messaging.isSending('s1', 100)).toBe(true)
      expect(await messaging.isSending('s1', 160)).toBe(false)
      await messaging.progress('w1', 'm1', { stepsDone: 1 })
      expect(await messaging.isSending('s1', 100)).toBe(false)
      await hold(session)
      expect(await messaging.beginSending('w1', 'm1', 's1', 170)).toBe(false)
      expect(await messaging.beginSending('w1', 'm1', 's9', 170)).toBe(false)
      expect(await messaging.isSending('s1', 100)).toBe(false)
    })
    it('make deliveries of their bot wait', async () => {
      const session = await begin()
      await hold(session)
      const [taken] = await use().deliveries.take(200, 300, 9)
      expect(taken).toMatchObject({ id: 'd1', isHeld: true })
      await hold({ ...session, updatedAt: session.updatedAt + 1 }, { held: null, updatedAt: session.updatedAt + 2 })
      expect(await use().deliveries.take(400, 500, 9)).toMatchObject([{ id: 'd1', isHeld: false }])
    })
    it('keep what was said when they expire, without their owner', async () => {
      await begin()
      await use().sessions.commit(commit(2))
      await hold(commit(2).session)
      await add(said('k1'))
      expect(await use().sessions.removeExpired(2_000, 10)).toBe(1)
      expect(await numbers()).toHaveLength(2)
      expect(await add(said('k2'))).toBeUndefined()
      await use().results.delete('w1', 'b1', ['r1'], 300)
      expect(await numbers()).toEqual([])
    })
    it('are rated once, after a person has resolved them, and their times and ratings are divided', async () => {
      const { conversations, inboxMetrics } = use()
      await hold(await begin(), {}, { assigneeId: 'u1' })
      const rate = (rating: number) => conversations.rate('w1', 's1', { rating, comment: 'Quick', at: 500 })
      expect(await rate(4)).toBeUndefined()
      await add(said('k1', { kind: 'person', authorId: 'u1', createdAt: 200 }))
      await conversations.update('w1', 's1', { state: 'resolved', resolvedAt: 450 })
      expect([await rate(4), await rate(5)]).toEqual(['stored', 'rated'])
      expect(await conversations.get('w1', 's1')).toMatchObject({ rating: 4, ratingComment: 'Quick', ratedAt: 500 })
      const span = { workspaceId: 'w1', from: 100, to: 1_000, now: 1_000, offset: 3_600_000 }
      const divided = async (by: 'assignee' | 'hour', change = {}) =>
        (await inboxMetrics.divide({ ...span, ...change }, by, 9)).map((one) => [one.key, one.metric, one.median])
      expect((await divided('assignee')).sort()).toEqual([
        ['u1', 'conversations', 0],
        ['u1', 'firstResponse', 50],
        ['u1', 'rating', 4],
        ['u1', 'resolution', 300],
      ])
      expect((await divided('hour')).map(([key]) => key)).toEqual(['1', '1', '1', '1'])
      expect(await divided('hour', { to: 150 })).toEqual([])
      const starts = (botIds: string[]) => inboxMetrics.countStarts(span, botIds, 9)
      expect([await starts(['b1']), await starts(['b9'])]).toEqual([1, 0])
    })
  })
}
