import { catchMail } from '@colloquy/test-kit/mail-catcher'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newId } from '../ids.js'
import { browser } from '../testing/browser.js'
import { chatClient } from '../testing/chat-client.js'
import { askingBot, type TestService, testService } from '../testing/test-service.js'

const smtpPassword = 'planted-smtp-password'
let mails: Awaited<ReturnType<typeof catchMail>>
let service: TestService
beforeAll(async () => {
  mails = await catchMail(smtpPassword, {
    onRcptTo: ({ address }, _session, done) =>
      done(address.startsWith('no') ? new Error(`Not here, and not with ${smtpPassword}`) : undefined),
  })
  service = await testService({
    SMTP_URL: `smtp://mira:${smtpPassword}@127.0.0.1:${mails.port}`,
    MAIL_FROM: 'colloquy@example.com',
    COLLOQUY_LIMITS: '{"turnCalls":7}',
  })
})
afterAll(async () => {
  await service.close()
  await mails.close()
})

const instance = '/api/v1/instance'
const password = 'a long password'
const { start, say } = chatClient(() => service)

/** A new user with a password and a workspace, signed in. */
async function somebody() {
  const { userId, value } = await service.addToken()
  const email = `${newId()}@example.com`
  const as = { authorization: `Bearer ${value}` }
  await service.call('PUT', '/api/v1/users/me/password', { email, password }, as)
  const made = await service.call('POST', '/api/v1/workspaces', { name: 'Theirs' }, as)
  const page = browser(service)
  await page.call('POST', '/api/v1/sign-in', { email, password })
  return { userId, email, page, as, workspaceId: made.body.workspace.id as string }
}

describe('the list of accounts', () => {
  test('finds people by their address and continues page by page', async () => {
    const people = [await somebody(), await somebody()]
    const found = await service.call('GET', `${instance}/users?search=${people[0]?.email}`)
    expect(found.body.users).toMatchObject([
      { id: people[0]?.userId, isAdmin: false, isEmailVerified: false, hasPassword: true, workspaces: 1 },
    ])
    const idsOf = ({ body }: { body: { users: { id: string }[] } }) => body.users.map(({ id }) => id)
    const all = idsOf(await service.call('GET', `${instance}/users?limit=100`))
    expect(all).toEqual(expect.arrayContaining(people.map(({ userId }) => userId)))
    const { body: first } = await service.call('GET', `${instance}/users?limit=1`)
    const second = await service.call('GET', `${instance}/users?limit=1&cursor=${first.nextCursor}`)
    expect([first.users[0].id, ...idsOf(second)]).toEqual(all.slice(0, 2))
    const elsewhere = await service.call('GET', `${instance}/workspaces?cursor=${first.nextCursor}`)
    expect(elsewhere.body.code).toBe('invalid_cursor')
  })
})

describe('a workspace', () => {
  test('is listed with what it stores, and takes no chats while it is suspended', async () => {
    const publicId = newId()
    await service.publish(askingBot(publicId))
    const running = await start(publicId)
    const suspend = (isSuspended: boolean) =>
      service.call('PATCH', `${instance}/workspaces/${service.workspaceId}`, { isSuspended })
    expect((await suspend(true)).status).toBe(200)
    expect((await service.call('POST', `/api/v1/bots/${publicId}/startChat`)).body.code).toBe('workspace_suspended')
    expect((await say(running.body.sessionId, 'Hi')).body.code).toBe('workspace_suspended')
    const { workspaces, maxResultBytes } = (await service.call('GET', `${instance}/workspaces`)).body
    expect(workspaces.find(({ id }: { id: string }) => id === service.workspaceId)).toMatchObject({
      isSuspended: true,
      members: 1,
      resultBytes: expect.any(Number),
    })
    expect(maxResultBytes).toBe(service.config.limits.workspaceResultBytes)
    await suspend(false)
    expect((await service.call('POST', `/api/v1/bots/${publicId}/startChat`)).status).toBe(200)
  })
})

test('limits are listed with their default and what is set', async () => {
  const { limits } = (await service.call('GET', `${instance}/limits`)).body
  const byName = new Map(limits.map((limit: { name: string }) => [limit.name, limit]))
  expect(byName.get('turnCalls')).toMatchObject({ value: 7, default: 50, isSet: true })
  expect(byName.get('turnSteps')).toMatchObject({ value: 1000, default: 1000, isSet: false })
  expect(byName.size).toBe(Object.keys(service.config.limits).length)
})

describe('the mail server', () => {
  test('is shown without its password', async () => {
    const answer = await service.call('GET', `${instance}/mail`)
    expect(answer.body).toEqual({
      server: { host: '127.0.0.1', port: mails.port, isTls: false, signsIn: true, from: 'colloquy@example.com' },
      mailsLinks: false,
    })
    expect(answer.text).not.toContain(smtpPassword)
  })

  test('answers a test email in its own words, also when it refuses it', async () => {
    const send = (to: string) => service.call('POST', `${instance}/mail/test`, { to })
    expect((await send('ada@example.com')).body).toEqual({ isSent: true, answer: expect.stringMatching(/^250 /) })
    expect(mails.caught.map(({ to }) => to)).toEqual([['ada@example.com']])
    const refused = await send('no@example.com')
    expect(refused.body).toEqual({ isSent: false, answer: expect.stringContaining('Not here, and not with ***') })
    expect(refused.text).not.toContain(smtpPassword)
  })
})

describe('an account', () => {
  test('is deleted by its owner with the password, and signed out everywhere', async () => {
    const { page, as, userId, email, workspaceId } = await somebody()
    const { body } = await page.call('GET', '/api/v1/users/me/deletion')
    expect(body.workspaces).toMatchObject([{ id: workspaceId, otherMembers: 0, successors: [] }])
    const workspaces = [{ workspaceId, action: 'delete' }]
    const remove = (change: object) => page.call('DELETE', '/api/v1/users/me', { workspaces, ...change })
    expect((await remove({ currentPassword: 'wrong' })).body.code).toBe('wrong_password')
    expect((await remove({ currentPassword: password, workspaces: [] })).body.code).toBe('workspaces_undecided')
    const gone = await remove({ currentPassword: password })
    expect(gone.status).toBe(200)
    expect(gone.headers['set-cookie']?.[0]).toContain('Max-Age=0')
    expect((await service.call('GET', '/api/v1/users/me', undefined, as)).status).toBe(401)
    expect((await browser(service).call('POST', '/api/v1/sign-in', { email, password })).status).toBe(401)
    expect(await service.storage.users.get(userId)).toBeUndefined()
    expect(await service.storage.workspaces.get(workspaceId)).toBeUndefined()
  })

  test('is deleted by an instance admin, who hands its workspace to a member', async () => {
    const { userId, workspaceId, as } = await somebody()
    const member = await service.addMember(workspaceId, 'MEMBER')
    const path = `${instance}/users/${userId}`
    const { workspaces } = (await service.call('GET', `${path}/deletion`)).body
    expect(workspaces).toMatchObject([{ id: workspaceId, successors: [{ userId: member.userId }] }])
    const handOver = { workspaceId, action: 'handOver', userId: member.userId }
    expect((await service.call('DELETE', path, { workspaces: [handOver, handOver] })).body.code).toBe(
      'workspaces_undecided',
    )
    expect((await service.call('DELETE', path, { workspaces: [handOver] })).status).toBe(200)
    expect(await service.storage.workspaces.role(workspaceId, member.userId)).toBe('ADMIN')
    expect((await service.call('GET', '/api/v1/users/me', undefined, as)).status).toBe(401)
  })
})
