import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { chatClient, greetingBot, group, plainText, textBubble } from '../testing/chat-client.js'
import { type TestService, testService } from '../testing/test-service.js'
import { deployDue } from './deployments-due.js'

let service: TestService
let now = Date.now()
beforeAll(async () => {
  service = await testService({}, { clock: () => now })
})
afterAll(() => service.close())

const { start, say } = chatClient(() => service)

/** A bot that says its environment, asks a question, and answers in a second group, which `second: false` omits. */
function transferBot(publicId: string, words: string, { second = true } = {}) {
  const bot = greetingBot(publicId)
  const ask = { id: 'ask', type: 'text input', outgoingEdgeId: second ? 'next' : undefined, options: {} }
  return {
    ...bot,
    variables: [{ id: 'place', name: 'Place' }],
    groups: [
      group('g1', textBubble('t1', `${words} {{Place}}`), ask),
      ...(second ? [group('g2', textBubble('t2', 'Thanks'))] : []),
    ],
    edges: [
      ...bot.edges.filter(({ from }) => 'eventId' in from),
      ...(second ? [{ id: 'next', from: { blockId: 'ask' }, to: { groupId: 'g2' } }] : []),
    ],
  }
}

async function published(publicId: string) {
  const botId = await service.publish(transferBot(publicId, 'First'))
  const path = `/api/v1/bots/${botId}/environments`
  const { environment } = (await service.call('POST', path, { name: 'staging' })).body
  const list = async () => (await service.call('GET', path)).body.environments
  const deploy = (id: string, releaseId: string, at?: string) =>
    service.call('POST', `${path}/${id}/deploy`, { releaseId, at })
  const edit = (words: string, options?: { second?: boolean }) => {
    now += 1_000
    const { groups, edges } = transferBot(publicId, words, options)
    return service.call('PATCH', `/api/v1/bots/${botId}`, { bot: { groups, edges } })
  }
  const publish = (body: object) => service.call('POST', `/api/v1/bots/${botId}/publish`, body)
  const greeting = async (id: string) => plainText((await start(id)).body)[0]?.trim()
  return { botId, path, staging: environment, list, deploy, edit, publish, greeting }
}

describe('a release', () => {
  test('runs in staging first, is promoted to live as it is, and is rolled back', async () => {
    const { staging, list, deploy, edit, publish, greeting } = await published('promoted')
    expect((await start(staging.publicId)).body.code).toBe('bot_not_found')
    await edit('Second')
    expect((await publish({ environmentId: staging.id })).status).toBe(200)
    expect([await greeting('promoted'), await greeting(staging.publicId)]).toEqual(['First', 'Second'])
    const [live, { releaseId }] = await list()
    await deploy('live', releaseId)
    expect(await greeting('promoted')).toBe('Second')
    const [{ previousReleaseId }] = await list()
    expect(previousReleaseId).toBe(live.releaseId)
    expect((await deploy('live', previousReleaseId)).body.environment.releaseId).toBe(live.releaseId)
    expect(await greeting('promoted')).toBe('First')
  })

  test('that deletes a group leaves visitors in the middle of it on the release with which they began', async () => {
    const { edit, publish, greeting } = await published('middle')
    const { sessionId } = (await start('middle')).body
    await edit('Second', { second: false })
    await publish({})
    expect(await greeting('middle')).toBe('Second')
    expect(plainText((await say(sessionId, 'Ada')).body)).toEqual(['Thanks'])
  })

  test('becomes current at its time, and not when it was cancelled', async () => {
    const { botId, list, edit, publish, greeting } = await published('scheduled')
    await edit('Second')
    const at = new Date(now + 60_000).toISOString()
    await publish({ at })
    const [live] = await list()
    expect(live.scheduled).toMatchObject([{ dueAt: at, doneAt: null }])
    await edit('Third')
    const later = new Date(now + 120_000).toISOString()
    await publish({ at: later })
    const [, third] = (await list())[0].scheduled
    expect((await service.call('DELETE', `/api/v1/bots/${botId}/deployments/${third.id}`)).status).toBe(200)
    now += 180_000
    await deployDue({ storage: service.storage, now: () => now })
    await vi.waitFor(async () => expect(await greeting('scheduled')).toBe('Second'))
    const { deployments } = (await service.call('GET', `/api/v1/bots/${botId}/deployments`)).body
    expect(deployments).toMatchObject([{ dueAt: at, author: { name: 'Owner' } }, { replacedReleaseId: null }])
  })

  test('of another bot is not deployed', async () => {
    const { deploy } = await published('own')
    const other = await service.publish(greetingBot('other'))
    const { publishedBot } = (await service.call('GET', `/api/v1/bots/${other}/publishedBot`)).body
    expect((await deploy('live', publishedBot.id)).body.code).toBe('release_not_found')
  })
})

describe('an environment', () => {
  test('gives its values to the variables of new chats, whatever the visitor sends', async () => {
    const { path, staging, publish } = await published('values')
    await publish({ environmentId: staging.id })
    await service.call('PATCH', `${path}/${staging.id}`, { variables: { place: 'sandbox' } })
    const sent = { prefilledVariables: { Place: 'elsewhere' } }
    expect(plainText((await start(staging.publicId, sent)).body)).toEqual(['First sandbox'])
    expect(plainText((await start('values', sent)).body)).toEqual(['First elsewhere'])
    await service.call('PATCH', `${path}/live`, { variables: { place: 'production' } })
    await vi.waitFor(async () => expect(plainText((await start('values', sent)).body)).toEqual(['First production']))
  })

  test('takes its own credentials in place of those of the flow, of the same type only', async () => {
    const { path, staging } = await published('accounts')
    const mail = {
      host: 'mail.example',
      port: 587,
      username: 'a',
      password: 'b',
      isTlsEnabled: false,
      from: { email: 'a@example.com' },
    }
    const [one, two] = [await service.addCredentials('smtp', mail), await service.addCredentials('smtp', mail)]
    const other = await service.addCredentials('openai', { apiKey: 'planted' })
    const change = (credentials: object) => service.call('PATCH', `${path}/${staging.id}`, { credentials })
    expect((await change({ [one]: two })).body.environment.credentials).toEqual({ [one]: two })
    expect((await change({ [one]: other })).body.issues[0].message).toContain('same type: smtp')
  })

  test('is reached by its public id until it is deleted, and chats that began there continue', async () => {
    const { path, staging, publish } = await published('deleted')
    await publish({ environmentId: staging.id })
    const { sessionId } = (await start(staging.publicId)).body
    await service.call('DELETE', `${path}/${staging.id}`)
    await vi.waitFor(async () => expect((await start(staging.publicId)).body.code).toBe('bot_not_found'))
    expect(plainText((await say(sessionId, 'Ada')).body)).toEqual(['Thanks'])
  })

  test('moves its running chats to its own newest release', async () => {
    const { staging, edit, publish } = await published('moved')
    await publish({ environmentId: staging.id })
    const { sessionId } = (await start(staging.publicId)).body
    await edit('Second', { second: false })
    await publish({ environmentId: staging.id })
    expect((await service.call('POST', `/api/v1/sessions/${sessionId}/updateBot`)).status).toBe(200)
    expect(plainText((await say(sessionId, 'Ada')).body)).toEqual([])
  })
})

test('chats begin and continue without an error while releases come and are rolled back', async () => {
  const { list, deploy, edit, publish } = await published('mixed')
  const statuses: number[] = []
  let isOver = false
  const visit = async () => {
    while (!isOver) {
      const begun = await start('mixed')
      statuses.push(begun.status, (await say(begun.body.sessionId, 'Ada')).status)
    }
  }
  const visitors = Array.from({ length: 4 }, visit)
  for (let round = 0; round < 15; round++) {
    await edit(`Round ${round}`)
    expect((await publish({})).status).toBe(200)
    expect((await deploy('live', (await list())[0].previousReleaseId)).status).toBe(200)
  }
  isOver = true
  await Promise.all(visitors)
  expect(statuses.length).toBeGreaterThan(30)
  expect(statuses.filter((status) => status !== 200)).toEqual([])
})
