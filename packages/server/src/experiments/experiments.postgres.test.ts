import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { variantOf } from '../assignments/assign.js'
import { removeExpired } from '../cleanup/remove-expired.js'
import { derivedId } from '../ids.js'
import { defaultLimits } from '../limits/limits.js'
import { chatClient, greetingBot, group, plainText, textBubble } from '../testing/chat-client.js'
import { type TestService, testService } from '../testing/test-service.js'

let service: TestService
let now = Date.now()
beforeAll(async () => {
  service = await testService({}, { clock: () => now })
})
afterAll(() => service.close())

const { start, preview, say } = chatClient(() => service)

function bot(publicId: string, words: string) {
  const shown = greetingBot(publicId)
  const ask = { id: 'ask', type: 'text input', outgoingEdgeId: 'next', options: { variableId: 'answer' } }
  return {
    ...shown,
    variables: [{ id: 'answer', name: 'Answer' }],
    settings: { general: { rememberUser: { isEnabled: true, storage: 'local' } } },
    groups: [group('g1', textBubble('t1', words), ask), group('g2', textBubble('t2', 'Thanks'))],
    edges: [
      ...shown.edges.filter(({ from }) => 'eventId' in from),
      { id: 'next', from: { blockId: 'ask' }, to: { groupId: 'g2' } },
    ],
  }
}

/** A bot with the live release `First`, the release `Second`, and an experiment with both. */
async function running(publicId: string, more: object = {}) {
  const botId = await service.publish(bot(publicId, 'First'))
  const path = `/api/v1/bots/${botId}`
  const { environment } = (await service.call('POST', `${path}/environments`, { name: 'staging' })).body
  now += 1_000
  await service.call('PATCH', path, { bot: { groups: bot(publicId, 'Second').groups } })
  await service.call('POST', `${path}/publish`, { environmentId: environment.id })
  const releases = async () =>
    (await service.call('GET', `${path}/environments`)).body.environments.map(
      (it: { releaseId: string }) => it.releaseId,
    )
  const [first, second]: string[] = await releases()
  const variants = [first, second].map((releaseId) => ({ releaseId, weight: 1 }))
  const body = { name: 'Words', variants, goal: { kind: 'block', blockId: 't2' }, ...more }
  const started = await service.call('POST', `${path}/experiments`, body)
  expect(started.status).toBe(200)
  const { id } = started.body.experiment
  const shown = async () => (await service.call('GET', `${path}/experiments/${id}`)).body
  const counts = async () =>
    (await shown()).metrics.variants.map((it: Counts) => ({ visitors: it.visitors, conversions: it.conversions }))
  const end = (body: object) => service.call('POST', `${path}/experiments/${id}/end`, body)
  /** Starts a chat and returns its variant. */
  const visit = async (body?: object) => {
    const { body: answer } = await start(publicId, body)
    const variant = ['First', 'Second'].indexOf(plainText(answer)[0] ?? '')
    return { ...answer, variant }
  }
  return { botId, path, staging: environment, first, second, releases, shown, counts, end, visit }
}
interface Counts {
  visitors: number
  conversions: number
}

test('visitors are shared out by weight, and always get the same variant', async () => {
  const { visit, counts } = await running('shared')
  const visits: { variant: number; resultId: string }[] = []
  for (let count = 0; count < 30; count++) visits.push(await visit())
  const perVariant = [0, 1].map((variant) => visits.filter((it) => it.variant === variant).length)
  expect(Math.min(...perVariant)).toBeGreaterThan(2)
  expect((await counts()).map(({ visitors }: Counts) => visitors)).toEqual(perVariant)
  for (const { resultId, variant } of visits.slice(0, 8)) expect((await visit({ resultId })).variant).toBe(variant)
  expect((await counts()).map(({ visitors }: Counts) => visitors)).toEqual(perVariant)
  const weights = [{ weight: 9 }, { weight: 1 }]
  const chosen = Array.from({ length: 2_000 }, (_, index) => variantOf(weights, derivedId('secret', `${index}`)))
  expect(chosen.filter((variant) => variant === 0).length / 2_000).toBeCloseTo(0.9, 1)
  expect(variantOf(weights, `v${'0'.repeat(23)}`)).toBe(0)
  expect(variantOf(weights, `v${'z'.repeat(23)}`)).toBe(1)
})

test('a start that is repeated leads to the variant of its chat, also in the next chats of the same browser', async () => {
  const { counts } = await running('repeated')
  for (let count = 0; count < 8; count++) {
    const key = { 'idempotency-key': `start-${count}` }
    const first = await start('repeated', {}, key)
    const again = await start('repeated', {}, key)
    expect(again.text).toBe(first.text)
    const [cookie = ''] = `${again.headers['set-cookie']}`.split(';')
    const next = await start('repeated', {}, { cookie })
    expect(plainText(next.body)).toEqual(plainText(first.body))
  }
  expect((await counts()).reduce((sum: number, { visitors }: Counts) => sum + visitors, 0)).toBe(8)
})

test('a key that is used again after its chat has expired begins another result', async () => {
  await running('expired-key')
  const key = { 'idempotency-key': 'again' }
  const first = (await start('expired-key', {}, key)).body
  await say(first.sessionId, 'Ada')
  now += 49 * 3_600_000
  await removeExpired(service.storage, now, defaultLimits)
  const next = (await start('expired-key', {}, key)).body
  expect(next.sessionId).not.toBe(first.sessionId)
  expect(next.resultId).not.toBe(first.resultId)
})

test.each([
  ['a block is reached', { kind: 'block', blockId: 't2' }],
  ['a variable compares so', { kind: 'variable', variableId: 'answer', operator: 'Contains', value: 'yes' }],
  ['the conversation is completed', { kind: 'completed' }],
])('a conversion counts once when %s, and after the visitor', async (name, goal) => {
  const { visit, counts } = await running(`goal-${name.replaceAll(' ', '-')}`, { goal })
  const { sessionId, variant } = await visit()
  const of = async () => (await counts())[variant]
  expect(await of()).toEqual({ visitors: 1, conversions: 0 })
  await say(sessionId, 'Oh yes')
  expect(await of()).toEqual({ visitors: 1, conversions: 1 })
})

test('previews, other environments and results from before the experiment never count', async () => {
  const { counts, botId, staging, visit, end, path, first, second } = await running('uncounted')
  await preview(botId)
  await start(staging.publicId)
  expect(await counts()).toEqual([0, 1].map(() => ({ visitors: 0, conversions: 0 })))
  const before = []
  await end({})
  for (let count = 0; count < 6; count++) before.push((await visit()).resultId)
  now += 1_000
  const variants = [first, second].map((releaseId) => ({ releaseId, weight: 1 }))
  const body = { name: 'Again', variants, goal: { kind: 'completed' } }
  const { experiment } = (await service.call('POST', `${path}/experiments`, body)).body
  for (const resultId of before) expect((await visit({ resultId })).variant).toBe(0)
  const { metrics } = (await service.call('GET', `${path}/experiments/${experiment.id}`)).body
  expect(metrics.variants.map((it: Counts) => it.visitors)).toEqual([0, 0])
})

test('a variant is promoted by hand: it becomes live, and chats in progress keep their variant', async () => {
  const { visit, end, second, releases, shown, path } = await running('promoted-by-hand')
  let before = await visit()
  while (before.variant !== 0) before = await visit()
  expect((await end({ releaseId: second })).body.experiment).toMatchObject({
    outcome: 'promoted',
    promotedReleaseId: second,
  })
  expect((await releases())[0]).toBe(second)
  expect((await visit()).variant).toBe(1)
  expect(plainText((await say(before.sessionId, 'Hi')).body)).toEqual(['Thanks'])
  expect((await shown()).experiment.endedAt).not.toBeNull()
  expect((await end({})).body.code).toBe('experiment_ended')
  const { deployments } = (await service.call('GET', `${path}/deployments`)).body
  expect(deployments[0]).toMatchObject({ releaseId: second, environmentId: 'live' })
})

test('without a promotion the experiment stops, and new visitors get the current release', async () => {
  const { visit, end } = await running('stopped')
  expect((await end({})).body.experiment).toMatchObject({ outcome: 'stopped', promotedReleaseId: null })
  for (let count = 0; count < 6; count++) expect((await visit()).variant).toBe(0)
})

test('a goal that a variant does not have is refused', async () => {
  const { path, first, second, end } = await running('without-goal')
  await end({})
  const variants = [first, second].map((releaseId) => ({ releaseId, weight: 1 }))
  const goal = { kind: 'block', blockId: 'nowhere' }
  const { body } = await service.call('POST', `${path}/experiments`, { name: 'x', variants, goal })
  expect(body).toMatchObject({ code: 'invalid_request', issues: [{ path: 'goal.blockId' }] })
})

test('the winner is promoted by the rule, once there is one, and not before', { timeout: 60_000 }, async () => {
  const { second, releases, shown, counts, first, visit } = await running('promoted-by-rule', { isPromoting: true })
  expect((await shown()).metrics.verdict.kind).toBe('too-few-visitors')
  while ((await counts()).some(({ visitors }: Counts) => visitors < 100)) {
    for (let visits = 0; visits < 20; visits++) {
      const { sessionId, variant } = await visit()
      if (variant === 1) await say(sessionId, 'Hi')
    }
  }
  expect((await shown()).metrics.verdict).toMatchObject({ kind: 'winner', variant: 1, against: 0 })
  expect((await releases())[0]).toBe(first)
  now += 61_000
  await vi.waitFor(async () => expect((await releases())[0]).toBe(second), { timeout: 30_000 })
  expect((await shown()).experiment).toMatchObject({ outcome: 'promoted', promotedReleaseId: second })
})
