import { beforeEach, describe, expect, test } from 'vitest'
import type { EndOfItems, StandingKind } from '../people/standing-items.js'
import type { Storage } from '../storage.js'
import { release } from './rows.js'

/** Contract of `Storage` implementations: what people made that acts later, on a storage that `seed` has filled. */
export function standingItemsContract(use: () => Storage): void {
  const listed = async (authorId: string, workspaceId = 'w1') => use().standingItems.list(workspaceId, authorId, 50)
  const owner = { workspaceId: 'w1', botId: 'b1', environmentId: null, authorId: 'u1' }
  const link = { id: 'link', botId: 'b1', token: 't', authorId: 'u1', span: '{}', showsTexts: false, createdAt: 10 }

  /** Makes one item of each kind, whose id is the kind. */
  const makers: Record<StandingKind, () => Promise<unknown>> = {
    summaryLink: () => use().summaryLinks.create({ ...link, id: 'summaryLink', token: 'other', expiresAt: 90 }, 9),
    async summaryMail() {
      await use().summaryLinks.create({ ...link, authorId: null, expiresAt: null }, 9)
      const recipient = { userId: null, email: 'u3@example.com', frequency: 'daily', language: 'en' } as const
      const times = { createdAt: 11, confirmedAt: null, dueAt: 80, leasedUntil: 0, failedAt: null }
      const mail = { id: 'summaryMail', botId: 'b1', linkId: 'link', authorId: 'u1', token: 'm' }
      await use().summaryMails.create({ ...mail, ...recipient, ...times }, 9)
    },
    async deployment() {
      await use().releases.publish({ ...release, id: 'rel1' }, 'public')
      await use().environments.deploy({ ...owner, id: 'deployment', releaseId: 'rel1', createdAt: 12, dueAt: 70 })
    },
    async promotion() {
      await use().releases.publish({ ...release, id: 'rel2' }, 'public')
      const rest = { name: 'Shorter', variants: '[]', goal: '{}', minimumDifference: 0.1, isPromoting: true }
      await use().experiments.start({ ...owner, ...rest, id: 'promotion', createdAt: 13 }, ['rel2', 'rel1'], '{}')
    },
    invitation: () =>
      use().invitations.create(
        {
          id: 'invitation',
          workspaceId: 'w1',
          botId: null,
          email: 'u4@example.com',
          type: 'MEMBER',
          hash: 'hash',
          provesEmail: false,
          authorId: 'u1',
          createdAt: 14,
          updatedAt: 14,
          expiresAt: 60,
        },
        9,
      ),
  }
  const kinds = Object.keys(makers) as StandingKind[]
  const makeAll = async () => {
    for (const kind of kinds) await makers[kind]()
  }

  describe('what people made that acts later', () => {
    test('is listed by its author and workspace, oldest first, as long as it acts', async () => {
      await makeAll()
      const all = await listed('u1')
      // The release of the experiment was published at once, which replaced the scheduled deployment.
      expect(all.map(({ id }) => id)).toEqual(['summaryLink', 'summaryMail', 'promotion', 'invitation'])
      expect(all[0]).toMatchObject({ kind: 'summaryLink', workspaceId: 'w1', botId: 'b1', createdAt: 10, at: 90 })
      expect(all[1]).toMatchObject({ title: 'u3@example.com', at: 80 })
      expect(all[2]).toMatchObject({ title: 'Shorter', at: null })
      expect(all[3]).toMatchObject({ botId: null, botName: null, title: 'u4@example.com', offer: 'MEMBER', at: 60 })
      expect(await listed('u2')).toEqual([])
      expect(await listed('u1', 'w2')).toEqual([])
      expect((await use().standingItems.list('w1', 'u1', 95)).map(({ id }) => id)).toEqual(['summaryMail', 'promotion'])
    })

    const make = async (kind: StandingKind) => {
      if (kind === 'promotion') await makers.deployment()
      await makers[kind]()
    }
    const ofKind = async (kind: StandingKind, authorId: string) =>
      (await listed(authorId)).filter((item) => item.kind === kind).map(({ id }) => id)

    test.each(kinds)('a %s ends when it is revoked', async (kind) => {
      await make(kind)
      expect(await ofKind(kind, 'u1')).toEqual([kind])
      expect(await use().standingItems.revoke({ kind, id: kind })).toBe(true)
      expect(await ofKind(kind, 'u1')).toEqual([])
      expect(await use().standingItems.revoke({ kind, id: 'nothing' })).toBe(false)
    })

    const changes: Record<string, (end: EndOfItems) => Promise<unknown>> = {
      'change of a role': (end) => use().members.change('w1', 'u1', 'MEMBER', 9, end),
      'removal of a member': (end) => use().members.remove('w1', 'u1', end),
      'change of a share': (end) => use().collaborators.change('b1', 'u1', 'READ', 50, end),
      'removal of a collaborator': (end) => use().collaborators.remove('b1', 'u1', end),
    }
    const eachOf = Object.keys(changes).flatMap((change) => kinds.map((kind) => [change, kind] as const))

    describe('with rights that end', () => {
      beforeEach(async () => {
        await use().workspaces.setRole('w1', 'u2', 'ADMIN')
        const share = { botId: 'b1', userId: 'u1', type: 'WRITE', createdAt: 1, updatedAt: 1 } as const
        await use().collaborators.add('w1', share)
      })

      test.each(eachOf)('a %s ends a %s, or gives it another author', async (change, kind) => {
        await make(kind)
        const item = { kind, id: kind }
        const end = changes[change] as (end: EndOfItems) => Promise<unknown>
        // Of another author by now: stays as it is.
        await use().collaborators.add('w1', { botId: 'b1', userId: 'u2', type: 'WRITE', createdAt: 1, updatedAt: 1 })
        await use().collaborators.change('b1', 'u2', 'READ', 50, { ended: [item], kept: [item], newAuthorId: 'u2' })
        expect(await ofKind(kind, 'u1')).toEqual([kind])
        await end({ ended: [], kept: [item], newAuthorId: 'u2' })
        expect(await ofKind(kind, 'u1')).toEqual([])
        expect(await ofKind(kind, 'u2')).toEqual([kind])
        await use().collaborators.remove('b1', 'u2', { ended: [item], kept: [], newAuthorId: 'u1' })
        expect(await ofKind(kind, 'u2')).toEqual([])
      })

      test('a change that is refused ends nothing', async () => {
        await make('invitation')
        const end = { ended: [{ kind: 'invitation', id: 'invitation' }], kept: [], newAuthorId: 'u2' } as const
        await use().members.remove('w1', 'u2')
        expect(await use().members.change('w1', 'u1', 'GUEST', 9, end)).toBe('last admin')
        expect(await use().members.remove('w1', 'u1', end)).toBe('last admin')
        await use().collaborators.remove('b1', 'u1')
        expect(await use().collaborators.change('b1', 'u1', 'READ', 50, end)).toBe(false)
        expect(await use().collaborators.remove('b1', 'u1', end)).toBe(false)
        expect(await ofKind('invitation', 'u1')).toEqual(['invitation'])
      })
    })
  })
}
