import { afterAll, beforeAll, expect, test } from 'vitest'
import { chatClient, group, textBubble } from '../testing/chat-client.js'
import { type TestService, testService } from '../testing/test-service.js'

const at = { x: 0, y: 0 }
/** Groups that greet, ask for an age of at most `max`, and say thanks. */
const greeting = (words: string, max = 100) => [
  group(
    'g1',
    textBubble('hello', words),
    { id: 'age', type: 'number input', options: { max } },
    textBubble('thanks', 'Thanks'),
  ),
]
const saysHello = { name: 'Says hello', steps: [{ expect: [{ kind: 'message', text: 'Hello' }] }] }

let service: TestService
beforeAll(async () => {
  service = await testService()
})
afterAll(() => service.close())
const { start, say } = chatClient(() => service)

async function gated(publicId: string, publishing: object) {
  const botId = await service.publish({
    publicId,
    events: [{ id: 'e1', type: 'start', graphCoordinates: at, outgoingEdgeId: 'ed1' }],
    edges: [{ id: 'ed1', from: { eventId: 'e1' }, to: { groupId: 'g1' } }],
    groups: greeting('Hello'),
  })
  const path = `/api/v1/bots/${botId}`
  const edit = (groups: object[]) => service.call('PATCH', path, { bot: { groups } })
  const publish = (body: object = {}) => service.call('POST', `${path}/publish`, body)
  await service.call('POST', `${path}/tests`, { test: saysHello })
  await service.call('PATCH', path, { bot: { settings: { publishing } } })
  const checks = async () => (await service.call('GET', `${path}/publishChecks`)).body.checks
  const releases = async () => (await service.call('GET', `${path}/releases`)).body.releases
  return { path, edit, publish, checks, releases }
}

test('without a requirement nothing is blocked, and the state of each check is shown', async () => {
  const { edit, publish, checks } = await gated('free', {})
  expect(await checks()).toMatchObject([
    { kind: 'errors', isRequired: false, isPassed: true },
    { kind: 'tests', isRequired: false, isPassed: true },
    { kind: 'visitors', isRequired: false, isPassed: true },
  ])
  await edit(greeting('Good day'))
  expect((await checks())[1]).toMatchObject({ isPassed: false, count: 1, problems: [{ blockId: 'age' }] })
  expect((await publish()).status).toBe(200)
})

test('a failing test blocks publishing now and later, until it passes', async () => {
  const { edit, publish } = await gated('tested', { isBlockedByTests: true })
  await edit(greeting('Good day'))
  const later = new Date(Date.now() + 3_600_000).toISOString()
  for (const body of [{}, { at: later }]) {
    expect(await publish(body)).toMatchObject({
      status: 409,
      body: { code: 'publish_blocked', issues: [{ path: 'tests', message: 'Says hello: Nothing says "Hello".' }] },
    })
  }
  await edit(greeting('Hello'))
  expect((await publish()).status).toBe(200)
})

test('a reason publishes all the same, and is kept with the release', async () => {
  const { edit, publish, releases } = await gated('anyway', { isBlockedByTests: true })
  await edit(greeting('Good day'))
  expect((await publish({ reason: '  ' })).status).toBe(400)
  expect((await publish({ reason: 'A new greeting' })).status).toBe(200)
  const [newest, oldest] = await releases()
  expect(newest.overrides).toMatchObject([{ reason: 'A new greeting', checks: ['tests'], author: { name: 'Owner' } }])
  expect(oldest.overrides).toEqual([])
})

test('an input that rejects everything, which synthetic visitors find, blocks publishing', async () => {
  const { edit, publish } = await gated('visited', { isBlockedByVisitors: true })
  const [stuck] = greeting('Hello')
  const blocks = (stuck as { blocks: { id: string; options?: object }[] }).blocks
  await edit([
    {
      ...stuck,
      blocks: blocks.map((block) => (block.id === 'age' ? { ...block, options: { min: 5, max: 4 } } : block)),
    },
  ])
  expect((await publish()).body).toMatchObject({ code: 'publish_blocked', issues: [{ path: 'visitors' }] })
})

test('recorded replies that the draft rejects block publishing', async () => {
  const { edit, publish, checks } = await gated('replayed', { isBlockedByReplay: true })
  const { sessionId } = (await start('replayed')).body
  await say(sessionId, '42')
  await edit(greeting('Hello', 90))
  expect((await publish()).status).toBe(200)
  await edit(greeting('Hello', 30))
  expect((await publish()).body).toMatchObject({
    code: 'publish_blocked',
    issues: [{ path: 'replay', message: 'Valid replies are rejected: 1.' }],
  })
  expect((await checks()).at(-1)).toMatchObject({ kind: 'replay', isRequired: true, problems: [{ blockId: 'age' }] })
})

test('a promotion passes the same gate, and a rollback needs no check', async () => {
  const { path, edit, publish, releases } = await gated('promoted', {})
  const { environment } = (await service.call('POST', `${path}/environments`, { name: 'staging' })).body
  await edit(greeting('Good day'))
  await publish({ environmentId: environment.id })
  await service.call('PATCH', path, { bot: { settings: { publishing: { isBlockedByTests: true } } } })
  const deploy = (releaseId: string, body: object = {}) =>
    service.call('POST', `${path}/environments/live/deploy`, { releaseId, ...body })
  const [bad, good] = await releases()
  expect((await deploy(bad.id)).body).toMatchObject({ code: 'publish_blocked', issues: [{ path: 'tests' }] })
  expect((await deploy(bad.id, { reason: 'Agreed' })).status).toBe(200)
  expect((await releases())[0].overrides).toMatchObject([{ reason: 'Agreed' }])
  expect((await deploy(good.id)).status).toBe(200)
  expect((await deploy(bad.id)).status).toBe(200)
})

test('a check that takes too long blocks publishing, says so, and can be overridden', async () => {
  const slow = await testService({ COLLOQUY_LIMITS: JSON.stringify({ flowMilliseconds: 1000 }) })
  try {
    const says = `${'a'.repeat(40)}!`
    const botId = await slow.publish({
      publicId: 'slow',
      events: [{ id: 'e1', type: 'start', graphCoordinates: at, outgoingEdgeId: 'ed1' }],
      edges: [{ id: 'ed1', from: { eventId: 'e1' }, to: { groupId: 'g1' } }],
      groups: greeting(says),
    })
    const path = `/api/v1/bots/${botId}`
    const endless = { kind: 'message', text: '^(a+)+$', match: 'pattern' }
    await slow.call('POST', `${path}/tests`, { test: { name: 'Endless', steps: [{ expect: [endless] }] } })
    await slow.call('PATCH', path, { bot: { settings: { publishing: { isBlockedByTests: true } } } })
    expect(await slow.call('POST', `${path}/publish`, {})).toMatchObject({
      status: 409,
      body: {
        code: 'publish_blocked',
        issues: [{ path: 'tests', message: expect.stringMatching(/^This check took too long/) }],
      },
    })
    expect((await slow.call('POST', `${path}/publish`, { reason: 'Known' })).status).toBe(200)
  } finally {
    await slow.close()
  }
})
