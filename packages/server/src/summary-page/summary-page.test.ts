import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { newId } from '../ids.js'
import { chatClient, group, textBubble } from '../testing/chat-client.js'
import { type TestService, testService } from '../testing/test-service.js'

let service: TestService
let now = Date.parse('2026-11-01T12:00:00Z')
beforeAll(async () => {
  service = await testService({ COLLOQUY_LIMITS: '{"sessionHours":100000}' }, { clock: () => now })
})
afterAll(() => service.close())

const { start, say } = chatClient(() => service)

const survey = (publicId: string) => ({
  name: 'Fruit & <b>more</b>',
  publicId,
  events: [{ id: 'e1', type: 'start', graphCoordinates: { x: 0, y: 0 }, outgoingEdgeId: 'ed1' }],
  edges: [{ id: 'ed1', from: { eventId: 'e1' }, to: { groupId: 'g1' } }],
  variables: [],
  groups: [
    group(
      'g1',
      textBubble('t1', 'Which fruit?'),
      {
        id: 'fruit',
        type: 'choice input',
        items: ['Apple', 'Pear'].map((content) => ({ id: content, content })),
        options: { isMultipleChoice: true },
      },
      { id: 'score', type: 'rating input', options: { buttonType: 'Numbers' } },
      { id: 'words', type: 'text input', options: {} },
    ),
  ],
})

let botId: string
let publicId: string
let resultId: string
let sessionId: string
beforeEach(async () => {
  now += 100 * 86_400_000
  publicId = newId()
  botId = await service.publish(survey(publicId))
  ;({ resultId, sessionId } = await chat(['Apple', '9', 'Written <i>by</i> Ada']))
  now += 1_000
})

async function chat(replies: readonly string[]): Promise<{ resultId: string; sessionId: string }> {
  const { body } = await start(publicId)
  for (const reply of replies) expect((await say(body.sessionId, reply)).status).toBe(200)
  return body
}

const links = () => `/api/v1/bots/${botId}/results/summary/links`
async function share(body: object = {}): Promise<{ id: string; url: string }> {
  const answer = await service.call('POST', links(), body)
  expect(answer.status).toBe(200)
  return answer.body.link
}
const pathOf = ({ url }: { url: string }) => new URL(url).pathname
const view = (path: string, headers: Record<string, string> = {}) =>
  service.app.inject({ method: 'GET', url: path, headers })

test('shows totals and a picture of each question to everybody who has the link, and nothing that a visitor wrote', async () => {
  const link = await share()
  expect(pathOf(link)).toMatch(/^\/s\/[\w-]{22}$/)
  const { statusCode, body, headers } = await view(pathOf(link))
  expect(statusCode).toBe(200)
  expect(body).toContain('<h1>Fruit &amp; &lt;b&gt;more&lt;/b&gt;</h1>')
  expect(body).toContain('<dt>Completion rate</dt><dd>100%</dd>')
  expect(body).toMatch(/<span>Apple<\/span>.*?<td>1<\/td>/)
  expect(body).toContain('<dt>NPS</dt><dd>+100</dd>')
  for (const hidden of ['Ada', resultId, sessionId, botId, publicId, link.id, '<script'])
    expect(body).not.toContain(hidden)
  expect(headers).toMatchObject({
    'cache-control': 'no-store',
    'referrer-policy': 'no-referrer',
    'x-robots-tag': 'noindex, nofollow',
    'content-security-policy': expect.stringMatching(
      /^default-src 'none'; style-src 'nonce-[^']+'; .*frame-ancestors 'none'/,
    ),
  })
})

test('shows what visitors wrote only where the link says so, as text, and still no ids', async () => {
  const { body } = await view(pathOf(await share({ showsTexts: true })))
  expect(body).toContain('Written &lt;i&gt;by&lt;/i&gt; Ada')
  for (const hidden of [resultId, sessionId]) expect(body).not.toContain(hidden)
})

test('counts the results of its period, which moves on with time or stays as it was', async () => {
  const moving = pathOf(await share({ timeFilter: 'today' }))
  const fixed = pathOf(await share({ timeFilter: 'today', isFixed: true }))
  now += 2 * 86_400_000
  await chat(['Pear', '3', 'Later'])
  await chat(['Pear', '4', 'Later'])
  expect((await view(moving)).body).toContain('<dt>Starts</dt><dd>2</dd>')
  expect((await view(fixed)).body).toContain('<dt>Starts</dt><dd>1</dd>')
})

test('counts the results of the version that it was created for, and says that these are not all', async () => {
  const releaseId = (await service.call('GET', `/api/v1/bots/${botId}/publishedBot`)).body.publishedBot.id
  await service.call('POST', `/api/v1/bots/${botId}/publish`)
  await chat(['Pear'])
  const { body } = await view(pathOf(await share({ releaseId })))
  expect(body).toContain('<dt>Starts</dt><dd>1</dd>')
  expect(body).toContain('Some of the results: those of one environment, version or variant')
})

test('keeps a summary for a minute, and speaks the language of the browser', async () => {
  const path = pathOf(await share())
  await view(path)
  await chat(['Pear'])
  expect((await view(path)).body).toContain('<dt>Starts</dt><dd>1</dd>')
  now += 60_000
  const german = await view(path, { 'accept-language': 'de-AT,en;q=0.5' })
  expect(german.body).toContain('<html lang="de">')
  expect(german.body).toMatch(/<dt>Abschlussquote<\/dt><dd>50\s%<\/dd>/)
})

describe('a link is gone at once, and nobody learns why,', () => {
  const update = (change: object) => service.storage.workspaces.update(service.workspaceId, change, now)
  const reasons: Record<string, (link: { id: string }) => Promise<unknown>> = {
    'when it is revoked': ({ id }) => service.call('DELETE', `${links()}/${id}`),
    'when its bot is deleted': () => service.call('DELETE', `/api/v1/bots/${botId}`),
    'when its workspace is suspended': () => update({ isSuspended: true }),
    'when its workspace is past due': () => update({ isPastDue: true }),
    'when it has expired': async () => {
      now += 3_600_000
    },
  }
  test.each(Object.keys(reasons))('%s', async (reason) => {
    const link = await share({ expiresAt: new Date(now + 3_600_000).toISOString() })
    expect((await view(pathOf(link))).statusCode).toBe(200)
    await reasons[reason]?.(link)
    const [gone, unknown] = [await view(pathOf(link)), await view('/s/AAAAAAAAAAAAAAAAAAAAAA')]
    await update({ isSuspended: false, isPastDue: false })
    const withoutNonce = (html: string) => html.replace(/nonce="[^"]+"/, '')
    expect(gone.statusCode).toBe(404)
    expect(gone.body).toContain('This summary is no longer shared')
    expect(withoutNonce(gone.body)).toBe(withoutNonce(unknown.body))
  })
})

test('a link cannot expire in the past', async () => {
  const answer = await service.call('POST', links(), { expiresAt: new Date(now - 1).toISOString() })
  expect(answer.body).toMatchObject({ code: 'invalid_request', issues: [{ path: 'expiresAt' }] })
})

test('views of summaries count for the rate of their address', async () => {
  // The test service has already read the OpenAPI document once, which counts towards the same rate.
  const limited = await testService({ COLLOQUY_LIMITS: '{"pagesPerMinute":3}', COLLOQUY_RATE_LIMIT: 'on' })
  try {
    const statuses: number[] = []
    for (let index = 0; index < 3; index++)
      statuses.push((await limited.app.inject({ method: 'GET', url: '/s/AAAAAAAAAAAAAAAAAAAAAA' })).statusCode)
    expect(statuses).toEqual([404, 404, 429])
  } finally {
    await limited.close()
  }
})
