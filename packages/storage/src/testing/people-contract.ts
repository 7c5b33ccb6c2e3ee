import { describe, expect, it } from 'vitest'
import type { AccountLink } from '../people/account-links.js'
import type { Invitation } from '../people/people.js'
import type { SignIn } from '../people/sign-ins.js'
import type { Storage } from '../storage.js'
import { token, user } from './rows.js'

/** Contract of `Storage` implementations: people, on a storage that `seed` has filled. */
export function peopleContract(use: () => Storage): void {
  const newUser = { ...user, id: 'u3', email: 'u3@example.com', isAdmin: false }
  const signIn = (id: string, change: Partial<SignIn> = {}): SignIn => ({
    id,
    userId: 'u1',
    hash: `hash-${id}`,
    tokenId: null,
    userAgent: 'Test',
    address: '::1',
    createdAt: 10,
    lastUsedAt: 10,
    expiresAt: 100,
    ...change,
  })
  const invitation = (id: string, change: Partial<Invitation> = {}): Invitation => ({
    id,
    workspaceId: 'w1',
    botId: null,
    email: 'u3@example.com',
    type: 'MEMBER',
    inboxBots: '["b1"]',
    hash: `hash-${id}`,
    provesEmail: false,
    authorId: 'u1',
    createdAt: 10,
    updatedAt: 10,
    expiresAt: 100,
    ...change,
  })
  const seats = 10
  const invite = (id: string, change: Partial<Invitation> = {}) =>
    use().invitations.create(invitation(id, change), seats)
  const own = { address: 'u1@example.com', isVerified: false }

  describe('users', () => {
    it('have different email addresses', async () => {
      expect(await use().users.findByEmail('u1@example.com')).toEqual(user)
      expect(await use().users.create({ ...user, id: 'u3' })).toBe('taken')
      expect(await use().users.create({ ...user, id: 'u3', email: null })).toBe('created')
      expect(await use().users.create({ ...user, id: 'u4', email: null })).toBe('created')
      expect(await use().users.update('none', { name: 'x' }, 50)).toBeUndefined()
      const changed = { ...user, name: 'New', updatedAt: 50 }
      expect(await use().users.update('u1', { name: 'New', image: null }, 50)).toEqual(changed)
    })
    it('keep the time at which their address was first verified', async () => {
      expect(await use().users.verifyEmail('u1@example.com', 50)).toBe(true)
      expect(await use().users.verifyEmail('u1@example.com', 60)).toBe(true)
      expect(await use().users.verifyEmail('nobody@example.com', 60)).toBe(false)
      expect((await use().users.get('u1'))?.emailVerifiedAt).toBe(50)
      expect((await use().users.get('u2'))?.emailVerifiedAt).toBeNull()
    })
  })

  describe('login sessions', () => {
    it('are found by hash, listed used last first, and end for their user only', async () => {
      await use().signIns.create(signIn('s1'))
      await use().signIns.create(signIn('s2', { lastUsedAt: 20 }))
      expect(await use().signIns.findByHash('hash-s1')).toEqual(signIn('s1'))
      await use().signIns.touch('s1', 30)
      expect((await use().signIns.list('u1')).map(({ id }) => id)).toEqual(['s1', 's2'])
      expect(await use().signIns.delete('u2', 's1')).toBe(false)
      expect(await use().signIns.delete('u1', 's1')).toBe(true)
      expect(await use().signIns.findByHash('hash-s1')).toBeUndefined()
    })
    it('go with the token that they were made with, and when they have expired', async () => {
      await use().tokens.create(token('t1', 1))
      await use().signIns.create(signIn('s1', { tokenId: 't1' }))
      await use().tokens.delete('u1', 't1')
      expect(await use().signIns.list('u1')).toEqual([])
      await use().signIns.create(signIn('s2'))
      await use().signIns.create(signIn('s3', { createdAt: 100, expiresAt: 200 }))
      expect((await use().signIns.list('u1')).map(({ id }) => id)).toEqual(['s3'])
    })
    it('all but one end with a new password', async () => {
      await use().signIns.create(signIn('s1'))
      await use().signIns.create(signIn('s2'))
      await use().signIns.create(signIn('s3', { userId: 'u2' }))
      await use().passwords.set('u1', 'first', 10, 's2', own)
      expect((await use().signIns.list('u1')).map(({ id }) => id)).toEqual(['s2'])
      await use().passwords.set('u1', 'second', 20, null, own)
      expect(await use().signIns.list('u1')).toEqual([])
      expect(await use().signIns.list('u2')).toHaveLength(1)
      expect(await use().passwords.get('u1')).toBe('second')
      expect(await use().passwords.get('u2')).toBeUndefined()
    })
  })

  describe('one-time account links', () => {
    const link = (id: string, change: Partial<AccountLink> = {}): AccountLink => ({
      id,
      userId: 'u1',
      kind: 'password',
      email: null,
      hash: `hash-${id}`,
      createdAt: 10,
      expiresAt: 100,
      ...change,
    })
    it('have a limit for each kind, until they expire', async () => {
      expect(await use().accountLinks.create(link('l1'), 2)).toBe('created')
      expect(await use().accountLinks.create(link('l2', { kind: 'email', email: 'x@example.com' }), 2)).toBe('created')
      expect(await use().accountLinks.create(link('l3'), 2)).toBe('created')
      expect(await use().accountLinks.create(link('l4'), 2)).toBe('enough')
      expect(await use().accountLinks.create(link('l5', { userId: 'u2' }), 2)).toBe('created')
      expect(await use().accountLinks.findByHash('hash-l3')).toEqual(link('l3'))
      expect(await use().accountLinks.create(link('l6', { createdAt: 100, expiresAt: 200 }), 2)).toBe('created')
      expect(await use().accountLinks.findByHash('hash-l3')).toBeUndefined()
    })
    it('set a password once, end every login session, and expire with any new password', async () => {
      await use().signIns.create(signIn('s1'))
      await use().accountLinks.create(link('l1'))
      await use().accountLinks.create(link('l2'))
      expect(await use().accountLinks.setPassword('l1', 'first', signIn('s2'), 20)).toBe('set')
      expect(await use().passwords.get('u1')).toBe('first')
      expect((await use().signIns.list('u1')).map(({ id }) => id)).toEqual(['s2'])
      for (const id of ['l1', 'l2'])
        expect(await use().accountLinks.setPassword(id, 'second', signIn('s3'), 20)).toBe('missing')
      await use().accountLinks.create(link('l3'))
      await use().passwords.set('u1', 'third', 30, 's2', own)
      expect(await use().accountLinks.findByHash('hash-l3')).toBeUndefined()
    })
    it('change an email address that nobody else has, and are good for their kind only', async () => {
      await use().accountLinks.create(link('l1', { kind: 'email', email: 'u2@example.com' }))
      await use().accountLinks.create(link('l2', { kind: 'email', email: 'new@example.com' }))
      await use().accountLinks.create(link('l3'))
      expect(await use().accountLinks.confirmEmail('l1', 20)).toBe('taken')
      expect(await use().accountLinks.confirmEmail('l3', 20)).toBe('missing')
      expect(await use().accountLinks.setPassword('l2', 'first', signIn('s1'), 20)).toBe('missing')
      expect(await use().accountLinks.confirmEmail('l2', 20)).toBe('changed')
      expect((await use().users.get('u1'))?.email).toBe('new@example.com')
      for (const id of ['l1', 'l2', 'l3']) expect(await use().accountLinks.findByHash(`hash-${id}`)).toBeUndefined()
      expect(await use().accountLinks.changeEmail('u1', 'u2@example.com', false, 30)).toBe('taken')
      expect(await use().accountLinks.changeEmail('u1', 'u1@example.com', false, 30)).toBe('changed')
    })
    it('verify an address, which a change without proof makes unverified and the same address does not', async () => {
      const verifiedAt = async () => (await use().users.get('u1'))?.emailVerifiedAt
      await use().accountLinks.create(link('l1', { kind: 'email', email: 'new@example.com' }))
      await use().accountLinks.confirmEmail('l1', 20)
      expect(await verifiedAt()).toBe(20)
      await use().accountLinks.changeEmail('u1', 'new@example.com', false, 30)
      expect(await verifiedAt()).toBe(20)
      await use().accountLinks.changeEmail('u1', 'other@example.com', false, 40)
      expect(await verifiedAt()).toBeNull()
      await use().accountLinks.changeEmail('u1', 'third@example.com', true, 50)
      expect(await verifiedAt()).toBe(50)
    })
    it('that set a password leave an unverified account neither API tokens nor other links, and a verified one its tokens', async () => {
      for (const [id, isVerified] of [
        ['u1', true],
        ['u2', false],
      ] as const) {
        await use().tokens.create({ ...token(`t-${id}`, 1), ownerId: id })
        if (isVerified) await use().users.verifyEmail(`${id}@example.com`, 10)
        await use().accountLinks.create(link(`l-${id}`, { userId: id }))
        await use().accountLinks.create(link(`e-${id}`, { userId: id, kind: 'email', email: 'x@example.com' }))
        await use().accountLinks.setPassword(`l-${id}`, 'new', signIn(`s-${id}`, { userId: id }), 20)
        expect(await use().tokens.list(id)).toHaveLength(isVerified ? 1 : 0)
        expect(await use().accountLinks.findByHash(`hash-e-${id}`)).toBeUndefined()
      }
    })
  })

  describe('members', () => {
    it('are listed admins first, with what others may see of them', async () => {
      await use().workspaces.setRole('w1', 'u2', 'GUEST')
      const person = { name: null, email: 'u1@example.com', image: null, isEmailVerified: false }
      expect(await use().members.list('w1')).toEqual([
        { workspaceId: 'w1', userId: 'u1', role: 'ADMIN', inboxBots: null, user: person },
        {
          workspaceId: 'w1',
          userId: 'u2',
          role: 'GUEST',
          inboxBots: null,
          user: { ...person, email: 'u2@example.com' },
        },
      ])
    })
    it('have chosen bots in the inbox while they are agents', async () => {
      await use().workspaces.setRole('w1', 'u2', 'AGENT')
      expect(await use().members.inboxBots('w1', 'u2')).toBeNull()
      await use().members.change('w1', 'u2', 'AGENT', seats, undefined, ['b1'])
      expect(await use().members.inboxBots('w1', 'u2')).toEqual(['b1'])
      await use().members.change('w1', 'u2', 'GUEST', seats)
      expect(await use().members.inboxBots('w1', 'u2')).toEqual([])
      expect(await use().members.inboxBots('w1', 'nobody')).toEqual([])
    })
    it('keep an admin among them, even when the last two leave at once', async () => {
      expect(await use().members.change('w1', 'u1', 'GUEST', seats)).toBe('last admin')
      expect(await use().members.remove('w1', 'u1')).toBe('last admin')
      expect(await use().members.change('w1', 'u1', 'ADMIN', seats)).toBe('changed')
      expect(await use().members.change('w1', 'u2', 'ADMIN', seats)).toBe('missing')
      await use().workspaces.setRole('w1', 'u2', 'ADMIN')
      const outcomes = await Promise.all(['u1', 'u2'].map((id) => use().members.remove('w1', id)))
      expect(outcomes.toSorted()).toEqual(['last admin', 'removed'])
    })
    it('are managed by the admins of all their workspaces, of some or of none', async () => {
      await use().users.create(newUser)
      const lookedAfter = () => use().members.lookedAfter('u3', 'u1')
      expect(await lookedAfter()).toBe('none')
      await use().workspaces.setRole('w1', 'u3', 'GUEST')
      expect(await lookedAfter()).toBe('all')
      await use().workspaces.setRole('w2', 'u3', 'GUEST')
      await use().workspaces.setRole('w2', 'u1', 'MEMBER')
      expect(await lookedAfter()).toBe('some')
    })
    it('share the seats with those who are invited to one, guests aside', async () => {
      await use().workspaces.setRole('w1', 'u2', 'GUEST')
      const create = (id: string, change: Partial<Invitation> = {}) =>
        use().invitations.create(invitation(id, { email: `${id}@example.com`, ...change }), 2)
      expect(await create('i1', { type: 'GUEST' })).toBe('created')
      expect(await create('i2', { botId: 'b1', type: 'WRITE' })).toBe('created')
      const outcomes = await Promise.all([create('i3'), create('i4')])
      expect(outcomes.toSorted()).toEqual(['created', 'no seat left'])
      expect(await use().invitations.change('w1', null, 'i1', 'MEMBER', 2, 50)).toBe('no seat left')
      expect(await use().members.change('w1', 'u2', 'MEMBER', 2)).toBe('no seat left')
      expect(await use().members.change('w1', 'u1', 'ADMIN', 2)).toBe('changed')
    })
    it('do not take the last seat twice when two guests get roles at once', async () => {
      await use().users.create(newUser)
      for (const id of ['u2', 'u3']) await use().workspaces.setRole('w1', id, 'GUEST')
      const outcomes = await Promise.all(['u2', 'u3'].map((id) => use().members.change('w1', id, 'MEMBER', 2)))
      expect(outcomes.toSorted()).toEqual(['changed', 'no seat left'])
    })
  })

  describe('collaborators', () => {
    const share = { botId: 'b1', userId: 'u2', type: 'READ', createdAt: 10, updatedAt: 10 } as const
    it('become guests of the workspace, and lose the bot with it', async () => {
      expect(await use().collaborators.add('w1', share)).toBe('added')
      expect(await use().collaborators.add('w1', { ...share, type: 'WRITE' })).toBe('taken')
      expect(await use().workspaces.role('w1', 'u2')).toBe('GUEST')
      expect(await use().collaborators.type('b1', 'u2')).toBe('READ')
      expect(await use().collaborators.ofUser('w1', 'u2')).toEqual([{ botId: 'b1', type: 'READ' }])
      expect(await use().collaborators.ofUser('w2', 'u2')).toEqual([])
      expect(await use().members.remove('w1', 'u2')).toBe('removed')
      expect(await use().collaborators.type('b1', 'u2')).toBeUndefined()
    })
    it('keep a better role, and are changed and removed', async () => {
      await use().workspaces.setRole('w1', 'u2', 'MEMBER')
      await use().collaborators.add('w1', share)
      expect(await use().workspaces.role('w1', 'u2')).toBe('MEMBER')
      expect(await use().collaborators.change('b1', 'u2', 'FULL_ACCESS', 50)).toBe(true)
      expect(await use().collaborators.list('b1')).toEqual([
        {
          ...share,
          type: 'FULL_ACCESS',
          updatedAt: 50,
          user: { name: null, email: 'u2@example.com', image: null, isEmailVerified: false },
        },
      ])
      expect(await use().collaborators.remove('b1', 'u2')).toBe(true)
      expect(await use().collaborators.remove('b1', 'u2')).toBe(false)
      expect(await use().collaborators.change('b1', 'u2', 'READ', 50)).toBe(false)
    })
  })

  describe('invitations', () => {
    it('are one for an address and a place, until they expire', async () => {
      expect(await invite('i1')).toBe('created')
      expect(await invite('i2')).toBe('taken')
      expect(await invite('i3', { botId: 'b1', type: 'READ' })).toBe('created')
      expect(await invite('i4', { createdAt: 100, expiresAt: 200 })).toBe('created')
      expect((await use().invitations.list('w1', null)).map(({ id }) => id)).toEqual(['i4'])
      expect((await use().invitations.list('w1', 'b1')).map(({ id }) => id)).toEqual(['i3'])
      expect(await use().invitations.findByHash('hash-i3')).toEqual(invitation('i3', { botId: 'b1', type: 'READ' }))
    })
    it('are changed and withdrawn in their own place only', async () => {
      await invite('i1')
      expect(await use().invitations.change('w2', null, 'i1', 'ADMIN', seats, 50)).toBe('missing')
      expect(await use().invitations.change('w1', 'b1', 'i1', 'ADMIN', seats, 50)).toBe('missing')
      const changed = invitation('i1', { type: 'ADMIN', updatedAt: 50 })
      expect(await use().invitations.change('w1', null, 'i1', 'ADMIN', seats, 50)).toEqual(changed)
      expect(await use().invitations.delete('w2', null, 'i1')).toBe(false)
      expect(await use().invitations.delete('w1', null, 'i1')).toBe(true)
    })
    it('are accepted once, by somebody new or known', async () => {
      await invite('i1')
      const who = { newUser, passwordHash: 'hashed' }
      const outcomes = await Promise.all(
        ['s1', 's2'].map((id) => use().invitations.accept('i1', who, signIn(id, { userId: 'u3' }), 50)),
      )
      expect(outcomes.toSorted()).toEqual(['accepted', 'missing'])
      expect(await use().users.findByEmail('u3@example.com')).toEqual(newUser)
      expect(await use().passwords.get('u3')).toBe('hashed')
      expect(await use().workspaces.role('w1', 'u3')).toBe('MEMBER')
      await invite('i2', { botId: 'b1', type: 'WRITE' })
      expect(await use().invitations.accept('i2', who, signIn('s3', { userId: 'u3' }), 60)).toBe('taken')
      expect(await use().invitations.accept('i2', { userId: 'u3' }, signIn('s4', { userId: 'u3' }), 60)).toBe(
        'accepted',
      )
      expect(await use().collaborators.type('b1', 'u3')).toBe('WRITE')
      expect(await use().workspaces.role('w1', 'u3')).toBe('MEMBER')
    })
    it('verify the address of who accepts by a link that proves it, and of nobody else', async () => {
      const verifiedAt = async () => (await use().users.get('u2'))?.emailVerifiedAt
      const accept = async (id: string, change: Partial<Invitation>) => {
        await invite(id, change)
        await use().invitations.accept(id, { userId: 'u2' }, signIn(`s-${id}`, { userId: 'u2' }), 60)
      }
      await accept('i1', { email: 'u2@example.com' })
      await accept('i2', { email: 'other@example.com', provesEmail: true })
      expect(await verifiedAt()).toBeNull()
      await invite('i3', { email: 'u2@example.com' })
      await use().invitations.markAsProof('i3')
      await use().invitations.accept('i3', { userId: 'u2' }, signIn('s-i3', { userId: 'u2' }), 60)
      expect(await verifiedAt()).toBe(60)
    })
    it('are listed for their address, and accepted without a link only by who has it verified', async () => {
      await invite('i1', { email: 'u2@example.com', createdAt: 20 })
      await invite('i2', { email: 'u2@example.com', botId: 'b1', type: 'WRITE' })
      await invite('i3', { email: 'other@example.com' })
      const received = await use().invitations.received('u2@example.com', 60)
      expect(received.map(({ id, workspaceName, botName }) => [id, workspaceName, botName])).toEqual([
        ['i1', 'w1', null],
        ['i2', 'w1', 'b1'],
      ])
      expect(await use().invitations.received('u2@example.com', 100)).toEqual([])
      expect(await use().invitations.acceptReceived('i1', 'u2', 60)).toBeUndefined()
      await use().users.verifyEmail('u2@example.com', 60)
      expect(await use().invitations.acceptReceived('i3', 'u2', 60)).toBeUndefined()
      expect(await use().invitations.acceptReceived('i1', 'u2', 100)).toBeUndefined()
      expect(await use().invitations.acceptReceived('i1', 'u2', 60)).toMatchObject({ id: 'i1', workspaceId: 'w1' })
      expect(await use().invitations.acceptReceived('i1', 'u2', 60)).toBeUndefined()
      expect(await use().workspaces.role('w1', 'u2')).toBe('MEMBER')
      expect(await use().invitations.decline('i2', 'u1@example.com')).toBe(false)
      expect(await use().invitations.decline('i2', 'u2@example.com')).toBe(true)
    })
  })
}
