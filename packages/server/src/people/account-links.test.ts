import { catchMail } from '@colloquy/test-kit/mail-catcher'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { newId } from '../ids.js'
import { browser } from '../testing/browser.js'
import { type TestService, testService } from '../testing/test-service.js'

let catcher: Awaited<ReturnType<typeof catchMail>>
let mailing: TestService
let silent: TestService
/** A service with a mail server, but without a public URL. */
let nameless: TestService
let now = Date.parse('2026-11-01T12:00:00Z')
beforeAll(async () => {
  catcher = await catchMail('secret')
  const settings = { SMTP_URL: `smtp://127.0.0.1:${catcher.port}`, MAIL_FROM: 'Bots <bots@example.com>' }
  const clock = () => now
  mailing = await testService({ ...settings, COLLOQUY_PUBLIC_URL: 'https://bots.example' }, { clock })
  silent = await testService({}, { clock })
  nameless = await testService(settings, { clock })
})
afterAll(async () => {
  await Promise.all([mailing, silent, nameless].map((service) => service?.close()))
  await catcher?.close()
})
beforeEach(() => void catcher.caught.splice(0))

const password = 'correct horse battery'
const next = 'a staple instead'
const me = '/api/v1/users/me'

/** A person with a password and a login session in a browser. */
async function somebody(service: TestService) {
  const { userId, value } = await service.addToken()
  const email = `${newId()}@example.com`
  const as = { authorization: `Bearer ${value}` }
  await service.call('PUT', `${me}/password`, { email, password }, as)
  const page = browser(service)
  await page.call('POST', '/api/v1/sign-in', { email, password })
  return { userId, email, page, as }
}

/** A person whose account was created by an invitation to a new workspace, with a login session in a browser. */
async function invited(service: TestService, admin: { as: Record<string, string> }) {
  const { workspace } = (await service.call('POST', '/api/v1/workspaces', { name: newId() }, admin.as)).body
  const email = `${newId()}@example.com`
  const path = `/api/v1/workspaces/${workspace.id}/invitations`
  const { link } = (await service.call('POST', path, { email, type: 'MEMBER' }, admin.as)).body
  const raw = link ?? caughtFor(email)[0]?.raw.replace(/=\r?\n/g, '')
  const [, token] = /#invitation=(?:3D)?([\w-]{43})/.exec(raw) ?? []
  const page = browser(service)
  const accepted = await page.call('POST', '/api/v1/invitations/accept', { token, password })
  expect(accepted.status).toBe(200)
  return { email, page }
}

const tokenOf = (text: string) => /-link=(?:3D)?([\w-]{43})/.exec(text.replace(/=\r?\n/g, ''))?.[1] as string
const ask = (service: TestService, email: string) => service.call('POST', '/api/v1/password-links/request', { email })
const use = (service: TestService, token: string) =>
  browser(service).call('POST', '/api/v1/password-links/use', { token, password: next })
const caughtFor = (email: string) => catcher.caught.filter(({ to }) => to[0] === email)
const mailsTo = (email: string, count = 1) => vi.waitUntil(() => caughtFor(email).length >= count, { timeout: 25_000 })

describe('a forgotten password', () => {
  test('is replaced by a link that comes by email, is good once, and ends every login session', async () => {
    const { email, page } = await somebody(mailing)
    expect((await ask(mailing, email.toUpperCase())).body).toEqual({ isMailing: true })
    await mailsTo(email)
    const raw = caughtFor(email)[0]?.raw as string
    expect(raw.replace(/=\r?\n/g, '')).toContain('https://bots.example/#password-link=')
    const token = tokenOf(raw)
    expect((await mailing.call('POST', '/api/v1/password-links/open', { token })).body).toEqual({ email })
    expect((await page.call('GET', me)).status).toBe(200)
    const here = browser(mailing)
    expect((await here.call('POST', '/api/v1/password-links/use', { token, password: next })).status).toBe(200)
    expect((await here.call('GET', `${me}/sign-ins`)).body.signIns).toHaveLength(1)
    expect((await page.call('GET', me)).status).toBe(401)
    expect((await use(mailing, token)).body.code).toBe('account_link_not_found')
    const signIn = (given: string) => browser(mailing).call('POST', '/api/v1/sign-in', { email, password: given })
    expect([(await signIn(password)).status, (await signIn(next)).status]).toEqual([401, 200])
  })

  test('is asked for with the same answer for an address without an account, to which nothing goes', async () => {
    const { email } = await somebody(mailing)
    const unknown = await ask(mailing, 'nobody@example.com')
    const known = await ask(mailing, email)
    expect([unknown.status, unknown.text]).toEqual([known.status, known.text])
    await mailsTo(email)
    expect(caughtFor('nobody@example.com')).toEqual([])
  })

  test('brings three emails within an hour and no more, of which each works until one is used', async () => {
    const { email } = await somebody(mailing)
    for (let count = 0; count < 5; count++) await ask(mailing, email)
    const other = await somebody(mailing)
    await ask(mailing, other.email)
    await mailsTo(email, 3)
    await mailsTo(other.email)
    expect(caughtFor(email)).toHaveLength(3)
    const tokens = caughtFor(email).map(({ raw }) => tokenOf(raw))
    expect((await use(mailing, tokens[2] as string)).status).toBe(200)
    expect((await use(mailing, tokens[0] as string)).body.code).toBe('account_link_not_found')
  })

  test('needs a link that is younger than an hour, and of which only a hash is stored', async () => {
    const { email, userId } = await somebody(mailing)
    await ask(mailing, email)
    await mailsTo(email)
    const token = tokenOf(caughtFor(email)[0]?.raw as string)
    expect(await mailing.storage.accountLinks.findByHash(token)).toBeUndefined()
    now += 3_600_000
    expect((await use(mailing, token)).body.code).toBe('account_link_not_found')
    expect(await mailing.storage.users.get(userId)).toBeDefined()
  })

  test('is not mailed with an address that the request claims: without a public address, or a mail server, none is', async () => {
    const { email } = await somebody(nameless)
    expect((await ask(nameless, email)).body).toEqual({ isMailing: false })
    expect((await ask(silent, email)).body).toEqual({ isMailing: false })
    expect(catcher.caught).toEqual([])
  })
})

describe('a link that somebody makes for another', () => {
  const make = (service: TestService, email: string, as?: Record<string, string>) =>
    service.call('POST', '/api/v1/password-links', { email }, as)

  test('is shown to an admin of the workspace that created the account, where no email can be sent', async () => {
    const admin = await somebody(silent)
    const { email, page } = await invited(silent, admin)
    const { body } = await make(silent, email, admin.as)
    expect(body).toMatchObject({ isMailed: false })
    expect((await use(silent, tokenOf(body.link))).status).toBe(200)
    expect((await page.call('GET', me)).status).toBe(401)
    const stranger = await somebody(silent)
    expect((await make(silent, email, stranger.as)).body.code).toBe('member_not_found')
  })

  test('is refused for an account that existed before its workspace invited it', async () => {
    const [admin, victim] = [await somebody(silent), await somebody(silent)]
    const { workspace } = (await silent.call('POST', '/api/v1/workspaces', { name: 'W' }, admin.as)).body
    const path = `/api/v1/workspaces/${workspace.id}/invitations`
    const { link } = (await silent.call('POST', path, { email: victim.email, type: 'MEMBER' }, admin.as)).body
    expect((await make(silent, victim.email, admin.as)).body.code).toBe('member_not_found')
    const accepted = { token: link.split('#invitation=')[1], password }
    expect((await browser(silent).call('POST', '/api/v1/invitations/accept', accepted)).status).toBe(200)
    expect((await make(silent, victim.email, admin.as)).body.code).toBe('belongs_elsewhere')
    expect((await make(silent, admin.email, victim.as)).body.code).toBe('forbidden')
    expect((await make(silent, victim.email)).status).toBe(200)
  })

  test('does not give access to the workspaces of others', async () => {
    const admin = await somebody(silent)
    const { email, page } = await invited(silent, admin)
    await page.call('POST', '/api/v1/workspaces', { name: 'Of the other' })
    expect((await make(silent, email, admin.as)).body.code).toBe('belongs_elsewhere')
  })

  test('goes to that person by email where it can, and is shown to an instance admin', async () => {
    const admin = await somebody(mailing)
    const { email } = await invited(mailing, admin)
    catcher.caught.splice(0)
    expect((await make(mailing, email, admin.as)).body).toEqual({ isMailed: true })
    expect(caughtFor(email)).toHaveLength(1)
    const { body } = await make(mailing, email)
    expect(body.link).toMatch(/^https:\/\/bots\.example\/#password-link=/)
    expect(caughtFor(email)).toHaveLength(1)
  })

  test('is not mailed with an address that the request claims: the admin gets it', async () => {
    const admin = await somebody(nameless)
    const { email } = await invited(nameless, admin)
    const { body } = await make(nameless, email, { ...admin.as, host: 'evil.example' })
    expect(body.isMailed).toBe(false)
    expect(tokenOf(body.link)).toBeDefined()
    expect(catcher.caught).toEqual([])
  })
})

describe('another email address', () => {
  const change = ({ page }: Pick<Awaited<ReturnType<typeof somebody>>, 'page'>, body: object) =>
    page.call('PUT', `${me}/email`, body)
  const confirm = (token: string) => mailing.call('POST', '/api/v1/email-links/use', { token })

  test('is taken over once the link that was sent there is used, and the old one is notified', async () => {
    const person = await somebody(mailing)
    const email = `${newId()}@example.com`
    expect((await change(person, { email, currentPassword: 'wrong' })).body.code).toBe('wrong_password')
    expect((await change(person, { email })).body.code).toBe('wrong_password')
    expect((await change(person, { email, currentPassword: password })).body).toEqual({ outcome: 'mailed' })
    expect((await person.page.call('GET', me)).body.email).toBe(person.email)
    const token = tokenOf(caughtFor(email)[0]?.raw as string)
    expect((await use(mailing, token)).body.code).toBe('account_link_not_found')
    expect((await confirm(token)).body).toEqual({ message: 'success', email })
    expect((await person.page.call('GET', me)).body.email).toBe(email)
    expect((await confirm(token)).body.code).toBe('account_link_not_found')
    await mailsTo(person.email)
  })

  test('is verified by the link that was sent there, also when it is the same address', async () => {
    const person = await somebody(mailing)
    const isVerified = async () => (await person.page.call('GET', '/api/v1/sign-in')).body.user.isEmailVerified
    expect(await isVerified()).toBe(false)
    const same = { email: person.email, currentPassword: password }
    expect((await change(person, same)).body).toEqual({ outcome: 'mailed' })
    expect(await isVerified()).toBe(false)
    expect((await confirm(tokenOf(caughtFor(person.email)[0]?.raw as string))).status).toBe(200)
    expect(await isVerified()).toBe(true)
  })

  test('is set without proof where no links are mailed, and stays unverified until an instance admin confirms it', async () => {
    for (const service of [silent, nameless]) {
      const person = await somebody(service)
      await service.call('POST', '/api/v1/email-verifications', { email: person.email })
      const isVerified = async () => (await person.page.call('GET', '/api/v1/sign-in')).body.user.isEmailVerified
      expect(await isVerified()).toBe(true)
      const email = `${newId()}@example.com`
      expect((await change(person, { email, currentPassword: password })).body).toEqual({ outcome: 'changed' })
      expect(await isVerified()).toBe(false)
      await service.call('POST', '/api/v1/email-verifications', { email })
      expect(await isVerified()).toBe(true)
    }
    expect(catcher.caught.map(({ raw }) => /https?:/.test(raw))).not.toContain(true)
  })

  test('is taken over at once where there is no mail server, and never from somebody else', async () => {
    const [person, other] = [await somebody(silent), await somebody(silent)]
    const taken = await change(person, { email: other.email, currentPassword: password })
    expect(taken.body.code).toBe('email_taken')
    const email = `${newId()}@example.com`
    expect((await change(person, { email, currentPassword: password })).body).toEqual({ outcome: 'changed' })
    expect((await browser(silent).call('POST', '/api/v1/sign-in', { email, password })).status).toBe(200)
  })

  test('is not changed when its link cannot be sent', async () => {
    const settings = { SMTP_URL: 'smtp://127.0.0.1:1', MAIL_FROM: 'bots@example.com' }
    const failing = await testService({ ...settings, COLLOQUY_PUBLIC_URL: 'https://bots.example' })
    try {
      const person = await somebody(failing)
      const outcome = await change(person, { email: 'new@example.com', currentPassword: password })
      expect(outcome.body).toEqual({ outcome: 'not mailed' })
      expect((await person.page.call('GET', me)).body.email).toBe(person.email)
    } finally {
      await failing.close()
    }
  })
})
