import type { DnsResponse } from '@colloquy/ports/egress'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { defaultLimits } from '../limits/limits.js'
import { type TestService, testService } from '../testing/test-service.js'
import { checkDomains } from './check-domain.js'
import { recordsOf } from './domain-records.js'

const hour = 3_600_000
const name = 'talk.example'
let tests: TestService
let now = 0
let text: DnsResponse
let alias: DnsResponse
let reached: string[]

beforeAll(async () => {
  tests = await testService()
})
afterAll(() => tests.close())
beforeEach(async () => {
  now = 1_000_000
  reached = []
  const { storage, workspaceId } = tests
  await storage.customDomains.delete(workspaceId, name)
  const expiresAt = now + defaultLimits.domainClaimHours * hour
  await storage.customDomains.claim({ name, workspaceId, createdAt: now, verifiedAt: null, expiresAt })
})

const config = { ...({} as TestService['config']), publicUrl: 'https://bots.example', limits: defaultLimits }
const found = (...values: string[]): DnsResponse => ({ kind: 'records', values })
const proof = () => found(recordsOf({ config, secret: 'secret' }, { name, workspaceId: tests.workspaceId }).text.value)

async function check() {
  const { storage, workspaceId } = tests
  const dns = { txt: async () => text, cname: async () => alias }
  const metrics = { limitReached: (limit: string) => reached.push(limit) }
  await checkDomains({ storage, config, dns, secret: 'secret', now: () => now, metrics: metrics as never })
  return storage.customDomains.get(workspaceId, name)
}

test('a claim is verified once its TXT record is there, and removed when it is not verified in time', async () => {
  ;[text, alias] = [{ kind: 'none' }, { kind: 'none' }]
  expect(await check()).toMatchObject({ verifiedAt: null })
  now += defaultLimits.domainClaimHours * hour - 1
  text = proof()
  expect(await check()).toMatchObject({ verifiedAt: now, expiresAt: null })
  await tests.storage.customDomains.delete(tests.workspaceId, name)
  await tests.storage.customDomains.claim({
    name,
    workspaceId: tests.workspaceId,
    createdAt: now,
    verifiedAt: null,
    expiresAt: now + 1,
  })
  text = { kind: 'none' }
  now += 1
  expect(await check()).toBeUndefined()
  expect(reached).toEqual(['domainClaimHours'])
})

test('the TXT record of one workspace proves nothing for another, and neither does a record of the address', async () => {
  const other = { name, workspaceId: 'another workspace' }
  text = found(recordsOf({ config, secret: 'secret' }, other).text.value)
  alias = found('bots.example')
  expect(await check()).toMatchObject({ verifiedAt: null })
})

test('a verified domain lapses when its records have been gone for the time of grace', async () => {
  ;[text, alias] = [proof(), { kind: 'none' }]
  await check()
  text = { kind: 'none' }
  const lapsesAt = now + defaultLimits.domainGraceHours * hour
  expect(await check()).toMatchObject({ verifiedAt: now, expiresAt: lapsesAt })
  now = lapsesAt - 1
  expect((await check())?.verifiedAt).not.toBeNull()
  now = lapsesAt
  const expiresAt = now + defaultLimits.domainClaimHours * hour
  expect(await check()).toMatchObject({ verifiedAt: null, expiresAt })
  expect(reached).toEqual(['domainGraceHours'])
})

test('a verified domain stays so while it leads here, when a record comes back, and while the DNS does not answer', async () => {
  ;[text, alias] = [proof(), { kind: 'none' }]
  await check()
  ;[text, alias] = [{ kind: 'none' }, found('Bots.Example.')]
  expect(await check()).toMatchObject({ expiresAt: null })
  alias = { kind: 'failed' }
  expect(await check()).toMatchObject({ expiresAt: null })
  ;[text, alias] = [{ kind: 'failed' }, { kind: 'none' }]
  expect(await check()).toMatchObject({ expiresAt: null })
  text = { kind: 'none' }
  expect((await check())?.expiresAt).not.toBeNull()
  text = proof()
  expect(await check()).toMatchObject({ expiresAt: null })
})
