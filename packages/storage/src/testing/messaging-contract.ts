import { beforeEach, describe, expect, it } from 'vitest'
import { channelsText } from '../bots/bot-channels.js'
import type { ContactIdentity, InboxMessage } from '../messaging/messaging.js'
import type { Storage } from '../storage.js'
import { removeAll } from './remove-all.js'
import { commit, credentials, inboxMessage, release } from './rows.js'

/** Contract of `MessagingStore` implementations, on a storage that `seed` has filled. */
export function messagingContract(open: () => Storage): void {
  describe('messaging', () => {
    let storage: Storage
    let messaging: Storage['messaging']
    beforeEach(() => {
      storage = open()
      messaging = storage.messaging
    })
    const key = { workspaceId: 'w1', credentialsId: 'c1', sender: '4917' }
    const unnamed = { number: null, userId: null }
    const unrestricted = { optedOutAt: null, cappedUntil: null }
    const receive = (...messages: (readonly [id: string, change?: Partial<InboxMessage>])[]) =>
      messaging.receive(
        messages.map(([id, change]) => inboxMessage(id, change)),
        true,
      )
    const waiting = async () => (await messaging.waiting(key, 100)).map(({ id }) => id)

    it('reads what was received, and who wrote it', async () => {
      expect(await receive(['m1'])).toEqual(['m1'])
      expect(await messaging.waiting(key, 10)).toEqual([inboxMessage('m1')])
      expect(await messaging.find(key)).toEqual({
        ...key,
        ...unnamed,
        sessionId: null,
        sessionEndsAt: null,
        lastMessageAt: 110,
        ...unrestricted,
      })
      expect(await messaging.find({ ...key, sender: 'nobody' })).toBeUndefined()
      expect(await messaging.connection('w1', 'c1')).toEqual({ lastMessageAt: 110, waiting: 1 })
      expect(await messaging.connection('w2', 'c1')).toEqual({ lastMessageAt: null, waiting: 0 })
    })
    it('finds a contact by the number and the id that they have now, and lets somebody else start again', async () => {
      await receive(['m1'])
      await messaging.setSession(key, 's1', 700)
      await messaging.identify({ key, identity: { number: '4918', userId: 'DE.1' }, isKnown: true })
      const ofChat = { sessionId: 's1', sessionEndsAt: 700, lastMessageAt: 110 }
      const named = { ...key, number: '4918', userId: 'DE.1', ...ofChat, ...unrestricted }
      const find = (identity: ContactIdentity, workspaceId = 'w1') =>
        messaging.findByIdentity({ workspaceId, credentialsId: 'c1' }, identity)
      for (const identity of [{ userId: 'DE.1', number: '1' }, { number: '4918' }, { number: '4917' }])
        expect(await find(identity)).toEqual(named)
      expect(await find({ userId: 'DE.2' })).toBeUndefined()
      expect(await find({ userId: 'DE.1' }, 'w2')).toBeUndefined()
      await messaging.identify({ key, identity: { number: '4917' }, isKnown: true })
      expect(await find({ userId: 'DE.1' })).toMatchObject({ number: null, userId: 'DE.1' })
      await messaging.startAnew(key)
      expect(await find({ number: '4917' })).toMatchObject({ ...unnamed, sessionId: null, sessionEndsAt: null })
    })
    it('stores that a contact wants no messages or gets no more of them, and forgets it for somebody else', async () => {
      await receive(['m1'])
      await messaging.restrict(key, { optedOutAt: 200 })
      await messaging.restrict(key, { cappedUntil: 300 })
      await messaging.restrict(key, { optedOutAt: 100 })
      expect(await messaging.find(key)).toMatchObject({ optedOutAt: 200, cappedUntil: 300 })
      await messaging.startAnew(key)
      expect(await messaging.find(key)).toMatchObject(unrestricted)
    })
    it('keeps the latest state of what was sent, and the worst one of all messages of a key', async () => {
      await receive(['m1'])
      await storage.sessions.commit(commit(1, { sessionId: 's1', resultId: 'r1' }))
      const of = { workspaceId: 'w1', credentialsId: 'c1' }
      const session = { id: 's1', workspaceId: 'w1' }
      const send = (providerId: string, sessionId = 's1', sentKey = 'k') =>
        messaging.progress('w1', 'm1', { stepsDone: 1 }, { sessionId, providerId, key: sentKey, at: 100 })
      const report = (providerId: string, state: 'delivered' | 'read' | 'failed') =>
        messaging.reportDeliveries(of, [{ providerId, state, at: 200 }])
      const state = async () => (await messaging.listDeliveries(session, ['k', 'none'])).get('k')
      for (const id of ['a', 'b', 'a']) await send(id)
      await send('c', 'nobody')
      expect(await state()).toBe('sent')
      await report('a', 'read')
      expect(await state()).toBe('sent')
      await report('b', 'delivered')
      await report('a', 'delivered')
      expect(await state()).toBe('delivered')
      await report('b', 'read')
      expect(await state()).toBe('read')
      expect([...(await messaging.listDeliveries(session, ['k', 'none'])).keys()]).toEqual(['k'])
      expect((await messaging.listDeliveries({ ...session, workspaceId: 'w2' }, ['k'])).size).toBe(0)
      await messaging.reportDeliveries({ ...of, workspaceId: 'w2' }, [{ providerId: 'a', state: 'failed', at: 300 }])
      expect(await state()).toBe('read')
      await report('b', 'failed')
      await report('b', 'read')
      expect(await state()).toBe('failed')
    })
    it('counts calls for fields that nobody acts on, of a limited number of fields', async () => {
      const of = { workspaceId: 'w1', credentialsId: 'c1' }
      await messaging.countFields(of, ['standby', 'calls', 'standby'], 2, 100)
      await messaging.countFields(of, ['calls', 'more'], 2, 200)
      expect(await messaging.fields('w1', 'c1')).toEqual([
        { field: 'calls', count: 2, lastAt: 200 },
        { field: 'standby', count: 2, lastAt: 100 },
      ])
      expect(await messaging.fields('w2', 'c1')).toEqual([])
    })
    it('confirms phones of a person by a code in time, and keeps the newest ones', async () => {
      const phones = storage.previewPhones
      const ask = (phone: string, now: number) =>
        phones.ask({ userId: 'u1', phone, codeHash: `hash-${phone}`, expiresAt: now + 10 }, 2, now)
      await ask('1', 100)
      expect(await phones.confirm('1', 'hash-2', 105)).toBe(false)
      expect(await phones.confirm('1', 'hash-1', 110)).toBe(false)
      expect(await phones.isConfirmed('u1', '1')).toBe(false)
      expect(await phones.confirm('1', 'hash-1', 109)).toBe(true)
      expect([await phones.isConfirmed('u1', '1'), await phones.isConfirmed('u2', '1')]).toEqual([true, false])
      await ask('1', 200)
      expect(await phones.isConfirmed('u1', '1')).toBe(true)
      await ask('2', 300)
      await ask('3', 400)
      expect(await phones.isConfirmed('u1', '1')).toBe(false)
    })
    it('counts the previews of a workspace by day', async () => {
      const take = (day: number, workspaceId = 'w1') => storage.previewPhones.take(workspaceId, day, 2)
      expect([await take(1), await take(1), await take(1), await take(1, 'w2'), await take(2)]).toEqual([
        true,
        true,
        false,
        true,
        true,
      ])
    })
    it('takes the same message of a provider once, at once or much later, beside others', async () => {
      const again = { providerId: 'same' }
      const both = await Promise.all([receive(['m1', again]), receive(['m2', again])])
      expect(both.flat()).toHaveLength(1)
      await messaging.settle('w1', both.flat(), 'answered', 200)
      expect(await receive(['m3', again], ['m4'])).toEqual(['m4'])
      expect(await receive(['m5', { ...again, credentialsId: 'c2' }])).toEqual(['m5'])
      expect(await waiting()).toEqual(['m4'])
    })
    it('lists what waits in the order in which it was sent', async () => {
      await receive(
        ['late', { sentAt: 300 }],
        ['b', { position: 1 }],
        ['a'],
        ['early', { sentAt: 50, receivedAt: 500 }],
      )
      expect(await waiting()).toEqual(['early', 'a', 'b', 'late'])
      expect((await messaging.waiting(key, 2)).map(({ id }) => id)).toEqual(['early', 'a'])
    })
    it('lists due contacts: not leased ones, those that wait for later, or those whose messages are done', async () => {
      const from = (sender: string, dueAt: number | null) => [sender, { sender, dueAt }] as const
      await receive(from('later', 900), from('held', null), from('second', 120), from('first', 110), from('done', 110))
      await receive(['first again', { sender: 'first', dueAt: 500 }])
      await messaging.settle('w1', ['done'], 'answered', 200)
      const due = async (now: number) => (await messaging.due(now, 10)).map(({ sender }) => sender)
      expect(await due(100)).toEqual([])
      expect(await due(500)).toEqual(['first', 'second'])
      expect(await messaging.due(500, 1)).toEqual([{ ...key, sender: 'first' }])
      await messaging.lease({ ...key, sender: 'first' }, 'me', 500, 600)
      expect(await due(599)).toEqual(['second'])
      expect(await due(600)).toEqual(['first', 'second'])
    })
    it('lists due contacts of all workspaces by turns, however many one of them has', async () => {
      const from = (workspaceId: string, sender: string, dueAt: number) =>
        [sender, { workspaceId, sender, dueAt }] as const
      await receive(from('w1', 'a', 110), from('w1', 'b', 120), from('w1', 'c', 130), from('w2', 'other', 140))
      expect((await messaging.due(500, 2)).map(({ sender }) => sender)).toEqual(['a', 'other'])
      expect((await messaging.due(500, 4)).map(({ sender }) => sender)).toEqual(['a', 'other', 'b', 'c'])
    })
    it('postpones what is due earlier, and leaves what is held', async () => {
      await receive(['m1'], ['hook', { blockId: 'b', dueAt: null }], ['later', { dueAt: 900 }])
      await messaging.postpone(key, 500)
      const rows = await messaging.waiting(key, 10)
      expect(Object.fromEntries(rows.map(({ id, dueAt }) => [id, dueAt]))).toEqual({ m1: 500, hook: null, later: 900 })
    })
    it('leases a contact to one process, until it releases it or the lease expires', async () => {
      await receive(['m1'])
      const both = await Promise.all(['one', 'other'].map((owner) => messaging.lease(key, owner, 100, 200)))
      expect(both.filter(Boolean)).toEqual([await messaging.find(key)])
      const [owner, loser] = both[0] ? ['one', 'other'] : ['other', 'one']
      await messaging.release(key, loser as string)
      await messaging.extendLeases(loser as string, 1)
      await messaging.extendLeases(owner as string, 300)
      expect(await messaging.lease(key, loser as string, 299, 400)).toBeUndefined()
      expect(await messaging.lease(key, loser as string, 300, 400)).toBeDefined()
      await messaging.release(key, loser as string)
      expect(await messaging.lease(key, 'one', 301, 400)).toBeDefined()
      await messaging.freeAll()
      expect(await messaging.lease(key, 'other', 301, 400)).toBeDefined()
      expect(await messaging.lease({ ...key, sender: 'nobody' }, 'one', 1, 2)).toBeUndefined()
    })
    it('joins messages to one reply, remembers how far it is, and forgets what was said once it is handled', async () => {
      await receive(['m1'], ['m2', { position: 1 }], ['m3', { position: 2 }])
      await messaging.join('w1', ['m1', 'm2'])
      await messaging.progress('w1', 'm1', { sessionId: 's1', stepsDone: 3 })
      await messaging.progress('w1', 'm1', { dueAt: 400, attempts: 2 })
      expect(await messaging.waiting(key, 10)).toMatchObject([
        { id: 'm1', replyId: 'm1', sessionId: 's1', stepsDone: 3, attempts: 2, dueAt: 400 },
        { id: 'm2', replyId: 'm1', sessionId: null, stepsDone: 0 },
        { id: 'm3', replyId: null },
      ])
      await messaging.settle('w2', ['m3'], 'answered', 500)
      await messaging.settle('w1', ['m1', 'm2'], 'answered', 500)
      expect(await waiting()).toEqual(['m3'])
    })
    it('finds a contact by the chat that continues; only their own messages count', async () => {
      await receive(['m1'])
      await messaging.setSession(key, 's1', 700)
      await messaging.receive([inboxMessage('hook', { blockId: 'b', receivedAt: 400 })], false)
      const ofChat = { sessionId: 's1', sessionEndsAt: 700, lastMessageAt: 110 }
      const found = { ...key, ...unnamed, ...ofChat, ...unrestricted }
      expect(await messaging.ofSession('s1')).toEqual(found)
      await messaging.setSession(key, null, null)
      expect(await messaging.ofSession('s1')).toBeUndefined()
    })
    it('gives a sender who belongs to one workspace at a time to another one, for a new chat', async () => {
      await receive(['m1'])
      await messaging.setSession(key, 's1', 700)
      const other = { ...key, workspaceId: 'w2' }
      for (const id of ['m2', 'm3']) {
        await messaging.takeOver(inboxMessage(id, other))
        expect(await messaging.ownerOf('c1', '4917')).toMatchObject({ ...other, sessionId: null, lastMessageAt: 110 })
        expect(await messaging.waiting(other, 10)).toEqual([inboxMessage(id, other)])
        await messaging.setSession(other, 's2', 700)
      }
      expect(await messaging.find(key)).toBeUndefined()
      expect(await waiting()).toEqual([])
    })
    it('deletes old messages, and contacts without recent messages or a chat', async () => {
      await storage.sessions.commit(commit(1))
      const of = (sender: string) => ({ ...key, sender })
      await receive(['old'], ['chat', { sender: 'chat' }], ['new', { sender: 'new', receivedAt: 900 }])
      await receive(['open', { sender: 'open' }], ['held', { sender: 'held', dueAt: null }])
      await messaging.setSession(of('chat'), 's1', 100)
      await messaging.settle('w1', ['old', 'chat'], 'answered', 500)
      expect(await messaging.removeOld(500, 100)).toBe(1)
      expect(await receive(['again', { providerId: 'provider-old' }])).toEqual([])
      expect(await messaging.removeOld(501, 1)).toBe(1)
      while ((await messaging.removeOld(501, 1)) > 0);
      expect(await messaging.find(key)).toBeUndefined()
      expect(await messaging.find(of('held'))).toBeUndefined()
      for (const sender of ['chat', 'new', 'open']) expect(await messaging.find(of(sender))).toBeDefined()
      expect(await receive(['again', { providerId: 'provider-old' }])).toEqual(['again'])
    })
    it('forgets a sender who is erased by number, in one workspace', async () => {
      await receive(['m1'], ['m2', { workspaceId: 'w2' }], ['m3', { sender: 'other' }])
      await storage.results.erase('w1', '+49 (1) 7')
      expect(await waiting()).toEqual([])
      expect(await messaging.find(key)).toBeUndefined()
      for (const kept of [{ workspaceId: 'w2' }, { sender: 'other' }])
        expect(await messaging.waiting({ ...key, ...kept }, 10)).toHaveLength(1)
    })
    it('takes a verify token once, in time, and for its own credentials', async () => {
      const token = { hash: 'hash-1', workspaceId: 'w1', credentialsId: 'c1' }
      await messaging.addVerifyToken({ ...token, expiresAt: 100 })
      expect(await messaging.useVerifyToken({ ...token, credentialsId: 'c2' }, 50)).toBe(false)
      expect(await messaging.useVerifyToken({ ...token, workspaceId: 'w2' }, 50)).toBe(false)
      expect(await messaging.useVerifyToken({ ...token, hash: 'hash-2' }, 50)).toBe(false)
      expect(await messaging.useVerifyToken(token, 100)).toBe(false)
      expect(await messaging.useVerifyToken(token, 99)).toBe(true)
      expect(await messaging.useVerifyToken(token, 99)).toBe(false)
    })
    it('leaves nothing of credentials or of a workspace that is deleted', async () => {
      await storage.credentials.create(credentials('c1', { type: 'messaging' }))
      await receive(['m1'], ['m2', { credentialsId: 'c2' }])
      await storage.credentials.delete('w1', 'c1')
      await removeAll(storage)
      expect(await waiting()).toEqual([])
      expect(await messaging.find(key)).toBeUndefined()
      expect(await messaging.find({ ...key, credentialsId: 'c2' })).toBeDefined()
      await storage.workspaces.delete('w1')
      await removeAll(storage)
      expect(await messaging.find({ ...key, credentialsId: 'c2' })).toBeUndefined()
    })
    it('lists the bots that a message may begin a chat with: published, open and in use, the oldest first', async () => {
      const of = async () => (await storage.bots.listOfAccount('w1', 'c1')).map(({ id }) => id)
      const change = (difference: object) => storage.bots.update('w1', 'b1', difference, 20)
      await change({ channels: channelsText([{ credentialsId: 'c0' }, { credentialsId: 'c1' }]) })
      expect(await of()).toEqual([])
      await storage.releases.publish(release, 'public')
      expect(await storage.bots.listOfAccount('w1', 'c1')).toMatchObject([{ id: 'b1', isSuspended: false }])
      expect(await storage.bots.listOfAccount('w2', 'c1')).toEqual([])
      await storage.workspaces.update('w1', { isSuspended: true }, 30)
      expect(await storage.bots.listOfAccount('w1', 'c1')).toMatchObject([{ isSuspended: true }])
      for (const closed of [{ isClosed: true }, { isClosed: false, archivedAt: 5 }]) {
        await change(closed)
        expect(await of()).toEqual([])
      }
    })
  })
}
