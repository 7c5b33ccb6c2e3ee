import { endpoints } from '@colloquy/api'
import { catchMail } from '@colloquy/test-kit/mail-catcher'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newId } from '../ids.js'
import { browser } from '../testing/browser.js'
import { populatedWorkspace } from '../testing/populated-workspace.js'
import { type Method, type TestService, testService } from '../testing/test-service.js'

let service: TestService
let now = Date.parse('2026-11-01T12:00:00Z')
beforeAll(async () => {
  service = await testService({}, { clock: () => now })
})
afterAll(() => service.close())

const password = 'correct horse battery'
const newEmail = () => `${newId()}@example.com`

/** A workspace of one person with a bot, and the requests of its admin. */
async function workspace() {
  const { ids, admin, adminId } = await populatedWorkspace(service, endpoints.getBot)
  const as = (token: string) => (method: Method, path: string, body?: unknown) =>
    service.call(method, path, body, { authorization: `Bearer ${token}` })
  const path = `/api/v1/workspaces/${ids.workspaceId}`
  const botPath = `/api/v1/bots/${ids.botId}`
  return { ids, adminId, as, call: as(admin), path, botPath }
}

/** A person with an account and no memberships; the address is verified by default. */
async function account({ isVerified = true } = {}) {
  const { userId, value } = await service.addToken()
  const email = newEmail()
  const body = { email, password }
  await service.call('PUT', '/api/v1/users/me/password', body, { authorization: `Bearer ${value}` })
  if (isVerified) await service.call('POST', '/api/v1/email-verifications', { email })
  const call = (method: Method, path: string, body?: unknown) =>
    service.call(method, path, body, { authorization: `Bearer ${value}` })
  return { userId, email, token: value, call }
}
const own = '/api/v1/users/me/invitations'

/** Accepts the only invitation that is listed for a person. */
async function acceptListed({ call }: Pick<Awaited<ReturnType<typeof account>>, 'call'>) {
  const { invitations } = (await call('GET', own)).body
  expect(invitations).toHaveLength(1)
  return call('POST', `${own}/${invitations[0].id}/accept`)
}

const tokenOf = (link: string) => link.split('#invitation=')[1] as string
const accept = (body: object) => browser(service).call('POST', '/api/v1/invitations/accept', body)

describe('an invitation to a workspace', () => {
  test('is accepted once, by its link, with a new password', async () => {
    const { call, path, ids } = await workspace()
    const email = newEmail()
    const { body } = await call('POST', `${path}/invitations`, { email: email.toUpperCase(), type: 'MEMBER' })
    expect(body).toMatchObject({ isMailed: false, invitation: { email, type: 'MEMBER' } })
    expect((await call('GET', `${path}/invitations`)).body.invitations).toEqual([body.invitation])
    expect((await call('POST', `${path}/invitations`, { email, type: 'GUEST' })).body.code).toBe('already_invited')
    const token = tokenOf(body.link)
    const opened = await service.call('POST', '/api/v1/invitations/open', { token })
    expect(opened.body).toEqual({ email, workspaceName: 'Populated', type: 'MEMBER', hasAccount: false })
    const page = browser(service)
    expect((await page.call('POST', '/api/v1/invitations/accept', { token, password: 'short' })).status).toBe(400)
    const accepted = await page.call('POST', '/api/v1/invitations/accept', { token, password, name: 'Mia' })
    expect(accepted.body).toMatchObject({ workspaceId: ids.workspaceId })
    expect((await page.call('GET', `/api/v1/bots?workspaceId=${ids.workspaceId}`)).body.bots).toHaveLength(1)
    expect((await page.call('POST', '/api/v1/sign-in', { email, password })).status).toBe(200)
    expect((await accept({ token, password })).body.code).toBe('invitation_not_found')
    const { members } = (await call('GET', `${path}/members`)).body
    expect(members.map(({ role, user }: { role: string; user: object }) => [role, user])).toEqual([
      ['ADMIN', { name: 'Somebody', email: null, image: null, isEmailVerified: false }],
      ['MEMBER', { name: 'Mia', email, image: null, isEmailVerified: false }],
    ])
    expect((await call('GET', `${path}/invitations`)).body.invitations).toEqual([])
  })

  test('is invalid when it is withdrawn, expired, changed or guessed', async () => {
    const { call, path } = await workspace()
    const invite = async () => (await call('POST', `${path}/invitations`, { email: newEmail(), type: 'GUEST' })).body
    const withdrawn = await invite()
    await call('DELETE', `${path}/invitations/${withdrawn.invitation.id}`)
    const changed = await invite()
    const update = { type: 'ADMIN' }
    const { body } = await call('PATCH', `${path}/invitations/${changed.invitation.id}`, update)
    expect(body.invitation.type).toBe('ADMIN')
    const expired = await invite()
    now += 14 * 86_400_000
    for (const token of [tokenOf(withdrawn.link), tokenOf(expired.link), 'guess', tokenOf(changed.link)]) {
      expect((await accept({ token, password })).body.code).toBe('invitation_not_found')
      const opened = await service.call('POST', '/api/v1/invitations/open', { token })
      expect(opened.body.code).toBe('invitation_not_found')
    }
    const again = { email: expired.invitation.email, type: 'GUEST' }
    expect((await call('POST', `${path}/invitations`, again)).status).toBe(200)
  })

  test('makes nobody a member before they accept, in their list of invitations or by the link', async () => {
    const { call, path, ids } = await workspace()
    const mia = await account()
    const { body } = await call('POST', `${path}/invitations`, { email: mia.email, type: 'MEMBER' })
    expect(body).toMatchObject({ invitation: { email: mia.email, type: 'MEMBER' }, isMailed: false })
    expect(body.link).toContain('/#invitation=')
    expect((await mia.call('GET', path)).status).toBe(404)
    const { invitations } = (await mia.call('GET', own)).body
    expect(invitations).toMatchObject([{ workspaceName: 'Populated', type: 'MEMBER' }])
    expect((await acceptListed(mia)).body).toEqual({ workspaceId: ids.workspaceId })
    expect((await mia.call('GET', path)).body.currentUserMode).toBe('read')
    expect((await call('POST', `${path}/invitations`, { email: mia.email, type: 'ADMIN' })).body.code).toBe(
      'already_invited',
    )
    expect((await accept({ token: tokenOf(body.link), password })).body.code).toBe('invitation_not_found')
  })

  test('is declined by whom it is for, and by nobody else', async () => {
    const { call, path } = await workspace()
    const [mia, noah] = [await account(), await account()]
    const { id } = (await call('POST', `${path}/invitations`, { email: mia.email, type: 'MEMBER' })).body.invitation
    expect((await noah.call('DELETE', `${own}/${id}`)).body.code).toBe('invitation_not_found')
    expect((await noah.call('POST', `${own}/${id}/accept`)).body.code).toBe('invitation_not_found')
    expect((await mia.call('DELETE', `${own}/${id}`)).status).toBe(200)
    expect((await call('GET', `${path}/invitations`)).body.invitations).toEqual([])
  })

  test('gives no rights to who took its address without proof', async () => {
    const { call, path } = await workspace()
    const thief = await account()
    const email = newEmail()
    const changed = await thief.call('PUT', '/api/v1/users/me/email', { email, currentPassword: password })
    expect(changed.body).toEqual({ outcome: 'changed' })
    const { invitation } = (await call('POST', `${path}/invitations`, { email, type: 'ADMIN' })).body
    expect((await thief.call('GET', own)).body.invitations).toEqual([])
    expect((await thief.call('POST', `${own}/${invitation.id}/accept`)).body.code).toBe('invitation_not_found')
    expect((await thief.call('DELETE', `${own}/${invitation.id}`)).body.code).toBe('invitation_not_found')
    expect((await thief.call('GET', path)).status).toBe(404)
  })

  test('does not open the account of who made one meanwhile', async () => {
    const { call, path } = await workspace()
    const email = newEmail()
    const token = tokenOf((await call('POST', `${path}/invitations`, { email, type: 'MEMBER' })).body.link)
    const { value } = await service.addToken()
    await service.call('PUT', '/api/v1/users/me/password', { email, password }, { authorization: `Bearer ${value}` })
    expect((await accept({ token, password: 'a password of mine' })).body.code).toBe('sign_in_failed')
    expect((await accept({ token, password })).status).toBe(200)
  })

  test('needs a seat, unless it is for a guest', async () => {
    const { call, path, ids } = await workspace()
    await service.storage.workspaces.update(ids.workspaceId, { plan: 'STARTER' }, now)
    const invite = async (type: string) =>
      (await call('POST', `${path}/invitations`, { email: newEmail(), type })).status
    expect([await invite('MEMBER'), await invite('MEMBER'), await invite('GUEST')]).toEqual([200, 409, 200])
    const { invitations } = (await call('GET', `${path}/invitations`)).body
    const { id } = invitations.find(({ type }: { type: string }) => type === 'GUEST')
    expect((await call('PATCH', `${path}/invitations/${id}`, { type: 'ADMIN' })).body.code).toBe('no_seat_left')
  })

  test('goes out by email where there is a mail server, and its link is not shown then', async () => {
    const catcher = await catchMail('secret')
    const mailing = await testService({
      SMTP_URL: `smtp://127.0.0.1:${catcher.port}`,
      MAIL_FROM: 'Bots <bots@example.com>',
      COLLOQUY_PUBLIC_URL: 'https://bots.example',
    })
    try {
      const path = `/api/v1/workspaces/${mailing.workspaceId}/invitations`
      const { body } = await mailing.call('POST', path, { email: 'mia@example.com', type: 'MEMBER' })
      expect(body.isMailed).toBe(true)
      expect(body.link).toBeUndefined()
      const mail = catcher.caught[0]
      expect(mail?.to).toEqual(['mia@example.com'])
      const text = mail?.raw.replace(/=\r?\n/g, '') ?? ''
      const [, token] = /https:\/\/bots\.example\/#invitation=(?:3D)?([\w-]{43})/.exec(text) ?? []
      const accepted = await browser(mailing).call('POST', '/api/v1/invitations/accept', { token, password })
      expect(accepted.status).toBe(200)
      const { members } = (await mailing.call('GET', `/api/v1/workspaces/${mailing.workspaceId}/members`)).body
      expect(members[1].user).toMatchObject({ email: 'mia@example.com', isEmailVerified: true })
    } finally {
      await mailing.close()
      await catcher.close()
    }
  })

  test('is not mailed with an address that the request claims: the inviter gets the link', async () => {
    const catcher = await catchMail('secret')
    const nameless = await testService({
      SMTP_URL: `smtp://127.0.0.1:${catcher.port}`,
      MAIL_FROM: 'Bots <bots@example.com>',
    })
    try {
      const path = `/api/v1/workspaces/${nameless.workspaceId}/invitations`
      const invitation = { email: 'mia@example.com', type: 'MEMBER' }
      const { body } = await nameless.call('POST', path, invitation, { host: 'evil.example' })
      expect(body.isMailed).toBe(false)
      expect(tokenOf(body.link)).toMatch(/^[\w-]{43}$/)
      expect(catcher.caught).toEqual([])
    } finally {
      await nameless.close()
      await catcher.close()
    }
  })

  test('quotes the names in its email on one bounded line', async () => {
    const catcher = await catchMail('secret')
    const mailing = await testService({
      SMTP_URL: `smtp://127.0.0.1:${catcher.port}`,
      MAIL_FROM: 'bots@example.com',
      COLLOQUY_PUBLIC_URL: 'https://bots.example',
    })
    try {
      const path = `/api/v1/workspaces/${mailing.workspaceId}`
      await mailing.call('PATCH', '/api/v1/users/me', { updates: { name: 'Ada\r\n\r\nPay here' } })
      await mailing.call('PATCH', path, { name: `Team" \u202e\n\n${'x'.repeat(500)}` })
      await mailing.call('POST', `${path}/invitations`, { email: 'mia@example.com', type: 'MEMBER' })
      const raw = catcher.caught[0]?.raw ?? ''
      const text = raw.slice(raw.indexOf('\r\n\r\n') + 4).replace(/=\r?\n/g, '')
      const [first] = text.split('\r\n')
      expect(first).toMatch(/^"Ada Pay here" invites you to the workspace "Team' x{93}=E2=80=A6" on Colloquy\./)
    } finally {
      await mailing.close()
      await catcher.close()
    }
  })

  test('writes its email in the language of the invitee, else of the inviter', async () => {
    const catcher = await catchMail('secret')
    const mailing = await testService({
      SMTP_URL: `smtp://127.0.0.1:${catcher.port}`,
      MAIL_FROM: 'bots@example.com',
      COLLOQUY_PUBLIC_URL: 'https://bots.example',
    })
    try {
      const subjectFor = async (email: string) => {
        const path = `/api/v1/workspaces/${mailing.workspaceId}/invitations`
        await mailing.call('POST', path, { email, type: 'MEMBER' })
        return /^Subject: (.*)$/m.exec(catcher.caught.at(-1)?.raw ?? '')?.[1]
      }
      expect(await subjectFor('one@example.com')).toBe('Your invitation')
      await mailing.call('PATCH', '/api/v1/users/me', { updates: { preferredLanguage: 'pt-BR' } })
      expect(await subjectFor('two@example.com')).toBe('Seu convite')
    } finally {
      await mailing.close()
      await catcher.close()
    }
  })

  test('verifies no address by a link that the inviter handed over, unless the inviter is an instance admin', async () => {
    const { call, path } = await workspace()
    const ofInstance = `/api/v1/workspaces/${service.workspaceId}/invitations`
    const isVerified = async (invite: (body: object) => Promise<{ body: { link: string } }>) => {
      const { body } = await invite({ email: newEmail(), type: 'GUEST' })
      const page = browser(service)
      await page.call('POST', '/api/v1/invitations/accept', { token: tokenOf(body.link), password })
      return (await page.call('GET', '/api/v1/sign-in')).body.user.isEmailVerified
    }
    expect(await isVerified((body) => call('POST', `${path}/invitations`, body))).toBe(false)
    expect(await isVerified((body) => service.call('POST', ofInstance, body))).toBe(true)
  })
})

describe('members', () => {
  test('are managed by admins, and may leave', async () => {
    const { call, as, path, ids } = await workspace()
    const member = await service.addMember(ids.workspaceId, 'MEMBER')
    const other = await service.addMember(ids.workspaceId, 'MEMBER')
    const asMember = as(member.value)
    for (const [method, body] of [
      ['PATCH', { role: 'ADMIN' }],
      ['DELETE', undefined],
    ] as const) {
      expect((await asMember(method, `${path}/members/${other.userId}`, body)).body.code).toBe('forbidden')
    }
    expect((await asMember('POST', `${path}/invitations`, { email: newEmail(), type: 'GUEST' })).status).toBe(403)
    expect((await asMember('DELETE', `${path}/members/${member.userId}`)).status).toBe(200)
    expect((await asMember('GET', `${path}/members`)).body.code).toBe('workspace_not_found')
    expect((await call('PATCH', `${path}/members/${other.userId}`, { role: 'GUEST' })).status).toBe(200)
    expect((await as(other.value)('GET', `/api/v1/bots/${ids.botId}`)).status).toBe(404)
    expect((await call('DELETE', `${path}/members/${member.userId}`)).body.code).toBe('member_not_found')
  })

  test('always have an admin among them', async () => {
    const { call, as, path, ids, adminId } = await workspace()
    const own = `${path}/members/${adminId}`
    expect((await call('PATCH', own, { role: 'MEMBER' })).body.code).toBe('last_admin')
    expect((await call('DELETE', own)).body.code).toBe('last_admin')
    expect((await call('PATCH', own, { role: 'ADMIN' })).status).toBe(200)
    const second = await service.addMember(ids.workspaceId, 'ADMIN')
    expect((await call('DELETE', own)).status).toBe(200)
    expect((await as(second.value)('DELETE', `${path}/members/${second.userId}`)).body.code).toBe('last_admin')
  })

  test('share the seats of the plan when a guest gets another role', async () => {
    const { call, path, ids } = await workspace()
    await service.storage.workspaces.update(ids.workspaceId, { plan: 'STARTER' }, now)
    const guests = [
      await service.addMember(ids.workspaceId, 'GUEST'),
      await service.addMember(ids.workspaceId, 'GUEST'),
    ]
    const raise = ({ userId }: { userId: string }) => call('PATCH', `${path}/members/${userId}`, { role: 'ADMIN' })
    const answers = await Promise.all(guests.map(raise))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
  })

  test.each(['read', 'write'] as const)(
    'are not invited, changed or removed with a token of scope %s, nor is the workspace deleted',
    async (scope) => {
      const { as, path, botPath, ids, adminId } = await workspace()
      const { userId } = await service.addMember(ids.workspaceId, 'GUEST')
      const call = as((await service.addToken({ userId: adminId, scope })).value)
      const answers = [
        await call('POST', `${path}/invitations`, { email: newEmail(), type: 'ADMIN' }),
        await call('POST', `${botPath}/invitations`, { email: newEmail(), type: 'FULL_ACCESS' }),
        await call('PATCH', `${path}/members/${userId}`, { role: 'ADMIN' }),
        await call('DELETE', `${path}/members/${userId}`),
        await call('DELETE', path),
      ]
      expect(answers.map(({ body }) => body.code)).toEqual(answers.map(() => 'insufficient_scope'))
    },
  )
})

describe('a guest', () => {
  test('of single bots sees no other members, no invitations, no usage, and only the credentials of those bots', async () => {
    const { call, as, path, botPath, ids } = await workspace()
    const addCredentials = async (name: string): Promise<string> => {
      const credentials = { type: 'openai', name, data: { apiKey: 'planted-api-key-1' } }
      return (await call('POST', '/api/v1/credentials', { workspaceId: ids.workspaceId, credentials })).body
        .credentialsId
    }
    const used = await addCredentials('Used')
    await addCredentials('Other')
    const block = { id: 'mail', type: 'Email', options: { credentialsId: used } }
    const group = { id: 'g1', title: 'One', graphCoordinates: { x: 0, y: 0 }, blocks: [block] }
    expect((await call('PATCH', botPath, { bot: { groups: [group] } })).status).toBe(200)
    const guest = await service.addMember(ids.workspaceId, 'GUEST')
    const asGuest = as(guest.value)
    const credentials = async () =>
      (await asGuest('GET', `/api/v1/credentials?workspaceId=${ids.workspaceId}`)).body.credentials
    expect(await credentials()).toEqual([])
    const other = await service.addMember(ids.workspaceId, 'GUEST')
    for (const { userId } of [guest, other]) {
      const share = { botId: ids.botId, userId, type: 'READ', createdAt: 1, updatedAt: 1 } as const
      await service.storage.collaborators.add(ids.workspaceId, share)
    }
    expect(await credentials()).toEqual([{ id: used, type: 'openai', name: 'Used' }])
    const { members } = (await asGuest('GET', `${path}/members`)).body
    const { collaborators } = (await asGuest('GET', `${botPath}/collaborators`)).body
    for (const list of [members, collaborators])
      expect(list.map(({ userId }: { userId: string }) => userId)).toEqual([guest.userId])
    for (const closed of [`${path}/invitations`, `${botPath}/invitations`])
      expect((await asGuest('GET', closed)).body.code).toBe('forbidden')
    const usage = await asGuest('GET', `/api/v1/billing/usage?workspaceId=${ids.workspaceId}`)
    expect(usage.body.code).toBe('forbidden')
  })
})

describe('an address', () => {
  test('is confirmed by an instance admin and by nobody else', async () => {
    const mia = await account({ isVerified: false })
    const verify = (email: string, call = service.call) => call('POST', '/api/v1/email-verifications', { email })
    expect((await verify(mia.email, mia.call)).body.code).toBe('forbidden')
    expect((await mia.call('GET', '/api/v1/sign-in')).body.user.isEmailVerified).toBe(false)
    expect((await verify(newEmail())).body.code).toBe('account_not_found')
    expect((await verify(mia.email.toUpperCase())).status).toBe(200)
    expect((await mia.call('GET', '/api/v1/sign-in')).body.user.isEmailVerified).toBe(true)
  })
})

describe('a bot that is shared', () => {
  /** Status codes for a collaborator of this type: for reading, changing, inviting and deciding about others. */
  test.each([
    ['READ', [200, 404, 403, 403], 'read'],
    ['WRITE', [200, 200, 200, 403], 'write'],
    ['FULL_ACCESS', [200, 200, 200, 404], 'write'],
  ] as const)('allows %s exactly its rights', async (type, expected, mode) => {
    const { call, as, botPath, ids } = await workspace()
    const mia = await account()
    const { email, token, userId } = mia
    const shared = await call('POST', `${botPath}/invitations`, { email, type })
    expect(shared.body).toMatchObject({ message: 'success', isMailed: false, invitation: { email, type } })
    expect((await as(token)('GET', botPath)).status).toBe(404)
    expect((await acceptListed(mia)).body).toEqual({ workspaceId: ids.workspaceId, botId: ids.botId })
    const reading = await as(token)('GET', `${botPath}/results`)
    const writing = await as(token)('PATCH', botPath, { bot: { name: 'Theirs' } })
    const inviting = await as(token)('POST', `${botPath}/invitations`, { email: newEmail(), type: 'READ' })
    const deciding = await as(token)('DELETE', `${botPath}/collaborators/${newId()}`)
    expect([reading, writing, inviting, deciding].map(({ status }) => status)).toEqual(expected)
    expect((await as(token)('GET', botPath)).body.currentUserMode).toBe(mode)
    const listed = (await as(token)('GET', `/api/v1/bots?workspaceId=${ids.workspaceId}`)).body.bots
    expect(listed.map(({ id, accessRight }: Record<string, string>) => [id, accessRight])).toEqual([[ids.botId, mode]])
    const { collaborators } = (await call('GET', `${botPath}/collaborators`)).body
    expect(collaborators).toMatchObject([{ type, userId, botId: ids.botId, user: { email } }])
    expect((await as(token)('GET', `/api/v1/workspaces/${ids.workspaceId}`)).body.currentUserMode).toBe('guest')
    const path = `/api/v1/workspaces/${ids.workspaceId}/members/${userId}`
    expect((await call('DELETE', path)).status).toBe(200)
    expect((await as(token)('GET', botPath)).status).toBe(404)
  })

  test('shows its guest no other bot of the workspace', async () => {
    const { call, as, botPath, ids } = await workspace()
    const other = (await call('POST', '/api/v1/bots', { workspaceId: ids.workspaceId, bot: {} })).body.bot
    const mia = await account()
    const { email, token } = mia
    await call('POST', `${botPath}/invitations`, { email, type: 'FULL_ACCESS' })
    await acceptListed(mia)
    expect((await as(token)('GET', `/api/v1/bots/${other.id}`)).body.code).toBe('bot_not_found')
    const listed = (await as(token)('GET', `/api/v1/bots?workspaceId=${ids.workspaceId}`)).body.bots
    expect(listed).toHaveLength(1)
    const creating = await as(token)('POST', '/api/v1/bots', { workspaceId: ids.workspaceId, bot: {} })
    expect(creating.body.code).toBe('workspace_not_found')
  })

  test('is given on by nobody for more than they have', async () => {
    const { call, as, botPath } = await workspace()
    const mia = await account()
    const { email, token } = mia
    await call('POST', `${botPath}/invitations`, { email, type: 'WRITE' })
    await acceptListed(mia)
    const full = await as(token)('POST', `${botPath}/invitations`, { email: newEmail(), type: 'FULL_ACCESS' })
    expect(full.body.code).toBe('forbidden')
    expect((await as(token)('POST', `${botPath}/invitations`, { email, type: 'READ' })).body.code).toBe(
      'already_invited',
    )
  })

  test('is kept for somebody who has no account yet, and can be given up', async () => {
    const { call, botPath, ids } = await workspace()
    const email = newEmail()
    const { body } = await call('POST', `${botPath}/invitations`, { email, type: 'READ' })
    const changed = await call('PATCH', `${botPath}/invitations/${body.invitation.id}`, { type: 'WRITE' })
    expect((await call('GET', `${botPath}/invitations`)).body.invitations).toEqual([changed.body.invitation])
    const page = browser(service)
    const accepted = await page.call('POST', '/api/v1/invitations/accept', { token: tokenOf(body.link), password })
    expect(accepted.body).toMatchObject({ workspaceId: ids.workspaceId, botId: ids.botId })
    expect((await page.call('PATCH', botPath, { bot: { name: 'New' } })).status).toBe(200)
    const [{ userId }] = (await call('GET', `${botPath}/collaborators`)).body.collaborators
    expect((await call('PATCH', `${botPath}/collaborators/${userId}`, { type: 'READ' })).status).toBe(200)
    expect((await page.call('PATCH', botPath, { bot: { name: 'Newer' } })).status).toBe(404)
    expect((await page.call('DELETE', `${botPath}/collaborators/${userId}`)).status).toBe(200)
    expect((await page.call('GET', botPath)).status).toBe(404)
  })

  test('is shared no longer when the invitation was withdrawn', async () => {
    const { call, botPath } = await workspace()
    const { body } = await call('POST', `${botPath}/invitations`, { email: newEmail(), type: 'READ' })
    expect((await call('DELETE', `${botPath}/invitations/${body.invitation.id}`)).status).toBe(200)
    expect((await accept({ token: tokenOf(body.link), password })).body.code).toBe('invitation_not_found')
  })
})
