import { describe, expect, test } from 'vitest'
import type { StandingKind } from '../people/standing-items.js'
import type { Storage } from '../storage.js'
import { release } from './rows.js'

/** Contract of `Storage` implementations: what people made that acts later, on a storage that `seed` has filled. */
export function standingItemsContract(use: () => Storage): void {
  const listed = async (authorId: string, workspaceId = 'w1') => use().standingItems.list(workspaceId, authorId, 50)
  const place = { workspaceId: 'w1', botId: 'b1', environmentId: null, authorId: 'u1' }
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
      await use().environments.deploy({ ...place, id: 'deployment', releaseId: 'rel1', createdAt: 12, dueAt: 70 })
    },
    async promotion() {
      await use().releases.publish({ ...release, id: 'rel2' }, 'public')
      const rest = { name: 'Shorter', variants: '[]', goal: '{}', minimumDifference: 0.1, isPromoting: true }
      await use().experiments.start({ ...place, ...rest, id: 'promotion', createdAt: 13 }, ['rel2', 'rel1'], '{}')
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

    test.each(kinds)('a %s gets another author, and ends when it is revoked', async (kind) => {
      if (kind === 'promotion') await makers.deployment()
      await makers[kind]()
      const of = async (authorId: string) => (await listed(authorId)).filter((item) => item.kind === kind)
      expect(await of('u1')).toHaveLength(1)
      expect(await use().standingItems.assign({ kind, id: kind }, 'u2')).toBe(true)
      expect(await of('u1')).toEqual([])
      expect(await of('u2')).toHaveLength(1)
      expect(await use().standingItems.revoke({ kind, id: kind })).toBe(true)
      expect(await of('u2')).toEqual([])
      expect(await use().standingItems.assign({ kind, id: 'nothing' }, 'u2')).toBe(false)
      expect(await use().standingItems.revoke({ kind, id: 'nothing' })).toBe(false)
    })
  })
}
