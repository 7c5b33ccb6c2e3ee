import { beforeEach, describe, expect, it } from 'vitest'
import type { OrphanDecision } from '../people/operator.js'
import type { Storage } from '../storage.js'
import { commit, upload, user, workspace } from './rows.js'

/** Contract of `Storage` implementations: queries for instance admins, on a storage that `seed` has filled. */
export function operatorContract(use: () => Storage): void {
  describe('accounts and workspaces of the instance', () => {
    it('are listed newest first, page by page, with what they have', async () => {
      await use().users.create({ ...user, id: 'u3', email: null, name: 'Grace', isAdmin: false, createdAt: 20 })
      await use().passwords.set('u2', 'hash', 30, null, { address: 'u2@example.com', isVerified: true })
      const accounts = await use().operator.listAccounts({ limit: 2 })
      expect(accounts).toMatchObject([
        { id: 'u3', name: 'Grace', isAdmin: false, hasPassword: false, workspaces: 0, lastUsedAt: null },
        { id: 'u2', email: 'u2@example.com', emailVerifiedAt: 30, isAdmin: true, hasPassword: true, workspaces: 1 },
      ])
      const next = await use().operator.listAccounts({ limit: 2, before: { createdAt: 20, id: 'u2' } })
      expect(next.map(({ id }) => id)).toEqual(['u1'])
      await use().uploads.create(upload('up1', { size: 70 }), 1_000)
      await use().workspaces.setRole('w1', 'u3', 'GUEST')
      await use().workspaces.update('w1', { isSuspended: true }, 30)
      const workspaces = await use().operator.listWorkspaces({ limit: 10 })
      expect(workspaces.find(({ id }) => id === 'w1')).toMatchObject({
        members: 2,
        bots: 1,
        fileBytes: 70,
        isSuspended: true,
        isPastDue: false,
      })
    })

    it('are found by a part of a name or an email address, whatever its case, accents and signs', async () => {
      await use().users.create({ ...user, id: 'u3', email: 'x_y@example.com', name: 'Zoë' })
      const found = async (search: string) =>
        (await use().operator.listAccounts({ search, limit: 10 })).map(({ id }) => id)
      expect(await found('X_Y@')).toEqual(['u3'])
      expect(await found('zoe')).toEqual(['u3'])
      expect(await found('%')).toEqual([])
      expect(await use().operator.listWorkspaces({ search: 'W2', limit: 10 })).toMatchObject([{ id: 'w2' }])
    })
  })

  describe('deleting an account', () => {
    const decide = (decisions: Record<string, OrphanDecision>) =>
      use().accountDeletion.delete('u3', new Map(Object.entries(decisions)))
    const isThere = async () => (await use().users.get('u3')) !== undefined

    beforeEach(async () => {
      await use().users.create({ ...user, id: 'u3', email: 'u3@example.com', isAdmin: false, createdAt: 30 })
      await use().workspaces.create(workspace('alone'), 'u3')
      await use().workspaces.create({ ...workspace('shared'), createdAt: 50 }, 'u3')
      await use().workspaces.setRole('shared', 'u1', 'MEMBER')
      await use().workspaces.setRole('shared', 'u2', 'GUEST')
      // Another user is an admin of this one.
      await use().workspaces.setRole('w1', 'u3', 'ADMIN')
    })

    it('asks about the workspaces that nobody else is an admin of', async () => {
      const u1 = { id: 'u1', name: user.name, email: 'u1@example.com' }
      expect(await use().accountDeletion.list('u3')).toEqual([
        { id: 'alone', name: 'alone', bots: 0, otherMembers: 0, successors: [] },
        { id: 'shared', name: 'shared', bots: 0, otherMembers: 2, successors: [u1] },
      ])
      expect(await use().accountDeletion.list('u2')).toMatchObject([{ id: 'w2' }])
    })

    it('changes nothing unless each of them, and no other one, has a decision', async () => {
      const remove = { kind: 'delete' } as const
      expect(await decide({})).toBe('undecided')
      expect(await decide({ alone: remove })).toBe('undecided')
      expect(await decide({ alone: remove, w1: remove })).toBe('undecided')
      expect(await decide({ alone: remove, shared: remove, w1: remove })).toBe('undecided')
      for (const userId of ['u2', 'u3', 'none'])
        expect(await decide({ alone: remove, shared: { kind: 'hand over', userId } })).toBe('undecided')
      expect(await isThere()).toBe(true)
      expect(await use().workspaces.get('alone')).toBeDefined()
    })

    it('deletes or hands over workspaces as decided, and takes sessions, tokens and shares with it', async () => {
      await use().tokens.create({
        id: 't9',
        ownerId: 'u3',
        name: 'x',
        hash: 'hash-t9',
        scope: 'admin',
        createdAt: 1,
        expiresAt: null,
      })
      const share = { botId: 'b2', userId: 'u3', type: 'READ', createdAt: 1, updatedAt: 1 } as const
      await use().collaborators.add('w2', share)
      const decisions = { alone: { kind: 'delete' }, shared: { kind: 'hand over', userId: 'u1' } } as const
      expect(await decide(decisions)).toBe('deleted')
      expect(await isThere()).toBe(false)
      expect(await use().workspaces.get('alone')).toBeUndefined()
      expect(await use().workspaces.role('shared', 'u1')).toBe('ADMIN')
      expect(await use().workspaces.role('w1', 'u1')).toBe('ADMIN')
      expect(await use().tokens.findByHash('hash-t9')).toBeUndefined()
      expect(await use().collaborators.list('b2')).toEqual([])
      expect(await decide({})).toBe('missing')
    })

    it('keeps the last instance admin', async () => {
      const isAdmin = async (id: string) => (await use().users.get(id))?.isAdmin
      expect([await isAdmin('u1'), await isAdmin('u2')]).toEqual([true, true])
      const remove = { kind: 'delete' } as const
      expect(await use().accountDeletion.delete('u2', new Map([['w2', remove]]))).toBe('deleted')
      expect(await use().accountDeletion.delete('u1', new Map([['w1', remove]]))).toBe('last instance admin')
      expect((await use().users.first())?.id).toBe('u1')
    })
  })

  describe('the clock', () => {
    it('begins with the newest rows, and then is what was noted last, never earlier', async () => {
      const { clock } = use()
      expect(await clock.latest()).toBe(10)
      await use().sessions.commit(commit(1))
      expect(await clock.latest()).toBe(101)
      await clock.note(2_000_000_000_000)
      await clock.note(900)
      expect(await clock.latest()).toBe(2_000_000_000_000)
    })
  })
}
