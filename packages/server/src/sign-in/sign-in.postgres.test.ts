import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newId } from '../ids.js'
import { browser } from '../testing/browser.js'
import { type TestService, testService } from '../testing/test-service.js'

let service: TestService
let now = Date.parse('2026-11-01T12:00:00Z')
beforeAll(async () => {
  service = await testService({}, { clock: () => now })
})
afterAll(() => service.close())

const path = '/api/v1/sign-in'
const password = 'correct horse battery'
const me = '/api/v1/users/me'

/** A new person with a password, logged in. */
async function somebody() {
  const { userId, value } = await service.addToken()
  const email = `${newId()}@example.com`
  await service.call('PUT', `${me}/password`, { email, password }, { authorization: `Bearer ${value}` })
  const page = browser(service)
  expect((await page.call('POST', path, { email: email.toUpperCase(), password })).status).toBe(200)
  return { userId, email, page, token: value }
}

describe('the link that is printed at the first start', () => {
  test('signs the first owner in, who then sets an email address and a password', async () => {
    const page = browser(service)
    const { status, body, headers } = await page.call('POST', path, { token: service.token })
    expect(status).toBe(200)
    expect(body).toMatchObject({ user: { email: null, name: 'Owner', isAdmin: true }, hasPassword: false })
    expect(headers['set-cookie'][0]).toMatch(/^colloquy=[\w-]{43}; Path=\/; Max-Age=2592000; HttpOnly; SameSite=Lax$/)
    expect((await page.call('PUT', `${me}/password`, { password })).body.issues[0].path).toBe('email')
    const email = 'owner@example.com'
    expect((await page.call('PUT', `${me}/password`, { email, password })).status).toBe(200)
    expect((await browser(service).call('POST', path, { email, password })).body.hasPassword).toBe(true)
    const forgotten = await page.call('PUT', `${me}/password`, { password: 'another one, with the link' })
    expect(forgotten.status).toBe(200)
  })

  test('cannot extend a smaller token, nor keep a revoked one alive', async () => {
    const { userId, value } = await service.addToken()
    for (const scope of ['read', 'write'] as const) {
      const small = await service.addToken({ userId, scope })
      expect((await browser(service).call('POST', path, { token: small.value })).body.code).toBe('sign_in_failed')
    }
    const link = await service.addToken({ userId, expiresAt: now + 60_000 })
    const page = browser(service)
    expect((await page.call('POST', path, { token: link.value })).headers['set-cookie'][0]).toContain('Max-Age=60;')
    expect((await page.call('GET', me)).status).toBe(200)
    await service.call('DELETE', `${me}/api-tokens/${link.id}`, undefined, { authorization: `Bearer ${value}` })
    expect((await page.call('GET', me)).status).toBe(401)
  })
})

describe('signing in', () => {
  test('with a wrong password is the same as with an unknown address, and with a token that is none', async () => {
    const { email } = await somebody()
    const attempts = [
      { email, password: 'wrong' },
      { email: 'nobody@example.com', password },
      { email, password: '' },
      { token: 'wrong' },
      { token: '' },
    ]
    const answers = await Promise.all(attempts.map((body) => browser(service).call('POST', path, body)))
    for (const answer of answers) {
      expect(answer.status).toBe(401)
      expect(answer.text).toBe(answers[0].text)
      expect(answer.headers['set-cookie']).toBeUndefined()
    }
  })

  test('ends after 30 days, and with signing out', async () => {
    const { page } = await somebody()
    const old = page.cookie() as string
    expect((await page.call('GET', me)).status).toBe(200)
    now += 30 * 86_400_000
    expect((await page.call('GET', me)).status).toBe(401)
    now -= 86_400_000
    expect((await page.call('DELETE', path)).status).toBe(200)
    expect(page.cookie()).toBe('colloquy=')
    expect((await page.call('GET', me, undefined, { cookie: old })).status).toBe(401)
  })

  test('stores neither password nor cookie as they are', async () => {
    const { userId, page } = await somebody()
    const stored = JSON.stringify([
      await service.storage.passwords.get(userId),
      await service.storage.signIns.list(userId),
    ])
    expect(stored).toMatch(/\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
    expect(stored).not.toContain(password)
    expect(stored).not.toContain(page.cookie()?.split('=')[1])
  })

  test('is asked for seldom from one address', async () => {
    const limited = await testService({ COLLOQUY_RATE_LIMIT: 'on', COLLOQUY_LIMITS: '{"signInsPerMinute":2}' })
    try {
      const attempt = () => browser(limited).call('POST', path, { email: 'a@example.com', password: 'guess' })
      expect([(await attempt()).status, (await attempt()).status, (await attempt()).status]).toEqual([401, 401, 429])
    } finally {
      await limited.close()
    }
  })

  test('behind TLS sets a cookie that browsers send only to this host and over TLS', async () => {
    const secure = await testService({ COLLOQUY_PUBLIC_URL: 'https://bots.example' })
    try {
      const page = browser(secure)
      const { headers } = await page.call('POST', path, { token: secure.token })
      expect(headers['set-cookie'][0]).toMatch(/^__Host-colloquy=\S+; Path=\/; .*HttpOnly; SameSite=Lax; Secure$/)
      expect((await page.call('GET', me)).status).toBe(200)
      const bare = (page.cookie() as string).replace('__Host-', '')
      expect((await page.call('GET', me, undefined, { cookie: bare })).status).toBe(401)
    } finally {
      await secure.close()
    }
  })
})

describe('a cookie', () => {
  test('changes nothing without the CSRF token of its own sign-in', async () => {
    const { page } = await somebody()
    const other = await somebody()
    const create = (headers: Record<string, string>) =>
      page.call('POST', '/api/v1/workspaces', { name: newId() }, headers)
    const refused = await create({ 'x-csrf-token': '' })
    expect(refused.status).toBe(401)
    for (const token of ['x', other.page.csrfToken() as string, `${page.csrfToken()}x`]) {
      expect((await create({ 'x-csrf-token': token })).text).toBe(refused.text)
    }
    expect((await create({})).status).toBe(200)
  })

  test('gives way to a bearer token beside it, good or bad', async () => {
    const { page, userId } = await somebody()
    const stranger = service.strangerToken
    const asStranger = await page.call('GET', me, undefined, { authorization: `Bearer ${stranger}` })
    expect(asStranger.body.id).not.toBe(userId)
    expect((await page.call('GET', me, undefined, { authorization: 'Bearer wrong' })).status).toBe(401)
  })

  test('lets our pages read their CSRF token again after a reload; API tokens have none', async () => {
    const { page } = await somebody()
    expect((await page.call('GET', path)).body.csrfToken).toBe(page.csrfToken())
    expect((await service.call('GET', path)).body.csrfToken).toBeNull()
  })
})

describe('a password', () => {
  test('is changed by who knows it, and signs everybody else out', async () => {
    const { email, page, userId } = await somebody()
    const elsewhere = browser(service)
    await elsewhere.call('POST', path, { email, password })
    const change = (body: object) => page.call('PUT', `${me}/password`, body)
    const next = 'a new password'
    expect((await change({ password: next })).body.code).toBe('wrong_password')
    expect((await change({ password: next, currentPassword: 'wrong' })).body.code).toBe('wrong_password')
    expect((await change({ password: 'too short' })).body.issues[0].path).toBe('password')
    expect((await change({ password: next, currentPassword: password, email: 'x@y.zz' })).body.issues[0].path).toBe(
      'email',
    )
    expect((await elsewhere.call('GET', me)).status).toBe(200)
    expect((await change({ password: next, currentPassword: password })).status).toBe(200)
    expect((await elsewhere.call('GET', me)).status).toBe(401)
    expect((await page.call('GET', me)).body.id).toBe(userId)
    expect((await browser(service).call('POST', path, { email, password })).status).toBe(401)
    expect((await browser(service).call('POST', path, { email, password: next })).status).toBe(200)
  })

  test('comes with an email address that nobody else has', async () => {
    const { email } = await somebody()
    const { value } = await service.addToken()
    const body = { email: ` ${email.toUpperCase()}`, password }
    const taken = await service.call('PUT', `${me}/password`, body, { authorization: `Bearer ${value}` })
    expect(taken.body.code).toBe('email_taken')
  })
})

test('login sessions are listed to their user, and ended one by one', async () => {
  const { email, page } = await somebody()
  const phone = browser(service)
  now += 1000
  await phone.call('POST', path, { email, password }, { 'user-agent': 'Phone' })
  const { signIns } = (await page.call('GET', `${me}/sign-ins`)).body
  expect(signIns.map(({ userAgent, isCurrent }: Record<string, unknown>) => [userAgent, isCurrent])).toEqual([
    ['Phone', false],
    ['', true],
  ])
  const other = await somebody()
  const remove = (of: typeof page) => of.call('DELETE', `${me}/sign-ins/${signIns[0].id}`)
  expect((await remove(other.page)).body.code).toBe('sign_in_not_found')
  expect((await remove(page)).status).toBe(200)
  expect((await phone.call('GET', me)).status).toBe(401)
})
