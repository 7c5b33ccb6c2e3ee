import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Quotas } from '../quota-limits.js'
import type { Storage } from '../storage.js'
import { allLogs } from './all-logs.js'
import { analyticsContract } from './analytics-contract.js'
import { botCommentsContract } from './bot-comments-contract.js'
import { botOperationsContract } from './bot-operations-contract.js'
import { botTestsContract } from './bot-tests-contract.js'
import { contactExchangeContract } from './contact-exchange-contract.js'
import { contactRacesContract } from './contact-races-contract.js'
import { contactsContract } from './contacts-contract.js'
import { conversationsContract } from './conversations-contract.js'
import { credentialsContract } from './credentials-contract.js'
import { deliveriesContract } from './deliveries-contract.js'
import { environmentsContract } from './environments-contract.js'
import { experimentsContract } from './experiments-contract.js'
import { integrationCallsContract } from './integration-calls-contract.js'
import { knowledgeContract } from './knowledge-contract.js'
import { messagingContract } from './messaging-contract.js'
import { methodsOf, noting } from './methods.js'
import { modelSpendingContract } from './model-spending-contract.js'
import { notificationsContract } from './notifications-contract.js'
import { oauthContract } from './oauth-contract.js'
import { operatorContract } from './operator-contract.js'
import { peopleContract } from './people-contract.js'
import { quotasContract } from './quotas-contract.js'
import { recordingsContract } from './recordings-contract.js'
import { removalsContract } from './removals-contract.js'
import { removeAll } from './remove-all.js'
import { resultsContract } from './results-contract.js'
import { retentionContract } from './retention-contract.js'
import { bot, commit, folder, release, seed, token, user, workspace } from './rows.js'
import { sessionsContract } from './sessions-contract.js'
import { standingItemsContract } from './standing-items-contract.js'
import { summaryLinksContract } from './summary-links-contract.js'
import { summaryMailsContract } from './summary-mails-contract.js'
import { teamsContract } from './teams-contract.js'
import { uploadContract } from './upload-contract.js'
import { workspaceResourcesContract } from './workspace-resources-contract.js'

/**
 * Everything that an implementation of `Storage` promises; `openEmpty` answers a new, empty one each time. It calls every method: services
 * need not be tested on each database to learn that their statements run there.
 */
export function storageContract(openEmpty: (quotas?: Quotas) => Promise<Storage>): void {
  let storage: Storage
  const called = new Set<string>()
  const open = async (quotas?: Quotas) => noting(called, await openEmpty(quotas))
  beforeEach(async () => {
    storage = await open()
    await seed(storage)
  })
  afterEach(() => storage.close())

  describe('users', () => {
    it('answers the oldest user first', async () => {
      await storage.users.create({ ...user, id: 'older', email: null, createdAt: 1 })
      expect((await storage.users.first())?.id).toBe('older')
      expect(await storage.users.get('u1')).toEqual(user)
      expect(await storage.users.get('nobody')).toBeUndefined()
    })
  })

  describe('tokens', () => {
    it('finds by hash and lists newest first', async () => {
      await storage.tokens.create(token('t1', 1))
      await storage.tokens.create(token('t2', 2))
      expect(await storage.tokens.findByHash('hash-t1')).toEqual(token('t1', 1))
      expect((await storage.tokens.list('u1')).map(({ id }) => id)).toEqual(['t2', 't1'])
    })
    it('deletes only for the owner', async () => {
      await storage.tokens.create(token('t1', 1))
      expect(await storage.tokens.delete('u2', 't1')).toBeUndefined()
      expect(await storage.tokens.delete('u1', 't1')).toEqual(token('t1', 1))
      expect(await storage.tokens.findByHash('hash-t1')).toBeUndefined()
    })
  })

  describe('workspaces', () => {
    it('gives a new workspace its owner as ADMIN', async () => {
      expect(await storage.workspaces.role('w1', 'u1')).toBe('ADMIN')
      expect(await storage.workspaces.role('w1', 'u2')).toBeUndefined()
      expect(await storage.workspaces.get('w1')).toEqual(workspace('w1'))
    })
    it('refuses a second one of the same name to the same user only', async () => {
      expect(await storage.workspaces.create({ ...workspace('w3'), name: 'w1' }, 'u1')).toBe(false)
      expect(await storage.workspaces.get('w3')).toBeUndefined()
      expect(await storage.workspaces.create({ ...workspace('w3'), name: 'w1' }, 'u2')).toBe(true)
    })
    it('gives a user a role, in place of an earlier one', async () => {
      await storage.workspaces.setRole('w1', 'u2', 'GUEST')
      expect(await storage.workspaces.role('w1', 'u2')).toBe('GUEST')
      await storage.workspaces.setRole('w1', 'u2', 'MEMBER')
      expect(await storage.workspaces.role('w1', 'u2')).toBe('MEMBER')
      expect((await storage.workspaces.list('u2')).map(({ id }) => id).sort()).toEqual(['w1', 'w2'])
      await expect(storage.workspaces.setRole('none', 'u2', 'GUEST')).rejects.toThrow()
    })
    it('lists those of the user with their role in each, newest first', async () => {
      await storage.workspaces.create({ ...workspace('w3'), createdAt: 20 }, 'u1')
      await storage.workspaces.setRole('w2', 'u1', 'GUEST')
      await storage.workspaces.setRole('w3', 'u2', 'MEMBER')
      expect((await storage.workspaces.list('u1')).map(({ id, role }) => [id, role])).toEqual([
        ['w3', 'ADMIN'],
        ['w2', 'GUEST'],
        ['w1', 'ADMIN'],
      ])
    })
    it('keeps an archived bot, and lists it separately or with the others', async () => {
      await storage.bots.create({ ...bot('b3'), createdAt: 20 })
      expect(await storage.bots.update('w1', 'b1', { archivedAt: 40 }, 40)).toMatchObject({ kind: 'updated' })
      const ids = async (isArchived?: boolean) =>
        (await storage.bots.list('w1', { ...(isArchived !== undefined && { isArchived }) })).map(({ id }) => id)
      expect([await ids(true), await ids(false), await ids()]).toEqual([['b1'], ['b3'], ['b3', 'b1']])
      await storage.bots.update('w1', 'b1', { archivedAt: null }, 50)
      expect(await ids(true)).toEqual([])
    })
    it('updates what is given and nothing else', async () => {
      const updated = await storage.workspaces.update('w1', { name: 'New', isPastDue: true }, 99)
      expect(updated).toEqual({ ...workspace('w1'), name: 'New', isPastDue: true, updatedAt: 99 })
      expect(await storage.workspaces.update('none', { name: 'New' }, 99)).toBeUndefined()
    })
    it('counts how often the secret of a workspace is replaced', async () => {
      const replaced = await storage.workspaces.rotateIdentity('w1', 99)
      expect(replaced).toEqual({ ...workspace('w1'), identityVersion: 3, identityRotatedAt: 99 })
      expect(await storage.workspaces.rotateIdentity('none', 99)).toBeUndefined()
    })
    it('deletes a workspace with everything in it', async () => {
      await storage.sessions.commit(commit(1))
      await storage.releases.publish(release, 'public')
      await storage.folders.create({ ...folder })
      expect(await storage.workspaces.delete('w1')).toBe(true)
      expect(await storage.workspaces.delete('w1')).toBe(false)
      await removeAll(storage)
      expect(await storage.bots.find('b1')).toBeUndefined()
      expect(await storage.bots.findSummary('b1')).toBeUndefined()
      expect(await storage.releases.get('rel1')).toBeUndefined()
      expect(await storage.folders.get('w1', 'f1')).toBeUndefined()
      expect(await storage.sessions.get('s1')).toBeUndefined()
      expect(await storage.results.answers(['r1'])).toEqual([])
      expect(await storage.workspaces.list('u1')).toEqual([])
    })
  })

  it('an id of another workspace is as one that does not exist', async () => {
    await storage.folders.create(folder)
    await storage.sessions.commit(commit(1))
    expect(await storage.folders.get('w2', 'f1')).toBeUndefined()
    expect(await storage.bots.update('w2', 'b1', { name: 'Mine' }, 50, 0)).toEqual({ kind: 'missing' })
    expect(await storage.bots.delete('w2', 'b1', 50)).toBe(false)
    expect(await storage.releases.publish({ ...release, workspaceId: 'w2' }, 'public')).toBe('missing')
    expect(await storage.releases.unpublish('w2', 'b1', 50)).toBe(false)
    expect(await storage.results.list('w2', 'b1', { limit: 10, bytes: 1_000_000 })).toEqual({ rows: [], bytes: 0 })
    expect(await storage.results.get('w2', 'b1', 'r1')).toBeUndefined()
    expect(await storage.results.get('w1', 'b2', 'r1')).toBeUndefined()
    expect(await allLogs(storage, 'w2', 'b1', 'r1')).toEqual([])
    await storage.results.deleteAll('w2', 'b1')
    expect(await storage.results.delete('w2', 'b1', ['r1'], 50)).toBe(0)
  })

  describe('folders', () => {
    it('reads what was created', async () => {
      await storage.folders.create(folder)
      expect(await storage.folders.get('w1', 'f1')).toEqual(folder)
    })
  })

  credentialsContract(() => storage)

  describe('bots', () => {
    it('reads what was created, by id and by public id', async () => {
      const row = { ...bot('b3'), publicId: 'public', riskLevel: 2, isClosed: true }
      expect(await storage.bots.create(row)).toBe('created')
      expect(await storage.bots.find('b3')).toEqual(row)
      const { flow: _flow, theme: _theme, settings: _settings, ...summary } = row
      expect(await storage.bots.findSummary('b3')).toEqual(summary)
      expect(await storage.bots.findSummary('none')).toBeUndefined()
      expect(await storage.bots.findByPublicId('public')).toEqual({ ...summary, experiment: null, isSuspended: false })
      await storage.workspaces.update('w1', { isSuspended: true }, 1)
      expect(await storage.bots.findByPublicId('public')).toEqual({ ...summary, experiment: null, isSuspended: true })
      expect(await storage.bots.findByPublicId('none')).toBeUndefined()
    })
    it('finds a bot by the start of its id, even a deleted one', async () => {
      await storage.bots.create(bot('k1a2b3c4d5'))
      expect(await storage.bots.findByStartOfId('k1a2b3')).toMatchObject({ id: 'k1a2b3c4d5', isDeleted: false })
      expect(await storage.bots.findByStartOfId('k1a2b4')).toBeUndefined()
      await storage.bots.delete('w1', 'k1a2b3c4d5', 60)
      expect(await storage.bots.findByStartOfId('k1a2b3')).toMatchObject({ isDeleted: true })
    })
    it('puts a copy of another workspace in the place of a bot, with its public id, and archives the original', async () => {
      await storage.bots.update('w1', 'b1', { publicId: 'public' }, 50)
      const copy = { ...bot('moved'), workspaceId: 'w2' }
      expect(await storage.bots.replace(copy, { workspaceId: 'w2', id: 'b1' }, 60)).toBe('missing')
      expect(await storage.bots.find('moved')).toBeUndefined()
      expect(await storage.bots.replace(copy, { workspaceId: 'w1', id: 'b1' }, 60)).toBe('replaced')
      expect(await storage.bots.findByPublicId('public')).toMatchObject({ id: 'moved', workspaceId: 'w2' })
      expect(await storage.bots.find('b1')).toMatchObject({ publicId: null, archivedAt: 60, publishedReleaseId: null })
    })
    it('refuses a public id of another bot', async () => {
      await storage.bots.create({ ...bot('b3'), publicId: 'public' })
      expect(await storage.bots.create({ ...bot('b4'), publicId: 'public' })).toBe('taken')
      expect(await storage.bots.find('b4')).toBeUndefined()
      expect(await storage.bots.update('w1', 'b1', { publicId: 'public', name: 'x' }, 50)).toEqual({
        kind: 'taken',
        field: 'publicId',
      })
      expect(await storage.bots.find('b1')).toEqual(bot('b1'))
      expect(await storage.bots.update('w1', 'b3', { publicId: 'public' }, 50)).toMatchObject({ kind: 'updated' })
    })
    it('refuses a custom domain of another bot of the workspace', async () => {
      const customDomain = 'chat.example.com/help'
      expect(await storage.bots.update('w1', 'b1', { customDomain }, 50)).toMatchObject({ kind: 'updated' })
      expect(await storage.bots.update('w2', 'b2', { customDomain }, 50)).toMatchObject({ kind: 'updated' })
      expect(await storage.bots.create({ ...bot('b3'), customDomain })).toBe('taken')
      await storage.bots.create(bot('b3'))
      expect(await storage.bots.update('w1', 'b3', { customDomain, name: 'x' }, 50)).toEqual({
        kind: 'taken',
        field: 'customDomain',
      })
      expect((await storage.bots.find('b3'))?.name).toBe('b3')
      expect(await storage.bots.update('w1', 'b1', { customDomain }, 60)).toMatchObject({ kind: 'updated' })
      await storage.bots.delete('w1', 'b1', 70)
      expect(await storage.bots.update('w1', 'b3', { customDomain }, 80)).toMatchObject({ kind: 'updated' })
    })
    it('lists newest first, by folder, without the deleted and without documents', async () => {
      await storage.bots.create({ ...bot('b3'), createdAt: 20, folderId: 'f1' })
      await storage.bots.create({ ...bot('b4'), createdAt: 30 })
      await storage.bots.delete('w1', 'b4', 40)
      const { flow: _flow, theme: _theme, settings: _settings, ...summary } = bot('b1')
      expect(await storage.bots.list('w1', { folderId: null })).toEqual([summary])
      expect((await storage.bots.list('w1')).map(({ id }) => id)).toEqual(['b3', 'b1'])
      expect((await storage.bots.list('w1', { folderId: 'f1' })).map(({ id }) => id)).toEqual(['b3'])
    })
    it('updates what is given and nothing else', async () => {
      const change = { name: 'New', folderId: 'f1', flow: '{"new":true}' }
      const updated = { ...bot('b1'), ...change, updatedAt: 50 }
      expect(await storage.bots.update('w1', 'b1', change, 50)).toEqual({ kind: 'updated', bot: updated })
      expect(await storage.bots.update('w1', 'none', change, 50)).toEqual({ kind: 'missing' })
    })
    it('refuses an update when a later one is stored', async () => {
      await storage.bots.update('w1', 'b1', { name: 'Theirs' }, 50)
      expect(await storage.bots.update('w1', 'b1', { name: 'Mine' }, 60, 49)).toEqual({
        kind: 'conflict',
        updatedAt: 50,
      })
      expect((await storage.bots.find('b1'))?.name).toBe('Theirs')
      expect(await storage.bots.update('w1', 'b1', { name: 'Mine' }, 60, 50)).toMatchObject({ kind: 'updated' })
    })
    it('archives a bot with its results, and ends its sessions', async () => {
      await storage.releases.publish(release, 'public')
      await storage.sessions.commit(commit(1))
      expect(await storage.bots.delete('w1', 'b1', 50)).toBe(true)
      expect(await storage.bots.delete('w1', 'b1', 60)).toBe(false)
      expect(await storage.bots.find('b1')).toEqual({ ...bot('b1'), isDeleted: true, updatedAt: 50 })
      expect(await storage.results.list('w1', 'b1', { limit: 10, bytes: 1_000_000 })).toEqual({ rows: [], bytes: 0 })
      expect(await storage.sessions.get('s1')).toBeUndefined()
      expect(await storage.bots.findByPublicId('public')).toBeUndefined()
    })
    it('takes no turns of a deleted bot', async () => {
      await storage.sessions.commit(commit(1))
      await storage.bots.delete('w1', 'b1', 50)
      expect(await storage.sessions.commit(commit(2))).toBe('stale')
      expect(await storage.sessions.commit(commit(1, { sessionId: 's2' }))).toBe('stale')
    })
  })

  describe('releases', () => {
    it('publishes, keeps the first public id and unpublishes', async () => {
      expect(await storage.releases.publish(release, 'public')).toBe('published')
      expect(await storage.releases.publish({ ...release, id: 'rel2' }, 'other')).toBe('published')
      expect(await storage.releases.get('rel1')).toEqual(release)
      expect(await storage.bots.find('b1')).toMatchObject({ publicId: 'public', publishedReleaseId: 'rel2' })
      const { flow: _, theme: __, settings: ___, ...summary } = release
      expect(await storage.releases.list('w1', 'b1', { limit: 5 })).toEqual([{ ...summary, id: 'rel2' }, summary])
      const [first] = await storage.releases.list('w1', 'b1', { limit: 1 })
      expect(await storage.releases.list('w1', 'b1', { limit: 5, before: first! })).toEqual([summary])
      expect(await storage.releases.list('w2', 'b1', { limit: 5 })).toEqual([])
      expect(await storage.releases.annotate('w1', 'b1', 'rel1', 'New')).toEqual({ ...summary, note: 'New' })
      expect(await storage.releases.annotate('w2', 'b1', 'rel1', 'Theirs')).toBeUndefined()
      await storage.releases.override('w1', 'b1', 'rel1', '{"reason":"One"}')
      await storage.releases.override('w2', 'b1', 'rel1', '{"reason":"Theirs"}')
      await storage.releases.override('w1', 'b1', 'rel1', '{"reason":"Two"}')
      const overridden = await storage.releases.get('rel1')
      expect(JSON.parse(overridden?.overrides ?? '')).toEqual([{ reason: 'One' }, { reason: 'Two' }])
      expect(await storage.releases.unpublish('w1', 'b1', 50)).toBe(true)
      expect(await storage.releases.unpublish('w1', 'b1', 50)).toBe(false)
      expect(await storage.releases.publish({ ...release, id: 'rel3', botId: 'none' }, 'x')).toBe('missing')
    })
    it('refuses a public id of another bot', async () => {
      await storage.bots.create({ ...bot('b3'), publicId: 'public' })
      expect(await storage.releases.publish(release, 'public')).toBe('taken')
      expect(await storage.releases.get('rel1')).toBeUndefined()
      expect(await storage.bots.find('b1')).toEqual(bot('b1'))
    })
  })

  sessionsContract(() => storage)
  recordingsContract(() => storage)
  resultsContract(() => storage)
  removalsContract(() => storage)
  messagingContract(() => storage)
  uploadContract(() => storage)
  retentionContract(() => storage)
  peopleContract(() => storage)
  oauthContract(() => storage)
  knowledgeContract(() => storage)
  modelSpendingContract(() => storage)
  integrationCallsContract(() => storage)
  operatorContract(() => storage)
  workspaceResourcesContract(() => storage)
  botOperationsContract(() => storage)
  botCommentsContract(() => storage)
  summaryLinksContract(() => storage)
  summaryMailsContract(() => storage)
  standingItemsContract(() => storage)
  deliveriesContract(() => storage)
  conversationsContract(() => storage)
  teamsContract(() => storage)
  notificationsContract(() => storage)
  contactsContract(() => storage)
  contactRacesContract(() => storage)
  contactExchangeContract(() => storage)
  botTestsContract(() => storage)
  environmentsContract(() => storage)
  experimentsContract(() => storage)
  analyticsContract(() => storage)
  quotasContract(async (quotas) => {
    await storage.close()
    storage = await open(quotas)
    await seed(storage)
    return storage
  })

  describe('changes', () => {
    it('are published with the id, once they can be read', async () => {
      const told: unknown[] = []
      const unsubscribe = storage.changes.subscribe('bots', (id) => told.push(id))
      const heard: unknown[] = []
      storage.changes.subscribe('webhooks', (id) => heard.push(id))
      await storage.sessions.commit(commit(1))
      await storage.bots.update('w1', 'b1', { name: 'New' }, 50)
      await storage.releases.publish(release, 'public')
      await storage.webhooks.hold({
        id: 'h',
        workspaceId: 'w1',
        sessionId: 's1',
        blockId: 'b',
        body: '1',
        createdAt: 1,
      })
      await vi.waitFor(() => expect([told, heard]).toEqual([['b1', 'b1'], ['s1']]))
      unsubscribe()
      await storage.changes.publish('bots', 'b1')
      await storage.changes.publish('webhooks', 's2')
      await vi.waitFor(() =>
        expect([told, heard]).toEqual([
          ['b1', 'b1'],
          ['s1', 's2'],
        ]),
      )
    })
  })

  it('runs what is exclusive, and rejects as it does', async () => {
    expect(await storage.exclusively('job', async () => 'done')).toBe('done')
    const failing = storage.exclusively('job', async () => {
      throw new Error('The job failed')
    })
    await expect(failing).rejects.toThrow('The job failed')
    expect(await storage.exclusively('job', async () => 'again')).toBe('again')
  })

  describe('settings', () => {
    it('writes only when absent', async () => {
      expect(await storage.settings.get('key')).toBeUndefined()
      expect(await storage.settings.setIfAbsent('key', 'first')).toBe('first')
      expect(await storage.settings.setIfAbsent('key', 'second')).toBe('first')
      expect(await storage.settings.get('key')).toBe('first')
    })
  })

  it('check passes on a sound database', async () => {
    await storage.check()
  })

  it('claims a name until it is given back', async () => {
    const giveBack = await storage.claims.take('name')
    expect(giveBack).toBeTypeOf('function')
    await giveBack?.()
    expect(await storage.claims.take('name')).toBeTypeOf('function')
  })

  it('calls every method', () => {
    const methods = methodsOf(storage)
    expect(methods.length).toBeGreaterThan(200)
    expect(methods.filter((method) => !called.has(method))).toEqual([])
  })
}
