import { beforeEach, describe, expect, test } from 'vitest'
import { movedTables } from '../move/tables.js'
import {
  type Quota,
  QuotaReachedError,
  type Quotas,
  quotaNames,
  tablesWithByteQuota,
  tablesWithQuota,
} from '../quota-limits.js'
import type { Storage } from '../storage.js'
import { contactAttribute, contactSegment } from './contacts-contract.js'
import { removeAll } from './remove-all.js'
import {
  bot,
  commit,
  credentials,
  folder,
  inboxMessage,
  knowledgeSource,
  release,
  team,
  token,
  user,
  workspace,
} from './rows.js'

/** Creates one more, of the owners of `seed`. */
const creations: Record<Quota, (storage: Storage, id: string) => Promise<unknown>> = {
  workspacesPerUser: ({ workspaces }, id) => workspaces.create(workspace(id), 'u1'),
  tokensPerUser: ({ tokens }, id) => tokens.create(token(id, 10)),
  botsPerWorkspace: ({ bots }, id) => bots.create(bot(id)),
  foldersPerWorkspace: ({ folders }, id) => folders.create({ ...folder, id }),
  credentialsPerWorkspace: (storage, id) => storage.credentials.create(credentials(id)),
  themeTemplatesPerWorkspace: ({ themeTemplates }, id) =>
    themeTemplates.save({ id, workspaceId: 'w1', name: id, theme: '{}', createdAt: 1, updatedAt: 1 }, 1_000),
  domainsPerWorkspace: ({ customDomains }, id) =>
    customDomains.claim({ name: id, workspaceId: 'w1', createdAt: 1, verifiedAt: null, expiresAt: 9 }),
  async membersPerWorkspace({ users, collaborators }, id) {
    await users.create({ ...user, id, email: null })
    await collaborators.add('w1', { botId: 'b1', userId: id, type: 'READ', createdAt: 1, updatedAt: 1 })
  },
  invitationsPerWorkspace: ({ invitations }, id) => invitations.create(invitation(id, null), 100),
  invitationsPerBot: ({ invitations }, id) => invitations.create(invitation(id, 'b1'), 100),
  verifyTokensPerWorkspace: ({ messaging }, id) =>
    messaging.addVerifyToken({ hash: id, workspaceId: 'w1', credentialsId: 'c1', expiresAt: 9 }),
  knowledgeBases: ({ knowledge }, id) => knowledge.createBase(base(id)),
  teams: ({ teams }, id) => teams.create(team(id), []),
  savedReplies: ({ conversations }, id) =>
    conversations.saveReply({ workspaceId: 'w1', shortcut: id, text: 'Hi', updatedAt: 1 }),
  contactSegments: ({ contacts }, id) => contacts.createSegment(contactSegment(id)),
  contactAttributes: ({ contacts }, id) => contacts.createAttribute(contactAttribute(id)),
  async knowledgeSources({ knowledge }, id) {
    if (!(await knowledge.getBase('w1', 'base1'))) await knowledge.createBase(base('base1'))
    await knowledge.saveSource(knowledgeSource(id), [], { bytes: 1_000, chunks: 100 })
  },
  commentsPerBot: ({ botComments }, id) =>
    botComments.add({
      id,
      botId: 'b1',
      threadId: id,
      groupId: 'g1',
      blockId: null,
      authorId: 'u1',
      text: 'Why?',
      mentions: '[]',
      createdAt: 1,
      resolvedAt: null,
    }),
  releasesPerBot: ({ releases }, id) => releases.publish({ ...release, id, note: 'Keep it' }, 'public'),
  async scheduledDeploymentsPerBot({ releases, environments }, id) {
    if (!(await releases.get('rel1'))) await releases.publish(release, 'public')
    const deployment = { id, workspaceId: 'w1', botId: 'b1', environmentId: null, releaseId: 'rel1', authorId: 'u1' }
    await environments.deploy({ ...deployment, createdAt: 20, dueAt: 30 })
  },
  async experimentsPerBot({ releases, environments, experiments }, id) {
    if (!(await releases.get('rel1'))) await releases.publish(release, 'public')
    const owner = { id: `of-${id}`, workspaceId: 'w1', botId: 'b1', name: id, publicId: id, settings: null }
    await environments.create({ ...owner, releaseId: 'rel1', createdAt: 1, updatedAt: 1 }, 100)
    const experiment = { id, workspaceId: 'w1', botId: 'b1', environmentId: owner.id, name: id, variants: '[]' }
    const rest = { goal: '{}', minimumDifference: 0.02, isPromoting: true, authorId: 'u1', createdAt: 30 }
    await experiments.start({ ...experiment, ...rest }, ['rel1'], '{}')
  },
  waitingMessages: ({ messaging }, id) => messaging.receive([inboxMessage(id)], true),
  async webhooksPerSession({ sessions, webhooks }, id) {
    if (!(await sessions.get('s1'))) await sessions.commit(commit(1))
    await webhooks.hold({ id, workspaceId: 'w1', sessionId: 's1', blockId: 'b', body: '{}', createdAt: 1 })
  },
}

/** Tables without a quota, and what limits them. */
const unlimited: Record<string, string> = {
  users: 'an invitation each, and their rate',
  passwords: 'one of each user',
  sign_ins: 'rates of sign-ins; they expire',
  account_links: 'a number of each user, given when they are created; they expire',
  oauth_sign_ins: 'a number of each user, given when they are created; they expire',
  settings: 'names in the source',
  workspaces: 'members, as which their admins count',
  collaborators: 'members for each bot',
  bot_operations: 'the latest ones of each bot',
  bot_sizes: 'one of each bot',
  bot_tests: 'a number and bytes of each bot, given when they are created, and bytes of the bots of a workspace',
  comment_reads: 'one of each person who may read a bot',
  environments: 'a number of each bot, given when they are created',
  experiment_releases: 'those of running experiments, of which an environment has one',
  summary_links: 'a number of each bot, given when they are created',
  summary_mails: 'a number of each bot, given when they are created',
  knowledge_chunks: 'a number and bytes of each base, given when they are stored',
  knowledge_vectors: 'one of each chunk',
  knowledge_questions: 'a number of each base; the oldest are deleted',
  sessions: 'rates of starts, bytes of results; they expire',
  turns: 'a number and bytes of each session',
  conversations: 'one of each session',
  conversation_messages: 'a number of each session, given when they are stored',
  conversation_words: 'words of each of its messages',
  results: 'bytes of the results of a workspace',
  answers: 'bytes of the results of a workspace',
  visited_edges: 'turns of a session',
  logs: 'bytes of the results of a workspace',
  rejections: 'turns of a session',
  exposures: 'one of each result and experiment',
  deliveries: 'a number of each workspace, given when they are stored',
  notification_rules: 'a number of each user, given when they are created',
  notices: 'one of each result and failed turn, until rules have it',
  due_notices: 'one of each rule and result or error',
  contacts: 'a number of each workspace, given when they are stored',
  contact_identifiers: 'a number of each contact',
  contact_merges: 'contacts; they are deleted after a time',
  contact_terms: 'bytes of each contact',
  contact_counts: 'one of each workspace',
  inbox_presence: 'one of each person who has answered in a workspace',
  team_members: 'some of the members of a workspace, in each of its teams',
  uploads: 'bytes of the files of a workspace, rates of uploads',
  removals: 'one of each owner that is deleted, until its rows are gone',
  sent_messages: 'messages of the turns and people of a session',
  correspondents: 'signatures of a provider; forgotten ones are deleted',
  preview_counts: 'one of each workspace',
  preview_phones: 'a number of each user, given when they are asked for',
  webhook_fields: 'a number of each credentials, given when they are counted',
  model_budgets: 'one of each bot',
  model_ledger: 'one of each block, day and model; old ones are deleted',
  model_reservations: 'calls in progress',
  integration_calls: 'one of each kind of service and day; old ones are deleted',
}

/** Contract of `Storage` implementations: quotas. `open` returns a storage with the rows of `seed`. */
export function quotasContract(open: (quotas: Quotas) => Promise<Storage>): void {
  describe('quotas', () => {
    const quotas = { ...noLimits }
    let storage: Storage
    beforeEach(async () => {
      Object.assign(quotas, noLimits)
      storage = await open(quotas)
    })

    test.each(quotaNames)(
      '%s holds, also for several that are created at once, and admits more once it is raised',
      async (quota) => {
        const create = (id: string) => creations[quota](storage, id)
        // The rows that the others refer to exist from now on.
        await create('first')
        quotas[quota] = 3 + rowsOfSeed(quota)
        const outcomes = await Promise.allSettled(['a', 'b', 'c', 'd', 'e'].map(create))
        const rejected = outcomes.filter((outcome) => outcome.status === 'rejected').map(({ reason }) => reason)
        expect(rejected).toEqual(Array(3).fill(expect.any(QuotaReachedError)))
        expect(rejected[0]).toMatchObject({ quota, max: quotas[quota] })
        quotas[quota]++
        await create('f')
        await expect(create('g')).rejects.toThrow(QuotaReachedError)
      },
    )

    test('the oldest unused release without a note is deleted for another one', async () => {
      const publish = (id: string, note: string | null = null) =>
        storage.releases.publish({ ...release, id, note, createdAt: time++ }, 'public')
      let time = 20
      await publish('used')
      const { session, ...rest } = commit(1)
      const chat = { ...session, releaseId: 'used', expiresAt: 1_000 }
      await storage.sessions.commit({ ...rest, session: chat })
      await publish('noted', 'The one for the fair')
      await publish('scheduled')
      await publish('unused')
      await publish('current')
      const deployment = { workspaceId: 'w1', botId: 'b1', environmentId: null, authorId: null, createdAt: 30 }
      await storage.environments.deploy({ ...deployment, id: 'd', releaseId: 'scheduled', dueAt: 9_000 })
      quotas.releasesPerBot = 5
      const environment = { id: 'env', workspaceId: 'w1', botId: 'b1', name: 'x', publicId: 'x', settings: null }
      await storage.environments.create({ ...environment, releaseId: null, createdAt: 1, updatedAt: 1 }, 9)
      const next = { ...release, id: 'next', createdAt: 40 }
      const beside = { environmentId: 'env', dueAt: null }
      expect(await storage.releases.publish(next, 'public', beside)).toBe('published')
      const ids = (await storage.releases.list('w1', 'b1', { limit: 9 })).map(({ id }) => id)
      expect(ids).toEqual(['next', 'current', 'scheduled', 'noted', 'used'])
      await expect(storage.releases.publish({ ...next, id: 'more' }, 'public', beside)).rejects.toThrow(
        QuotaReachedError,
      )
    })

    test('only the latest deployments are listed, and the last one of each environment', async () => {
      const environment = { id: 'env', workspaceId: 'w1', botId: 'b1', name: 'x', publicId: 'x', settings: null }
      await storage.environments.create({ ...environment, releaseId: null, createdAt: 1, updatedAt: 1 }, 9)
      await storage.releases.publish(release, 'public', { environmentId: 'env', dueAt: null })
      quotas.deploymentsPerBot = 2
      for (let at = 20; at < 26; at++) {
        const deployment = { id: `d${at}`, workspaceId: 'w1', botId: 'b1', environmentId: null, releaseId: 'rel1' }
        await storage.environments.deploy({ ...deployment, authorId: null, createdAt: at, dueAt: at })
      }
      const listed = await storage.environments.deployments('w1', 'b1', { limit: 9 })
      expect(listed.map(({ id }) => id)).toEqual(['d25', 'd24', 'rel1'])
    })

    test('a workspace keeps the content of the bots that were deleted last', async () => {
      quotas.deletedBots = 1
      for (const [index, id] of ['old', 'new'].entries()) {
        await storage.bots.create({
          ...bot(id),
          flow: `{"events":[],"groups":[],"edges":[],"variables":[],"x":"${id}"}`,
        })
        await storage.releases.publish({ ...release, id: `release-${id}`, botId: id }, id)
        await storage.bots.delete('w1', id, 100 + index)
      }
      await removeAll(storage)
      expect((await storage.bots.find('old'))?.flow).toBe('{"events":[],"groups":[],"edges":[],"variables":[]}')
      expect((await storage.bots.find('new'))?.flow).toContain('"x":"new"')
      expect(await storage.releases.get('release-old')).toBeUndefined()
      expect(await storage.releases.get('release-new')).toBeDefined()
    })

    describe('workspaceBotBytes', () => {
      const flowOf = (bytes: number) => JSON.stringify({ text: 'x'.repeat(bytes - '{"text":""}'.length) })
      const create = (id: string, bytes: number, workspaceId = 'w1') =>
        storage.bots.create({ ...bot(id), workspaceId, flow: flowOf(bytes) })
      const grow = (id: string, bytes: number) => storage.bots.update('w1', id, { flow: flowOf(bytes) }, 50)
      const publish = (id: string, bytes: number, note: string | null = null) =>
        storage.releases.publish({ ...release, id, note, flow: flowOf(bytes), createdAt: time++ }, 'public')
      const listed = async () => (await storage.releases.list('w1', 'b1', { limit: 9 })).map(({ id }) => id)
      const full = { quota: 'workspaceBotBytes', taken: expect.any(Number), max: expect.any(Number) }
      let time = 20

      // The bot of the workspace counts as one step of 16,384 bytes.
      beforeEach(() => Object.assign(quotas, { workspaceBotBytes: 10 * 16_384 }))

      test('bots that are created at once stay within the bytes of their workspace, and others are not affected', async () => {
        const outcomes = await Promise.allSettled(['a', 'b', 'c', 'd'].map((id) => create(id, 60_000)))
        const rejected = outcomes.filter((outcome) => outcome.status === 'rejected').map(({ reason }) => reason)
        expect(rejected).toEqual(Array(2).fill(expect.any(QuotaReachedError)))
        expect(rejected[0]).toMatchObject({
          quota: 'workspaceBotBytes',
          taken: 13 * 16_384,
          max: 10 * 16_384,
        })
        expect((await storage.bots.list('w1')).length).toBe(3)
        expect(await create('other', 100_000, 'w2')).toBe('created')
      })

      test('a draft does not grow beyond them, and small changes and a smaller draft are stored', async () => {
        await create('a', 100_000)
        await expect(grow('b1', 60_000)).rejects.toMatchObject(full)
        expect((await storage.bots.find('b1'))?.flow).toBe(bot('b1').flow)
        quotas.workspaceBotBytes = 1
        expect((await grow('b1', 16_000)).kind).toBe('updated')
        expect((await grow('a', 70_000)).kind).toBe('updated')
        await expect(grow('a', 90_000)).rejects.toMatchObject(full)
      })

      test('drafts that grow at once stay within them', async () => {
        for (const id of ['a', 'b', 'c']) await create(id, 100)
        const outcomes = await Promise.allSettled(['b1', 'a', 'b', 'c'].map((id) => grow(id, 60_000)))
        const rejected = outcomes.filter((outcome) => outcome.status === 'rejected').map(({ reason }) => reason)
        expect(rejected).toEqual(Array(2).fill(expect.objectContaining(full)))
      })

      test('a copy in place of a bot stays within them', async () => {
        await create('a', 60_000)
        const copy = { ...bot('copy'), flow: flowOf(100_000) }
        await expect(storage.bots.replace(copy, { workspaceId: 'w1', id: 'a' }, 50)).rejects.toMatchObject(full)
        expect((await storage.bots.find('a'))?.archivedAt).toBeNull()
      })

      test('deleted bots are emptied to free space', async () => {
        for (const id of ['a', 'b']) await create(id, 60_000)
        await storage.bots.delete('w1', 'a', 50)
        expect((await storage.bots.find('a'))?.flow).toBe(flowOf(60_000))
        expect(await create('c', 60_000)).toBe('created')
        await removeAll(storage)
        expect((await storage.bots.find('a'))?.flow).not.toBe(flowOf(60_000))
        await expect(create('d', 60_000)).rejects.toMatchObject(full)
      })

      test('publishing deletes the oldest unused releases of the bot, but neither those in use nor those with a note', async () => {
        await publish('used', 10_000)
        await storage.sessions.commit({
          ...commit(1),
          session: { ...commit(1).session, releaseId: 'used', expiresAt: 1_000 },
        })
        await publish('noted', 10_000, 'The one for the fair')
        for (const id of ['old', 'unused', 'current']) await publish(id, 40_000)
        expect(await publish('next', 40_000)).toBe('published')
        expect(await listed()).toEqual(['next', 'current', 'unused', 'noted', 'used'])
        await expect(publish('large', 120_000)).rejects.toMatchObject(full)
        expect(await listed()).toEqual(['next', 'current', 'unused', 'noted', 'used'])
      })

      test('tests count, until they are deleted', async () => {
        const add = (id: string) => {
          const test = { id, botId: 'b1', name: id, test: flowOf(60_000), createdAt: 1, updatedAt: 1 }
          return storage.botTests.add([test], { tests: 100, bytes: 1_000_000 })
        }
        for (const id of ['a', 'b']) expect(await add(id)).toBe('added')
        await expect(add('c')).rejects.toMatchObject(full)
        await storage.botTests.delete('b1', 'a')
        expect(await add('c')).toBe('added')
        await storage.botTests.delete('b1', 'b')
        await expect(create('large', 100_000)).rejects.toMatchObject(full)
      })

      test('comments count, until they are deleted', async () => {
        const add = (id: string, threadId = id) =>
          storage.botComments.add({
            ...{ id, threadId, botId: 'b1', groupId: 'g1', blockId: null, authorId: 'u1', mentions: '[]' },
            ...{ text: 'x'.repeat(60_000), createdAt: 1, resolvedAt: null },
          })
        expect([await add('a'), await add('b', 'a')]).toEqual([true, true])
        await expect(add('c')).rejects.toMatchObject(full)
        expect((await storage.botComments.list('b1')).length).toBe(2)
        await storage.botComments.delete('b1', 'a')
        expect([await add('c'), await add('d')]).toEqual([true, true])
        await expect(create('large', 60_000)).rejects.toMatchObject(full)
      })

      test('stored edits count, and are deleted before an edit is rejected', async () => {
        const edit = (id: string, flow: string) => {
          const batch = { id, userId: 'u1', operations: flowOf(20_000), refusals: '[]' }
          return storage.bots.update('w1', 'b1', { flow }, 50, undefined, batch)
        }
        for (let number = 1; number <= 7; number++) await edit(`edit-${number}`, flowOf(100 + number))
        await expect(create('a', 16_000)).rejects.toMatchObject(full)
        for (let number = 8; number <= 20; number++) {
          quotas.workspaceBotBytes = (number < 14 ? 20 : 14) * 16_384
          expect((await edit(`edit-${number}`, flowOf(100 + number))).kind).toBe('updated')
        }
        expect((await storage.botOperations.list('b1', 0, 100)).length).toBe(10)
      })
    })

    test('every table has a quota or something else that limits its rows', () => {
      const names = movedTables().map(({ name }) => name)
      const limited = [...tablesWithQuota, ...Object.keys(unlimited)]
      expect([...tablesWithByteQuota].filter((name) => !limited.includes(name))).toEqual([])
      expect(names.filter((name) => !limited.includes(name) && !name.startsWith('knowledge_words'))).toEqual([])
      expect(Object.keys(unlimited).filter((name) => !names.includes(name) || tablesWithQuota.has(name))).toEqual([])
    })
  })
}

const noLimits = Object.fromEntries(
  [...quotaNames, 'workspaceBotBytes', 'deletedBots', 'deploymentsPerBot'].map((name) => [name, 1_000_000]),
) as Record<keyof Quotas, number>

/** Limits that only those on bytes reach. */
export const noBytes: Quotas = { ...noLimits, workspaceBotBytes: 1 }

/** Number of rows that `seed` creates for the owner. */
const rowsOfSeed = (quota: Quota) =>
  ['workspacesPerUser', 'botsPerWorkspace', 'membersPerWorkspace'].includes(quota) ? 1 : 0

const base = (id: string) => ({
  id,
  workspaceId: 'w1',
  name: id,
  credentialsId: null,
  embeddingModel: null,
  revision: 0,
  createdAt: 1,
  updatedAt: 1,
})

const invitation = (id: string, botId: string | null) => ({
  id,
  workspaceId: 'w1',
  botId,
  email: `${id}@example.com`,
  type: botId === null ? ('GUEST' as const) : ('READ' as const),
  hash: id,
  provesEmail: false,
  authorId: null,
  createdAt: 10,
  updatedAt: 10,
  expiresAt: 100,
})
