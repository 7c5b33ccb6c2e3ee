import { describe, expect, it } from 'vitest'
import type { Span } from '../results/analytics.js'
import type { Storage } from '../storage.js'
import { allLogs } from './all-logs.js'
import { removeAll } from './remove-all.js'
import { bot, commit, credentials, knowledgeChunk, knowledgeSource, release, upload } from './rows.js'

/** Deletion in the background. `use` returns a seeded storage. */
export function removalsContract(use: () => Storage): void {
  const talk = (count: number, from = 1) =>
    Promise.all(
      Array.from({ length: count }, async (_, index) => {
        const ids = { sessionId: `s${from + index}`, resultId: `r${from + index}` }
        const at = 100 + from + index
        const first = commit(1, ids)
        const results = first.results.map((result) => ({ ...result, at }))
        await use().sessions.commit({ ...first, results })
      }),
    )
  const listed = async () =>
    (await use().results.list('w1', 'b1', { limit: 100, bytes: 1_000_000 })).rows.map(({ id }) => id).toSorted()

  describe('removals', () => {
    it('no read returns results from the moment at which all are deleted, apart from those that begin later', async () => {
      await use().bots.create(bot('empty'))
      await use().sessions.commit(commit(1))
      await use().results.deleteAll('w1', 'b1')
      expect(await readsOf(use(), 'b1')).toEqual(await readsOf(use(), 'empty'))
      expect(await use().results.get('w1', 'b1', 'r1')).toMatchObject({
        isDeleted: true,
        variables: '[]',
        source: null,
      })
      expect(await use().results.answers(['r1'])).toEqual([])
      expect(await use().results.shortAnswers('r1', 10)).toEqual([])
      expect(await use().results.visitedEdges('r1')).toEqual([])
      await talk(1, 9)
      expect(await listed()).toEqual(['r9'])
      await removeAll(use())
      expect(await listed()).toEqual(['r9'])
      expect(await use().results.get('w1', 'b1', 'r1')).toMatchObject({ isDeleted: true, variables: '[]' })
      expect(await use().sessions.turns('s1')).toEqual([])
    })

    it('a file of a deleted result, bot or workspace is not found from that moment', async () => {
      await use().sessions.commit(commit(1))
      const { uploads } = use()
      for (const [id, owner] of [
        ['of-result', {}],
        ['of-bot', { resultId: null }],
        ['of-workspace', { resultId: null, workspaceId: 'w2', botId: 'b2' }],
      ] as const)
        await uploads.create(upload(id, owner), 1_000_000_000)
      const found = async () =>
        Promise.all(['of-result', 'of-bot', 'of-workspace'].map(async (id) => (await uploads.find(id)) !== undefined))
      expect(await found()).toEqual([true, true, true])
      await use().results.deleteAll('w1', 'b1')
      expect(await found()).toEqual([false, true, true])
      await use().bots.delete('w1', 'b1', 50)
      expect(await found()).toEqual([false, false, true])
      await use().workspaces.delete('w2')
      expect(await found()).toEqual([false, false, false])
    })

    it.each([
      ['bot', () => use().bots.delete('w1', 'b1', 50)],
      ['workspace', () => use().workspaces.delete('w1')],
    ])('a conversation of a deleted %s cannot be opened or continued from that moment', async (_, remove) => {
      await use().sessions.commit(commit(1))
      await remove()
      expect(await use().sessions.open('s1')).toBeUndefined()
      expect(await use().sessions.get('s1')).toBeUndefined()
      expect(await use().sessions.latestPreview('w1', 'b1', 0)).toBeUndefined()
      expect(await use().sessions.commit(commit(2))).toBe('stale')
      expect(await use().sessions.commit(commit(1, { sessionId: 'new', resultId: 'new' }))).toBe('stale')
    })

    it('nothing of a deleted workspace is found from that moment', async () => {
      await use().releases.publish(release, 'public')
      await use().credentials.create(credentials('c1'))
      await use().workspaces.delete('w1')
      expect(await use().workspaces.get('w1')).toBeUndefined()
      expect(await use().workspaces.list('u1')).toEqual([])
      expect(await use().workspaces.role('w1', 'u1')).toBeUndefined()
      expect(await use().workspaces.update('w1', { name: 'Back' }, 50)).toBeUndefined()
      expect((await use().operator.listWorkspaces({ limit: 10 })).map(({ id }) => id)).toEqual(['w2'])
      expect(await use().bots.find('b1')).toBeUndefined()
      expect(await use().bots.findByPublicId('public')).toBeUndefined()
      expect(await use().credentials.get('w1', 'c1')).toBeUndefined()
      expect(
        await use().workspaces.create({ ...(await use().workspaces.get('w2'))!, id: 'w3', name: 'w1' }, 'u1'),
      ).toBe(true)
    })

    it('a deleted knowledge base is not found from that moment, and does not count', async () => {
      const base = { id: 'base1', workspaceId: 'w1', name: 'Help', credentialsId: null, embeddingModel: null }
      await use().knowledge.createBase({ ...base, revision: 0, createdAt: 10, updatedAt: 10 })
      await use().knowledge.saveSource(knowledgeSource('source1'), [knowledgeChunk('chunk00001', 'Hello')], {
        bytes: 9,
        chunks: 9,
      })
      expect(await use().knowledge.deleteBase('w1', 'base1')).toMatchObject({ id: 'base1' })
      expect(await use().knowledge.deleteBase('w1', 'base1')).toBeUndefined()
      expect(await use().knowledge.getBase('w1', 'base1')).toBeUndefined()
      expect([await use().knowledge.listBases('w1'), await use().knowledge.baseIds('w1')]).toEqual([[], []])
      await removeAll(use())
      expect(await use().knowledge.chunks('base1', ['chunk00001'])).toEqual([])
    })

    it('a deleted account is not found from that moment, and its comments stay without a name', async () => {
      const comment = { id: 'c1', botId: 'b2', threadId: 'c1', groupId: 'g1', blockId: null, authorId: 'u1' }
      await use().botComments.add({ ...comment, text: 'Hi', mentions: '[]', createdAt: 10, resolvedAt: null })
      const { email } = (await use().users.get('u1'))!
      const admin = (await use().users.get('u1'))!
      await use().users.create({ ...admin, id: 'u3', email: 'u3@example.com', isAdmin: true, createdAt: 20 })
      expect(await use().accountDeletion.delete('u1', new Map([['w1', { kind: 'delete' }]]))).toBe('deleted')
      expect(await use().accountDeletion.delete('u1', new Map())).toBe('missing')
      expect(await use().users.get('u1')).toBeUndefined()
      expect(await use().users.findByEmail(email!)).toBeUndefined()
      expect((await use().operator.listAccounts({ limit: 10 })).map(({ id }) => id)).toEqual(['u3', 'u2'])
      await removeAll(use())
      expect((await use().botComments.list('b2'))[0]).toMatchObject({ id: 'c1', authorId: null })
    })

    it('rows are deleted in batches of a limited size, and small removals do not wait for large ones', async () => {
      await talk(30)
      await use().bots.create(bot('b3'))
      await use().results.deleteAll('w1', 'b1')
      await use().bots.delete('w1', 'b3', 50)
      const sizes: number[] = []
      const steps: string[] = []
      for (let now = 1; ; now++) {
        const before = await uncleared(use())
        const { state, step } = await use().removals.work(now, { rows: 4, milliseconds: 0 })
        if (state === 'idle') break
        sizes.push(before - (await uncleared(use())))
        steps.push(step)
      }
      expect(Math.max(...sizes)).toBe(4)
      expect(steps.indexOf('bots')).toBeLessThan(12)
    })

    it('results that are deleted again meanwhile are included', async () => {
      await talk(6)
      await use().results.deleteAll('w1', 'b1')
      await use().removals.work(1, { rows: 2, milliseconds: 0 })
      await talk(4, 20)
      await use().results.deleteAll('w1', 'b1')
      expect(await listed()).toEqual([])
      await removeAll(use(), 3)
      expect(await uncleared(use())).toBe(0)
    })

    it('nothing is left of a workspace but the rows of its files, whose bytes another job deletes', async () => {
      await talk(3)
      await use().bots.create(bot('b3'))
      await use().bots.delete('w1', 'b3', 50)
      await use().uploads.create(upload('up1'), 1_000_000_000)
      await use().workspaces.delete('w1')
      await removeAll(use(), 2)
      expect(await use().results.answers(['r1', 'r2', 'r3'])).toEqual([])
      expect(await use().sessions.turns('s1')).toEqual([])
      expect((await use().uploads.listRemoved(10_000, 10)).map(({ id }) => id)).toEqual(['up1'])
      expect(
        await use()
          .bots.create(bot('b1'))
          .catch(() => 'no workspace'),
      ).toBe('no workspace')
    })
  })
}

/** Number of conversations whose turns are still there. */
async function uncleared(storage: Storage): Promise<number> {
  const ids = Array.from({ length: 40 }, (_, index) => `s${index + 1}`)
  const turns = await Promise.all(ids.map((id) => storage.sessions.turns(id)))
  return turns.filter(({ length }) => length > 0).length
}

/** Outcomes of everything that reads results of a bot. */
async function readsOf(storage: Storage, botId: string): Promise<unknown> {
  const span: Span = { workspaceId: 'w1', botId }
  const page = { limit: 10, bytes: 1_000_000 }
  const others = ['usage', 'resultBytes']
  const given: Record<string, unknown[]> = {
    segments: ['source'],
    segmentsOfVariable: ['v1', 5],
    funnel: [['block-1']],
    page: [['block-1']],
    listTexts: [['block-1'], 5],
  }
  const readAll = (store: object) =>
    Promise.all(
      Object.entries(store as Record<string, (span: Span, ...rest: unknown[]) => Promise<unknown>>)
        .filter(([name]) => !others.includes(name))
        .map(async ([name, read]) => [name, await read(span, ...(given[name] ?? []))]),
    )
  const sort = { by: 'isCompleted', isDescending: true } as const
  return Promise.all([
    readAll(storage.analytics),
    readAll(storage.answerSummary),
    storage.resultSearch.page(span, {}, page),
    storage.resultSearch.sorted(span, {}, sort, { ...page, max: 100 }),
    storage.resultSearch.count(span, {}),
    storage.recordings.list('w1', botId, { limit: 10 }),
    ...[storage.results, storage.listedResults].flatMap((results) => [
      results.list('w1', botId, page),
      results.idAt('w1', botId, { index: 0 }),
      results.origins('w1', botId, ['r1']),
    ]),
    allLogs(storage, 'w1', botId, 'r1'),
    storage.results.find(botId === 'b1' ? 'r1' : 'none'),
  ])
}
