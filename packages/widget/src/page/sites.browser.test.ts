import { request } from 'node:http'
import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { asks, flowOf, repeats, says } from '../testing/flow-of.js'
import { ownerToken } from '../testing/running-service.js'
import { bubble, isTakenOver, visiting } from '../testing/visit.js'

const tests = visiting({ program: 'sites' })

/** The same service under the names of its hosts. */
const at = (host: string, path: string) => `http://${host}.localhost:${new URL(tests.service.url).port}${path}`

/** Script of an author that tries to reach the management API: a read, a change, and any cookies. */
const grab = (management: string) => `<script>
  window.grabbed = (async () => {
    const tell = (promise) => promise.then(async (answer) => answer.status + ' ' + (await answer.text()), (error) => 'held back')
    const call = (path, more) => tell(fetch('${management}' + path, { credentials: 'include', ...more }))
    return {
      cookies: document.cookie,
      me: await call('/api/v1/users/me'),
      here: await tell(fetch('/api/v1/users/me', { credentials: 'include' })),
      made: await call('/api/v1/workspaces', { method: 'POST', body: '{"name":"Taken"}', headers: { 'content-type': 'application/json' } }),
    }
  })()
</script>`

const blocks = [
  says('Hello'),
  { id: 'code', type: 'Code', options: { content: 'window.ranHere = true', isExecutedOnClient: true } },
  asks('text input'),
  repeats(),
]
let botId = ''
beforeAll(async () => {
  const settings = { metadata: { customHeadCode: `<meta name="author-check" content="1">${grab(at('bots', ''))}` } }
  botId = (await tests.service.publish(flowOf('apart', blocks, { settings }))).id
  const { workspaceId, call } = tests.service
  await call('/v1/custom-domains', { workspaceId, name: 'talk.localhost' })
  await fetch(`${tests.service.url}/api/v1/bots/${botId}`, {
    method: 'PATCH',
    headers: { authorization: `Bearer ${ownerToken}`, 'content-type': 'application/json' },
    body: JSON.stringify({ bot: { customDomain: 'talk.localhost/help' } }),
  })
})

/** A visitor who also manages the service, and is signed in to it in the same browser. */
async function signedIn(): Promise<Page> {
  const page = await tests.page()
  await page.goto(at('bots', '/'))
  const status = await page.evaluate(async (token) => {
    const answer = await fetch('/api/v1/sign-in', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ token }),
    })
    return answer.status
  }, ownerToken)
  expect(status).toBe(200)
  return page
}

interface Answer {
  status: number
  text: string
  location: string | undefined
}

/** One request, with the host in its header: this machine need not resolve the name. */
function ask(host: string, path: string, headers: Record<string, string> = {}, method = 'GET'): Promise<Answer> {
  const { port } = new URL(tests.service.url)
  return new Promise((resolve, reject) => {
    const sent = { ...headers, host: `${host}.localhost:${port}` }
    const outgoing = request({ host: '127.0.0.1', port, path, method, headers: sent }, (incoming) => {
      let text = ''
      incoming.setEncoding('utf8')
      incoming.on('data', (chunk: string) => {
        text += chunk
      })
      incoming.on('end', () => resolve({ status: incoming.statusCode ?? 0, text, location: incoming.headers.location }))
    })
    outgoing.on('error', reject)
    outgoing.end()
  })
}
const status = async (...asked: Parameters<typeof ask>) => (await ask(...asked)).status
const token = { authorization: `Bearer ${ownerToken}` }

test('when chats have a separate origin, their pages are available only there', async () => {
  const answer = await ask('bots', '/c/apart?Answer=x')
  expect([answer.status, answer.location]).toEqual([302, at('chats', '/c/apart?Answer=x')])
  const page = await tests.page()
  await page.goto(at('bots', '/c/apart'))
  expect(page.url()).toBe(at('chats', '/c/apart'))
  await page.waitForFunction(() => (window as { ranHere?: boolean }).ranHere)
  await page.getByRole('textbox').fill('Ada')
  await page.keyboard.press('Enter')
  await bubble(page, 'You said: Ada').waitFor()
  expect(await status('chats', '/')).toBe(404)
  expect(await status('chats', '/api/v1/users/me')).toBe(404)
  expect(await status('chats', '/api/v1/sign-in', {}, 'POST')).toBe(404)
  expect(await status('chats', '/widget.js')).toBe(200)
})

test('head code is in the page, and gets nothing of the management though its visitor is signed in there', async () => {
  const page = await signedIn()
  await page.goto(at('chats', '/c/apart'))
  await expect.poll(() => page.locator('head meta[name=author-check]').getAttribute('content')).toBe('1')
  const grabbed = await page.evaluate(() => (window as unknown as { grabbed: Promise<object> }).grabbed)
  expect(grabbed).toEqual({
    cookies: '',
    me: 'held back',
    here: expect.stringMatching(/^404 /),
    made: 'held back',
  })
  const { workspaces } = await tests.service.call('/v1/workspaces')
  expect(workspaces.map(({ name }: { name: string }) => name)).not.toContain('Taken')
})

test('a custom domain serves its bot at its path, and what chatting needs', async () => {
  expect(await status('talk', '/help')).toBe(404)
  const verify = `/v1/custom-domains/talk.localhost/verify?workspaceId=${tests.service.workspaceId}`
  expect((await tests.service.call(verify, {})).domainJson.isVerified).toBe(true)
  const page = await tests.page()
  await page.goto(at('talk', '/help'))
  await isTakenOver(page)
  await page.getByRole('textbox').fill('Ada')
  await page.keyboard.press('Enter')
  await bubble(page, 'You said: Ada').waitFor()
  const plain = await tests.page({ javaScriptEnabled: false })
  await plain.goto(at('talk', '/help'))
  await plain.locator('input[name=answer]').fill('Bob')
  await plain.locator('form button').click()
  await plain.locator('.bubble:visible', { hasText: 'You said: Bob' }).waitFor()
  expect(plain.url()).toBe(at('talk', '/help'))
  expect((await plain.context().cookies())[0]).toMatchObject({ domain: 'talk.localhost', path: '/help' })
  expect((await tests.service.results(botId)).flat()).toEqual(expect.arrayContaining(['Ada', 'Bob']))
})

test.each([
  '/',
  '/other',
  '/c/apart',
  '/api/v1/users/me',
  '/api/v1/bots',
  '/api/docs',
  '/docs',
  '/healthz',
  '/metrics',
  '/builder/x.js',
])('a custom domain has nothing at %s', async (path) => {
  expect(await status('talk', path, token)).toBe(404)
})

test('a host that nobody has verified gets a page that says so', async () => {
  const answer = await ask('nobody', '/')
  expect(answer.status).toBe(404)
  expect(answer.text).toContain('There is no chat at nobody.localhost.')
  expect(await status('nobody', '/api/v1/users/me', token)).toBe(404)
})

test('the operator reaches the service by its IP address', async () => {
  expect((await fetch(`${tests.service.url}/healthz`)).status).toBe(200)
})
