import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Storage } from '../storage.js'
import { analyticsContract } from './analytics-contract.js'
import { belongingsContract } from './belongings-contract.js'
import { botCommentsContract } from './bot-comments-contract.js'
import { botOperationsContract } from './bot-operations-contract.js'
import { credentialsContract } from './credentials-contract.js'
import { peopleContract } from './people-contract.js'
import { retentionContract } from './retention-contract.js'
import { bot, commit, folder, release, seed, token, user, workspace } from './rows.js'
import { uploadContract } from './upload-contract.js'

/** Everything that an implementation of `Storage` promises; `open` answers a new, empty one each time. */
export function storageContract(open: () => Promise<Storage>): void {
  let storage: Storage
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
    it('keeps a bot that was put away, and lists it apart or with the others', async () => {
      await storage.bots.create({ ...bot('b3'), createdAt: 20 })
      expect(await storage.bots.update('w1', 'b1', { shelvedAt: 40 }, 40)).toMatchObject({ kind: 'updated' })
      const ids = async (isShelved?: boolean) =>
        (await storage.bots.list('w1', { ...(isShelved !== undefined && { isShelved }) })).map(({ id }) => id)
      expect([await ids(true), await ids(false), await ids()]).toEqual([['b1'], ['b3'], ['b3', 'b1']])
      await storage.bots.update('w1', 'b1', { shelvedAt: null }, 50)
      expect(await ids(true)).toEqual([])
    })
    it('updates what is given and nothing else', async () => {
      const updated = await storage.workspaces.update('w1', { name: 'New', isPastDue: true }, 99)
      expect(updated).toEqual({ ...workspace('w1'), name: 'New', isPastDue: true, updatedAt: 99 })
      expect(await storage.workspaces.update('none', { name: 'New' }, 99)).toBeUndefined()
    })
    it('deletes a workspace with everything in it', async () => {
      await storage.sessions.commit(commit(1))
      await storage.releases.publish(release, 'public')
      await storage.folders.create({ ...folder })
      expect(await storage.workspaces.delete('w1')).toBe(true)
      expect(await storage.workspaces.delete('w1')).toBe(false)
      expect(await storage.bots.find('b1')).toBeUndefined()
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
    expect(await storage.bots.archive('w2', 'b1', 50)).toBe(false)
    expect(await storage.releases.publish({ ...release, workspaceId: 'w2' }, 'public')).toBe('missing')
    expect(await storage.releases.unpublish('w2', 'b1')).toBe(false)
    expect(await storage.results.list('w2', 'b1', { limit: 10 })).toEqual([])
    expect(await storage.results.get('w2', 'b1', 'r1')).toBeUndefined()
    expect(await storage.results.get('w1', 'b2', 'r1')).toBeUndefined()
    expect(await storage.results.logs('w2', 'b1', 'r1')).toEqual([])
    expect(await storage.results.archive('w2', 'b1', 'all', 50)).toBe(0)
    expect(await storage.results.archive('w2', 'b1', ['r1'], 50)).toBe(0)
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
      expect(await storage.bots.findByPublicId('public')).toEqual({ ...summary, isSuspended: false })
      await storage.workspaces.update('w1', { isSuspended: true }, 1)
      expect(await storage.bots.findByPublicId('public')).toEqual({ ...summary, isSuspended: true })
      expect(await storage.bots.findByPublicId('none')).toBeUndefined()
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
    it('refuses a custom domain of another bot, of any workspace', async () => {
      const customDomain = 'chat.example.com/help'
      expect(await storage.bots.update('w1', 'b1', { customDomain }, 50)).toMatchObject({ kind: 'updated' })
      expect(await storage.bots.update('w2', 'b2', { customDomain, name: 'x' }, 50)).toEqual({
        kind: 'taken',
        field: 'customDomain',
      })
      expect((await storage.bots.find('b2'))?.name).toBe('b2')
      expect(await storage.bots.create({ ...bot('b3'), customDomain })).toBe('taken')
      expect(await storage.bots.update('w1', 'b1', { customDomain }, 60)).toMatchObject({ kind: 'updated' })
      await storage.bots.archive('w1', 'b1', 70)
      expect(await storage.bots.update('w2', 'b2', { customDomain }, 80)).toMatchObject({ kind: 'updated' })
    })
    it('lists newest first, by folder, without the archived and without documents', async () => {
      await storage.bots.create({ ...bot('b3'), createdAt: 20, folderId: 'f1' })
      await storage.bots.create({ ...bot('b4'), createdAt: 30 })
      await storage.bots.archive('w1', 'b4', 40)
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
      expect(await storage.bots.archive('w1', 'b1', 50)).toBe(true)
      expect(await storage.bots.archive('w1', 'b1', 60)).toBe(false)
      expect(await storage.bots.find('b1')).toEqual({ ...bot('b1'), isArchived: true, updatedAt: 50 })
      expect(await storage.results.list('w1', 'b1', { limit: 10 })).toEqual([])
      expect(await storage.sessions.get('s1')).toBeUndefined()
      expect(await storage.bots.findByPublicId('public')).toBeUndefined()
    })
    it('takes no turns of an archived bot', async () => {
      await storage.sessions.commit(commit(1))
      await storage.bots.archive('w1', 'b1', 50)
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
      expect(await storage.releases.unpublish('w1', 'b1')).toBe(true)
      expect(await storage.releases.unpublish('w1', 'b1')).toBe(false)
      expect(await storage.releases.publish({ ...release, id: 'rel3', botId: 'none' }, 'x')).toBe('missing')
    })
    it('refuses a public id of another bot', async () => {
      await storage.bots.create({ ...bot('b3'), publicId: 'public' })
      expect(await storage.releases.publish(release, 'public')).toBe('taken')
      expect(await storage.releases.get('rel1')).toBeUndefined()
      expect(await storage.bots.find('b1')).toEqual(bot('b1'))
    })
  })

  describe('sessions', () => {
    it('keeps a whole turn', async () => {
      expect(await storage.sessions.commit(commit(1))).toBe('committed')
      expect(await storage.sessions.commit(commit(2))).toBe('committed')
      expect(await storage.sessions.get('s1')).toEqual({ ...commit(2).session, createdAt: 101 })
      expect(await storage.sessions.turns('s1')).toEqual([commit(1).turn, commit(2).turn])
      expect(await storage.sessions.turnByKey('s1', 'key-2')).toEqual(commit(2).turn)
      expect(await storage.sessions.turnByKey('s2', 'key-2')).toBeUndefined()
      expect(await storage.results.answers(['r1'])).toEqual([...commit(1).answers, ...commit(2).answers])
      expect(await storage.results.logs('w1', 'b1', 'r1')).toEqual([...commit(1).logs, ...commit(2).logs])
      expect(await storage.results.visitedEdges('r1')).toEqual([
        { index: 1, edgeId: 'edge-1' },
        { index: 2, edgeId: 'edge-2' },
      ])
      expect(await storage.results.history('r1')).toEqual([
        { index: 1, blockIndex: 0, blockId: 'block-1', variableId: 'v1', value: '"1"' },
        { index: 2, blockIndex: 0, blockId: 'block-2', variableId: 'v1', value: '"2"' },
      ])
    })
    it('opens a session with the standing of its workspace and what a key was answered', async () => {
      await storage.sessions.commit(commit(1))
      const row = await storage.sessions.get('s1')
      expect(await storage.sessions.open('s1')).toEqual({ row, isSuspended: false, answered: undefined })
      expect(await storage.sessions.open('s1', 'other')).toEqual({ row, isSuspended: false, answered: undefined })
      await storage.workspaces.update('w1', { isSuspended: true }, 1)
      const answered = { requestHash: 'hash', answer: '{"é":1}' }
      expect(await storage.sessions.open('s1', 'key-1')).toEqual({ row, isSuspended: true, answered })
      expect(await storage.sessions.open('s9')).toBeUndefined()
    })
    it('opens a session as it stands, whatever was written since the last turn', async () => {
      const opened = async () => (await storage.sessions.open('s1'))?.row
      for (const version of [1, 2, 3]) {
        expect(await storage.sessions.commit(commit(version))).toBe('committed')
        expect(await opened()).toEqual(await storage.sessions.get('s1'))
        expect(await opened()).toMatchObject({ version, createdAt: 101 })
      }
      expect(await storage.sessions.commit(commit(3, { key: 'late' }))).toBe('stale')
      expect(await opened()).toMatchObject({ version: 3 })
      await storage.workspaces.update('w1', { isSuspended: true }, 1)
      expect(await storage.sessions.open('s1')).toMatchObject({ isSuspended: true })
      await storage.workspaces.update('w1', { isSuspended: false }, 2)
      expect(await storage.sessions.commit(commit(4))).toBe('committed')
      expect(await storage.sessions.open('s1')).toMatchObject({ isSuspended: false, row: { version: 4 } })
      expect(await storage.sessions.removeExpired(1_004, 10)).toBe(1)
      expect(await opened()).toBeUndefined()
      expect(await storage.sessions.commit(commit(5))).toBe('stale')
    })
    it('finds a bot by its public id as it stands, also while it is written', async () => {
      const found = () => storage.bots.findByPublicId('public')
      await storage.bots.update('w1', 'b1', { publicId: 'public' }, 5)
      expect(await found()).toMatchObject({ isClosed: false })
      expect(await found()).toMatchObject({ isClosed: false })
      const meanwhile = found()
      await storage.bots.update('w1', 'b1', { isClosed: true }, 6)
      await meanwhile
      expect(await found()).toMatchObject({ isClosed: true })
      await storage.bots.update('w1', 'b1', { publicId: 'other' }, 7)
      expect(await found()).toBeUndefined()
    })
    it('moves the end of a session, its release and its result', async () => {
      await storage.sessions.commit(commit(1))
      const moved = { releaseId: 'release-2', resultId: 'r2', expiresAt: 5_000 }
      const second = commit(2)
      await storage.sessions.commit({ ...second, session: { ...second.session, ...moved } })
      expect(await storage.sessions.get('s1')).toMatchObject(moved)
    })
    it('refuses a commit whose version was saved by somebody else', async () => {
      await storage.sessions.commit(commit(1))
      const first = commit(2)
      const second = commit(2, { key: 'other' })
      expect(await Promise.all([first, second].map((one) => storage.sessions.commit(one)))).toEqual([
        'committed',
        'stale',
      ])
      expect(await storage.results.answers(['r1'])).toHaveLength(2)
      expect(await storage.sessions.commit(commit(4))).toBe('stale')
    })
    it('refuses a live start whose release is not the one that is live in an open bot', async () => {
      const start = (sessionId: string, releaseId: string | null) => {
        const made = commit(1, { sessionId, resultId: sessionId })
        return storage.sessions.commit({ ...made, session: { ...made.session, releaseId } })
      }
      expect(await start('s1', 'rel1')).toBe('stale')
      await storage.releases.publish(release, 'public')
      const both = [start('s1', 'rel1'), start('s2', 'rel2'), start('s3', null), start('s4', 'rel1')]
      expect(await Promise.all(both)).toEqual(['committed', 'stale', 'committed', 'committed'])
      const closing = [{ isClosed: true }, { shelvedAt: 5 }]
      const opening = [{ isClosed: false }, { shelvedAt: null }]
      for (const [index, change] of closing.entries()) {
        await storage.bots.update('w1', 'b1', change, 10)
        expect(await start(`closed-${index}`, 'rel1')).toBe('stale')
        expect(await start(`preview-${index}`, null)).toBe('committed')
        await storage.bots.update('w1', 'b1', opening[index]!, 11)
      }
      await storage.workspaces.update('w1', { isSuspended: true }, 1)
      expect(await start('suspended', 'rel1')).toBe('stale')
      await storage.workspaces.update('w1', { isSuspended: false }, 2)
      expect(await start('again', 'rel1')).toBe('committed')
      await storage.releases.unpublish('w1', 'b1')
      expect(await start('unpublished', 'rel1')).toBe('stale')
    })
    it('refuses a turn that was made of another session than the one that stands there', async () => {
      await storage.sessions.commit(commit(1))
      expect(await storage.sessions.commit({ ...commit(2), updatedBefore: 100 })).toBe('stale')
      expect(await storage.sessions.commit({ ...commit(2), updatedBefore: null })).toBe('stale')
      expect(await storage.sessions.turns('s1')).toHaveLength(1)
      expect(await storage.sessions.commit(commit(2))).toBe('committed')
    })
    it('refuses a turn of a session whose workspace is suspended, until it is not', async () => {
      await storage.sessions.commit(commit(1))
      await storage.workspaces.update('w1', { isSuspended: true }, 1)
      expect(await storage.sessions.commit(commit(2))).toBe('stale')
      await storage.workspaces.update('w2', { isSuspended: true }, 2)
      await storage.workspaces.update('w1', { isSuspended: false }, 3)
      expect(await storage.sessions.commit(commit(2))).toBe('committed')
    })
    it('refuses a session, turn number or key that exists', async () => {
      await storage.sessions.commit(commit(1))
      expect(await storage.sessions.commit(commit(1, { key: null, number: 2 }))).toBe('stale')
      expect(await storage.sessions.commit(commit(2, { number: 1 }))).toBe('stale')
      expect(await storage.sessions.commit(commit(2, { key: 'key-1' }))).toBe('stale')
      expect((await storage.sessions.get('s1'))?.version).toBe(1)
      expect(await storage.sessions.commit(commit(1, { sessionId: 's2', resultId: 'r2' }))).toBe('committed')
    })
    it('takes many turns without a key', async () => {
      for (const version of [1, 2, 3]) {
        expect(await storage.sessions.commit(commit(version, { key: null }))).toBe('committed')
      }
    })
    it('a stale or failing commit leaves the others of its transaction alone', async () => {
      const failing = commit(1, { sessionId: 's2', resultId: 'r2' })
      failing.answers[0]!.content = null as unknown as string
      const outcomes = await Promise.allSettled(
        [commit(1), commit(3), failing, commit(1, { sessionId: 's3', resultId: 'r3' })].map((one) =>
          storage.sessions.commit(one),
        ),
      )
      expect(outcomes.map((outcome) => (outcome.status === 'fulfilled' ? outcome.value : 'failed'))).toEqual([
        'committed',
        'stale',
        'failed',
        'committed',
      ])
      expect(await storage.sessions.get('s2')).toBeUndefined()
      expect(await storage.results.get('w1', 'b1', 'r2')).toBeUndefined()
      expect((await storage.sessions.get('s3'))?.version).toBe(1)
    })
    it('gives each version to exactly one of 1000 concurrent commits', async () => {
      const commits = Array.from({ length: 1000 }, (_, index) => {
        return commit(Math.floor(index / 10) + 1, { key: `try-${index}` })
      })
      const outcomes = await Promise.all(commits.map((one) => storage.sessions.commit(one)))
      expect(outcomes.filter((outcome) => outcome === 'committed')).toHaveLength(100)
      expect((await storage.sessions.get('s1'))?.version).toBe(100)
      expect((await storage.sessions.turns('s1')).map(({ number }) => number)).toEqual(
        Array.from({ length: 100 }, (_, index) => index + 1),
      )
    })
    it('removes expired sessions with their turns, at most as many as asked', async () => {
      for (const id of ['s1', 's2', 's3']) await storage.sessions.commit(commit(1, { sessionId: id, resultId: id }))
      expect(await storage.sessions.removeExpired(1_000, 10)).toBe(0)
      expect(await storage.sessions.removeExpired(1_001, 2)).toBe(2)
      expect(await storage.sessions.removeExpired(1_001, 2)).toBe(1)
      expect(await storage.sessions.turns('s1')).toEqual([])
    })
  })

  it('keeps every text as it is, but for NUL and halves of surrogate pairs', async () => {
    const text = 'é 🙂 \u202Eרז \\ "quoted" \'single\' {braces},\n\t? $1'
    const odd = commit(1, { result: { variables: JSON.stringify([text, '\0', '\uD800']) } })
    odd.answers[0]!.content = `${text}\0\uD800`
    odd.answers[0]!.variableId = ''
    odd.logs[0]!.description = 'x'.repeat(65_536)
    expect(await storage.sessions.commit(odd)).toBe('committed')
    const [answer] = await storage.results.answers(['r1'])
    expect(answer).toMatchObject({ content: `${text}\uFFFD\uFFFD`, variableId: '', attachedFileUrls: null })
    expect((await storage.results.get('w1', 'b1', 'r1'))?.variables).toBe(odd.results[0]!.variables)
    expect((await storage.results.logs('w1', 'b1', 'r1'))[0]?.description).toHaveLength(65_536)
    expect(await storage.sessions.get('s\0')).toBeUndefined()
    expect(await storage.sessions.open('s\0', '\0')).toBeUndefined()
  })

  describe('results', () => {
    it('keeps hasStarted and isCompleted once set, and createdAt', async () => {
      await storage.sessions.commit(commit(1, { result: { isCompleted: true } }))
      await storage.sessions.commit(commit(2, { result: { hasStarted: false, isCompleted: false, variables: '[2]' } }))
      expect(await storage.results.get('w1', 'b1', 'r1')).toEqual({
        id: 'r1',
        botId: 'b1',
        workspaceId: 'w1',
        createdAt: 101,
        updatedAt: 102,
        hasStarted: true,
        isCompleted: true,
        isArchived: false,
        variables: '[2]',
        lastChatSessionId: 's1',
      })
    })
    it('lists started results newest first, ties by id, after the keyset', async () => {
      const at = { a: 10, b: 20, c: 20, d: 30 }
      for (const [id, time] of Object.entries(at)) {
        await storage.sessions.commit(commit(1, { sessionId: id, resultId: id, result: { at: time } }))
      }
      await storage.sessions.commit(commit(1, { sessionId: 'e', resultId: 'e', result: { hasStarted: false } }))
      const ids = async (filter: Omit<Parameters<Storage['results']['list']>[2], 'limit'>, limit = 10) =>
        (await storage.results.list('w1', 'b1', { ...filter, limit })).map(({ id }) => id).join('')
      expect(await ids({})).toBe('dcba')
      expect(await ids({}, 2)).toBe('dc')
      expect(await ids({ before: { createdAt: 20, id: 'c' } })).toBe('ba')
      expect(await ids({ from: 20, to: 30 })).toBe('cb')
      expect(await ids({ from: 20, before: { createdAt: 30, id: 'd' } })).toBe('cb')
    })
    it('archives results with all that belongs to them', async () => {
      await storage.sessions.commit(commit(1))
      await storage.sessions.commit(commit(1, { sessionId: 's2', resultId: 'r2' }))
      expect(await storage.results.archive('w1', 'b1', ['r1', 'none'], 50)).toBe(1)
      expect(await storage.results.archive('w1', 'b1', ['r1'], 50)).toBe(0)
      expect((await storage.results.list('w1', 'b1', { limit: 10 })).map(({ id }) => id)).toEqual(['r2'])
      expect(await storage.results.get('w1', 'b1', 'r1')).toMatchObject({ isArchived: true, variables: '[]' })
      expect(await storage.results.answers(['r1'])).toEqual([])
      expect(await storage.results.logs('w1', 'b1', 'r1')).toEqual([])
      expect(await storage.results.visitedEdges('r1')).toEqual([])
      expect(await storage.results.history('r1')).toEqual([])
      expect(await storage.sessions.turns('s1')).toEqual([])
      expect(await storage.results.answers(['r1', 'r2'])).toHaveLength(1)
      expect(await storage.results.archive('w1', 'b1', 'all', 50)).toBe(1)
    })
    it('does not revive an archived result', async () => {
      await storage.sessions.commit(commit(1))
      await storage.results.archive('w1', 'b1', 'all', 50)
      expect(await storage.sessions.commit(commit(2))).toBe('committed')
      await storage.results.addLogs([{ ...commit(3).logs[0]! }])
      expect(await storage.results.get('w1', 'b1', 'r1')).toMatchObject({ isArchived: true, variables: '[]' })
      expect(await storage.results.answers(['r1'])).toEqual([])
      expect(await storage.results.logs('w1', 'b1', 'r1')).toEqual([])
    })
    it('finds a result by its id alone, until it is archived', async () => {
      await storage.sessions.commit(commit(1))
      expect(await storage.results.find('r1')).toMatchObject({
        workspaceId: 'w1',
        botId: 'b1',
        lastChatSessionId: 's1',
      })
      expect(await storage.results.find('none')).toBeUndefined()
      await storage.results.archive('w1', 'b1', 'all', 50)
      expect(await storage.results.find('r1')).toBeUndefined()
    })
    it('adds logs, oldest first', async () => {
      await storage.sessions.commit(commit(1))
      await storage.results.addLogs([{ ...commit(1).logs[0]!, id: 'early', createdAt: 1 }])
      expect((await storage.results.logs('w1', 'b1', 'r1')).map(({ id }) => id)).toEqual(['early', 'log-s1-1'])
    })
  })

  describe('held webhooks', () => {
    const held = (id: string, createdAt: number) => ({
      id,
      workspaceId: 'w1',
      sessionId: 's1',
      blockId: 'block',
      body: `{"id":"${id}"}`,
      createdAt,
    })
    it('are given in their order, each to one turn', async () => {
      await storage.sessions.commit(commit(1))
      expect(await storage.webhooks.hold(held('h1', 10))).toBe('held')
      expect(await storage.webhooks.hold(held('h2', 20))).toBe('held')
      expect(await storage.webhooks.take('s1', 'other', 1)).toBeUndefined()
      expect(await storage.webhooks.take('s1', 'block', 1)).toEqual(held('h1', 10))
      expect(await storage.webhooks.take('s1', 'block', 1)).toEqual(held('h1', 10))
      expect(await storage.webhooks.take('s1', 'block', 2)).toEqual(held('h2', 20))
      expect(await storage.webhooks.take('s1', 'block', 3)).toBeUndefined()
    })
    it('go with their session, and are refused without one', async () => {
      await storage.sessions.commit(commit(1))
      await storage.webhooks.hold(held('h1', 10))
      expect(await storage.sessions.removeExpired(2_000, 10)).toBe(1)
      expect(await storage.webhooks.take('s1', 'block', 1)).toBeUndefined()
      expect(await storage.webhooks.hold(held('h1', 10))).toBe('missing')
      await storage.sessions.commit(commit(1))
      expect(await storage.webhooks.hold({ ...held('h1', 10), workspaceId: 'w2' })).toBe('missing')
    })
  })

  it('finds the preview of a bot that was used last', async () => {
    await storage.sessions.commit(commit(1))
    await storage.sessions.commit(commit(2))
    await storage.sessions.commit(commit(1, { sessionId: 's2', resultId: 'r2' }))
    expect((await storage.sessions.latestPreview('w1', 'b1', 0))?.id).toBe('s1')
    expect(await storage.sessions.latestPreview('w2', 'b1', 0)).toBeUndefined()
    expect(await storage.sessions.latestPreview('w1', 'b1', 1_002)).toBeUndefined()
  })
  uploadContract(() => storage)
  retentionContract(() => storage)
  peopleContract(() => storage)
  belongingsContract(() => storage)
  botOperationsContract(() => storage)
  botCommentsContract(() => storage)
  analyticsContract(() => storage)

  describe('changes', () => {
    it('are told with the id, once they can be read', async () => {
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
}
