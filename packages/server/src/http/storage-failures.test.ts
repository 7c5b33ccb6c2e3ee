import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Endpoint } from '@colloquy/api'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { failingStorage, type StorageCall } from '../testing/failing-storage.js'
import { populatedWorkspace } from '../testing/populated-workspace.js'
import { provingDns } from '../testing/proving-dns.js'
import { allEndpoints, callOperation, instanceAdminOperations, successOf } from '../testing/requests.js'
import { askingBot, type TestService, testService } from '../testing/test-service.js'

const run = promisify(execFile)

let service: TestService
let beforeCall: (call: StorageCall) => void = () => {}
let done: StorageCall[] = []
beforeAll(async () => {
  const wrap = (storage: TestService['storage']) =>
    failingStorage(
      storage,
      (call) => beforeCall(call),
      (call) => done.push(call),
    )
  service = await testService({}, { wrap, dns: provingDns(() => service, 'bots.example') })
})
afterAll(() => service.close())

/**
 * Returns the number of writes of an operation. All data is written by one call, which is all or nothing. A file arrives between two
 * writes: its space is reserved before. So is a preview on a phone before a message is sent, because the number in a day is limited.
 * Verifying a webhook uses up a token.
 */
function writesOf({ id, method, isReadOnly, takesFile }: Endpoint): number {
  if (id === 'verifyMessagingWebhook') return 1
  if (method === 'GET' || isReadOnly) return 0
  return takesFile || id === 'startMessagingPreview' ? 2 : 1
}
/** Done by each process after rules have changed, or while somebody is in an inbox, and again if that fails. */
const isInBackground = (name: string) =>
  /^(notifications\.(events|nextDueAt|assign|take)|inboxPresence\.note|teams\.withWaiting)$/.test(name)
/**
 * Changes of a conversation come first, and what is under way is waited for and shown afterwards: the same request again changes nothing more,
 * and is answered.
 */
const isRepeatable = (name: string) => /^conversations\.(hold|update)$/.test(name)
const isReservation = (name: string) => /^(uploads\.(create|begin|release)|previewPhones\.take)$/.test(name)

test('a visitor whose page fails is answered with a page', async () => {
  await service.publish(askingBot('away'))
  beforeCall = () => {
    throw new Error('The connection is gone')
  }
  const response = await service.app.inject({ url: '/c/away', headers: { accept: 'text/html' } })
  beforeCall = () => {}
  expect(response.statusCode).toBe(503)
  expect(response.headers).toMatchObject({ 'content-type': 'text/html; charset=utf-8', 'retry-after': '1' })
  expect(response.body).toContain('>This chat is not reachable at the moment</h1>')
})

test.each(allEndpoints.filter((it) => !it.needsNoStorage).map((it) => [it.id, it] as const))(
  '%s: whichever call of the storage fails, the answer is a 503 and nothing was written',
  async (_, endpoint) => {
    const { ids, admin } = await populatedWorkspace(service, endpoint)
    const token = instanceAdminOperations.has(endpoint.id) ? service.token : admin
    let isChanged = false
    for (let failing = 0; ; failing++) {
      let calls = 0
      done = []
      let refused = ''
      beforeCall = ({ name }) => {
        if (isInBackground(name) || calls++ !== failing) return
        refused = name
        throw new Error('The connection is gone')
      }
      const response = await callOperation(service, endpoint, ids, { token })
      beforeCall = () => {}
      const writes = done.filter(({ name, isWrite }) => isWrite && !isInBackground(name))
      if (calls <= failing) {
        expect(response.status).toBe(successOf(endpoint))
        expect(failing, 'calls of the storage').toBeGreaterThan(0)
        expect(isChanged ? Math.max(1, writes.length) : writes.length).toBe(writesOf(endpoint))
        return
      }
      expect(response.body, `after ${refused} failed`).toMatchObject({ code: 'storage_unavailable', status: 503 })
      expect(Number(response.headers['retry-after'])).toBeGreaterThan(0)
      isChanged ||= writes.some(({ name }) => isRepeatable(name))
      // A failed upload keeps its state and may be sent again, which is the next round.
      expect(writes.filter(({ name }) => !isReservation(name) && !isRepeatable(name))).toEqual([])
    }
  },
)

test('a reply whose commit failed can be sent again', async () => {
  await service.publish(askingBot('again'))
  const { sessionId } = (await service.call('POST', '/api/v1/bots/again/startChat')).body
  const say = () =>
    service.call('POST', `/api/v1/sessions/${sessionId}/continueChat`, { message: 'Ada' }, { 'idempotency-key': 'k' })
  beforeCall = ({ name }) => {
    if (name === 'sessions.commit') throw new Error('The connection is gone')
  }
  expect((await say()).status).toBe(503)
  beforeCall = () => {}
  const first = await say()
  expect(first.body.input.id).toBe('in1')
  expect((await say()).text).toBe(first.text)
  expect(await service.storage.sessions.turns(sessionId)).toHaveLength(2)
})

test('readiness is false while the storage is away, and true again when it is back', async () => {
  beforeCall = () => {
    throw new Error('The connection is gone')
  }
  expect((await service.call('GET', '/ready')).body.code).toBe('storage_unavailable')
  expect((await service.call('GET', '/healthz')).status).toBe(200)
  beforeCall = () => {}
  expect((await service.call('GET', '/ready')).status).toBe(200)
})

const small = await mkdtemp(join(tmpdir(), 'colloquy-small-'))
const isMounted = await run('mount', ['-t', 'tmpfs', '-o', 'size=3m', 'tmpfs', small]).then(
  () => true,
  () => false,
)
afterAll(async () => {
  if (isMounted) await run('umount', ['-l', small])
  await rm(small, { recursive: true, force: true })
})

test.skipIf(!isMounted)(
  'a full disk is a 507, reads continue, and so do writes once there is space (needs mount)',
  async () => {
    const full = await testService({ COLLOQUY_DATA: small })
    try {
      await full.publish(askingBot('full'))
      const { sessionId } = (await full.call('POST', '/api/v1/bots/full/startChat')).body
      const say = (message: string) =>
        full.call('POST', `/api/v1/sessions/${sessionId}/continueChat`, { message }, { 'idempotency-key': 'k' })
      const rename = (name: string) => full.call('PATCH', `/api/v1/workspaces/${full.workspaceId}`, { name })
      await expect(writeFile(join(small, 'filler'), Buffer.alloc(4_000_000))).rejects.toThrow('ENOSPC')
      // The write-ahead log of the database may have some free space left.
      let response = await rename('x')
      for (let round = 0; response.status === 200 && round < 2_000; round++)
        response = await rename(String(round).padStart(1_000, 'x'))
      expect(response.body).toMatchObject({ code: 'storage_full', status: 507 })
      const { body } = await full.call('GET', `/api/v1/workspaces/${full.workspaceId}`)
      expect(body.workspace.name).not.toBe('')
      expect((await say('x'.repeat(60_000))).body.code).toBe('storage_full')
      expect(await full.storage.sessions.turns(sessionId)).toHaveLength(1)
      await rm(join(small, 'filler'))
      expect((await say('Ada')).status).toBe(200)
      expect((await rename('Room')).body.workspace.name).toBe('Room')
      expect((await full.call('GET', '/ready')).status).toBe(200)
    } finally {
      await full.app.close()
      await full.storage.close()
    }
  },
)
