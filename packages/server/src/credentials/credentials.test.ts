import { openMailPort } from '@colloquy/ports/mail'
import { catchMail, mailCredentials } from '@colloquy/test-kit/mail-catcher'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { SendRequest } from '../integrations/try-credentials.js'
import { defaultLimits } from '../limits/limits.js'
import { askingBot, testService } from '../testing/test-service.js'
import { vaultOf } from '../testing/vault-of.js'

const password = 'canary-password-of-the-mail-server'
const apiKey = 'sk-canary-0123456789abcdef'
const requests: Parameters<SendRequest>[0][] = []
let answer: Awaited<ReturnType<SendRequest>> = { kind: 'response', status: 200 }
let service: Awaited<ReturnType<typeof testService>>
let mailServer: Awaited<ReturnType<typeof catchMail>>
beforeAll(async () => {
  mailServer = await catchMail(password)
  service = await testService(
    {},
    {
      ports: {
        mail: openMailPort({
          limits: defaultLimits,
          checkAddress: async (host) =>
            host === 'mail.example.com'
              ? { kind: 'address', address: '127.0.0.1' }
              : { kind: 'refused', reason: `${host} is private` },
        }),
        egress: {
          send: async (request) => {
            requests.push(request as never)
            return answer as never
          },
          open: async () => answer as never,
          close: async () => {},
        },
      },
    },
  )
})
afterAll(async () => {
  await service.close()
  await mailServer.close()
})

const url = '/api/v1/credentials'
const inWorkspace = () => `?workspaceId=${service.workspaceId}`
const get = async (id: string) => (await service.call('GET', `${url}/${id}${inWorkspace()}`)).body.credentials
const patch = (id: string, credentials: object) =>
  service.call('PATCH', `${url}/${id}`, { workspaceId: service.workspaceId, credentials })
const remove = (id: string, force = '') => service.call('DELETE', `${url}/${id}${inWorkspace()}${force}`)
const test = async (id: string) =>
  (await service.call('POST', `${url}/${id}/test`, { workspaceId: service.workspaceId })).body
const smtp = (change: object = {}) => mailCredentials(mailServer, password, change)

describe('credentials are returned without their secrets', () => {
  it('as name, type, last 4, hosts and dates', async () => {
    const id = await service.addCredentials('smtp', smtp(), { name: ' Our mail ' })
    const credentials = await get(id)
    expect(credentials).toEqual({
      id,
      type: 'smtp',
      name: 'Our mail',
      lastFour: 'rver',
      allowedHosts: [`mail.example.com:${mailServer.port}`],
      needsSignIn: false,
      createdAt: expect.stringMatching(/Z$/),
      updatedAt: credentials.createdAt,
    })
    const { body } = await service.call('GET', `${url}${inWorkspace()}&type=smtp`)
    const { allowedHosts: _, ...listed } = credentials
    expect(body.credentials).toContainEqual(listed)
    expect(JSON.stringify([credentials, body])).not.toContain(password)
  })

  it('as type and name only by guests, who get nothing one by one', async () => {
    const id = await service.addCredentials('openai', { apiKey })
    const guest = await service.addMember(service.workspaceId, 'GUEST')
    const blocks = [{ id: 'mail', type: 'Email', options: { credentialsId: id } }]
    const groups = [{ id: 'g1', title: 'One', graphCoordinates: { x: 0, y: 0 }, blocks }]
    const share = { botId: await service.publish({ groups }), type: 'READ', createdAt: 1, updatedAt: 1 } as const
    await service.storage.collaborators.add(service.workspaceId, { ...share, userId: guest.userId })
    const headers = { authorization: `Bearer ${guest.value}` }
    const listed = await service.call('GET', `${url}${inWorkspace()}&type=openai`, undefined, headers)
    expect(listed.body).toEqual({ credentials: [{ id, type: 'openai', name: 'My openai' }] })
    const body = { workspaceId: service.workspaceId, credentials: { type: 'openai', name: 'x', data: {} } }
    for (const [method, path, given] of [
      ['GET', `${url}/${id}${inWorkspace()}`],
      ['PATCH', `${url}/${id}`, body],
      ['DELETE', `${url}/${id}${inWorkspace()}`],
      ['POST', `${url}/${id}/test`, body],
      ['POST', url, body],
    ] as const) {
      expect((await service.call(method, path, given, headers)).body.code).toBe('workspace_not_found')
    }
    expect((await get(id)).id).toBe(id)
  })
})

describe('credentials', () => {
  it('are refused with what is wrong about their type, and without their values', async () => {
    const credentials = { type: 'smtp', name: 'x', data: { port: 'canary-in-port', from: { email: 'canary-mail' } } }
    const refused = await service.call('POST', url, { workspaceId: service.workspaceId, credentials })
    expect(refused.status).toBe(400)
    expect(refused.body.issues.map(({ path }: { path: string }) => path)).toEqual([
      'credentials.data.port',
      'credentials.data.from.email',
    ])
    expect(refused.text).not.toContain('canary')
    const unknown = { type: 'carrier pigeon', name: 'x', data: {} }
    expect((await service.call('POST', url, { workspaceId: service.workspaceId, credentials: unknown })).status).toBe(
      400,
    )
  })

  it('are renamed without their secret, and replaced as a whole', async () => {
    const id = await service.addCredentials('openai', { apiKey })
    expect((await patch(id, { name: 'Renamed' })).body).toEqual({ credentialsId: id })
    expect(await get(id)).toMatchObject({ name: 'Renamed', lastFour: 'cdef' })
    await patch(id, { data: { apiKey: 'another-key-of-length-1234', baseUrl: 'https://gateway.example/v1/' } })
    expect(await get(id)).toMatchObject({ name: 'Renamed', lastFour: '1234', allowedHosts: ['gateway.example'] })
    const opened = await (await vaultOf(service)).open(service.workspaceId, id, 'openai')
    expect(opened?.data).toEqual({ apiKey: 'another-key-of-length-1234', baseUrl: 'https://gateway.example/v1' })
    expect((await patch(id, { data: { baseUrl: 'ftp://x' } })).body.issues[0].path).toBe('credentials.data.baseUrl')
  })

  it('allow further hosts only if the secret is sent again', async () => {
    const id = await service.addCredentials('openai', { apiKey }, { allowedHosts: ['Gateway.example:8443'] })
    expect((await get(id)).allowedHosts).toEqual(['api.openai.com', 'gateway.example:8443'])
    const widened = await patch(id, { allowedHosts: ['evil.example'] })
    expect(widened.status).toBe(400)
    expect(widened.body.issues).toEqual([
      { path: 'credentials.allowedHosts', message: expect.stringContaining('entered again') },
    ])
    expect((await get(id)).allowedHosts).toEqual(['api.openai.com', 'gateway.example:8443'])
  })

  it('for messaging have a name that no others have', async () => {
    const data = { systemUserAccessToken: 'token', phoneNumberId: '1' }
    await service.addCredentials('messaging', data, { name: '+33612345678' })
    const credentials = { type: 'messaging', name: '+33612345678', data }
    const taken = await service.call('POST', url, { workspaceId: service.workspaceId, credentials })
    expect(taken.body).toMatchObject({ status: 409, code: 'credentials_name_taken' })
    const other = await service.addCredentials('messaging', data, { name: 'other' })
    expect((await patch(other, { name: '+33612345678' })).status).toBe(409)
  })

  it('that bots use are deleted only by force, and the answer names the bots', async () => {
    const id = await service.addCredentials('smtp', smtp())
    const botId = await service.publish(emailBot('uses-mail', id))
    const refused = await remove(id)
    expect(refused.body).toMatchObject({ status: 409, code: 'credentials_in_use' })
    expect(refused.body.issues).toEqual([{ path: `bots.${botId}`, message: '"Mailer" uses them.' }])
    expect((await remove(id, '&force=true')).body).toEqual({
      credentialsId: id,
      usedBy: [{ id: botId, name: 'Mailer' }],
    })
    expect((await remove(id)).body.code).toBe('credentials_not_found')
    const unused = await service.addCredentials('smtp', smtp())
    expect((await remove(unused)).body).toEqual({ credentialsId: unused, usedBy: [] })
  })
})

describe('credentials of another workspace', () => {
  it('cannot be read, changed, tried or deleted from ones own', async () => {
    const headers = { authorization: `Bearer ${service.strangerToken}` }
    const made = await service.call('POST', '/api/v1/workspaces', { name: 'Theirs' }, headers)
    const theirs = made.body.workspace.id as string
    const id = await service.addCredentials('smtp', smtp())
    const body = { workspaceId: theirs, credentials: { name: 'Mine' } }
    for (const [method, path, given] of [
      ['GET', `${url}/${id}?workspaceId=${theirs}`],
      ['PATCH', `${url}/${id}`, body],
      ['DELETE', `${url}/${id}?workspaceId=${theirs}`],
      ['POST', `${url}/${id}/test`, body],
    ] as const) {
      const foreign = await service.call(method, path, given, headers)
      const absent = await service.call(method, path.replace(id, 'absent'), given, headers)
      expect(foreign.body.code).toBe('credentials_not_found')
      expect(foreign.text).toBe(absent.text)
    }
    const bot = emailBot('foreign', id)
    const saved = await service.call('POST', '/api/v1/bots', { workspaceId: theirs, bot }, headers)
    expect(credentialsIn(saved.body.bot)).toBe('default')
    expect(saved.body.warnings).toEqual([expect.objectContaining({ path: expect.stringMatching(/credentialsId$/) })])
    const change = { bot: { groups: bot.groups, messagingCredentialsId: null } }
    const updated = await service.call('PATCH', `/api/v1/bots/${saved.body.bot.id}`, change, headers)
    expect(credentialsIn(updated.body.bot)).toBe('default')
    const imported = { ...saved.body.bot, groups: bot.groups }
    const again = await service.call('POST', '/api/v1/bots/import', { workspaceId: theirs, bot: imported }, headers)
    expect(credentialsIn(again.body.bot)).toBe('default')
    expect(await (await vaultOf(service)).open(theirs, id, 'smtp')).toBeUndefined()
  })

  it('those of ones own are kept in a flow', async () => {
    const id = await service.addCredentials('smtp', smtp())
    const botId = await service.publish(emailBot('own-mail', id))
    const { bot } = (await service.call('GET', `/api/v1/bots/${botId}`)).body
    expect(credentialsIn(bot)).toBe(id)
    const updated = await service.call('PATCH', `/api/v1/bots/${botId}`, { bot: { groups: bot.groups } })
    expect(credentialsIn(updated.body.bot)).toBe(id)
    expect(updated.body.warnings).toEqual([])
  })

  it('messaging takes credentials of the workspace and of that type', async () => {
    const botId = await service.publish(askingBot('messaging'))
    const data = { systemUserAccessToken: 'token', phoneNumberId: '1' }
    const id = await service.addCredentials('messaging', data, { name: 'number' })
    const wrongType = await service.addCredentials('openai', { apiKey })
    const set = (messagingCredentialsId: string) =>
      service.call('PATCH', `/api/v1/bots/${botId}`, { bot: { messagingCredentialsId } })
    for (const bad of [wrongType, 'absent']) expect((await set(bad)).body.code).toBe('credentials_not_found')
    expect((await set(id)).body.bot.messagingCredentialsId).toBe(id)
    expect((await remove(id)).status).toBe(409)
    await remove(id, '&force=true')
    expect((await service.call('GET', `/api/v1/bots/${botId}`)).body.bot.messagingCredentialsId).toBeNull()
  })
})

describe('a test of credentials', () => {
  it('signs in to the mail server and says what it said', async () => {
    expect(await test(await service.addCredentials('smtp', smtp()))).toEqual({
      status: 'success',
      message: `mail.example.com:${mailServer.port} accepted the user name and password.`,
    })
    const wrong = await test(await service.addCredentials('smtp', smtp({ password: 'wrong-password' })))
    expect(wrong).toEqual({ status: 'failure', message: expect.stringContaining('No such user: mira ***') })
    expect(await test(await service.addCredentials('smtp', smtp({ host: '10.0.0.1' })))).toEqual({
      status: 'failure',
      message: '10.0.0.1 is private',
    })
    expect(await test(await service.addCredentials('smtp', { port: 25, from: {} }))).toMatchObject({
      status: 'failure',
    })
    expect(mailServer.caught).toEqual([])
  })

  it.each<[Awaited<ReturnType<SendRequest>>, string, string]>([
    [{ kind: 'response', status: 200 }, 'success', 'accepted the key.'],
    [{ kind: 'response', status: 401 }, 'failure', 'did not accept the key'],
    [{ kind: 'response', status: 500 }, 'failure', 'status 500'],
    [{ kind: 'timeout', seconds: 10 }, 'failure', 'within 10 s'],
    [{ kind: 'refused', reason: 'it is private' }, 'failure', 'it is private'],
  ])('asks the provider: %j', async (given, status, message) => {
    answer = given
    requests.length = 0
    const outcome = await test(await service.addCredentials('openai', { apiKey }))
    expect(outcome).toEqual({ status, message: expect.stringContaining(message) })
    expect(requests).toEqual([
      {
        owner: { workspaceId: service.workspaceId },
        url: 'https://api.openai.com/v1/models',
        method: 'GET',
        headers: [],
        secretHeaders: {
          headers: [
            ['Authorization', `Bearer ${apiKey}`],
            ['api-key', apiKey],
          ],
          hosts: ['api.openai.com'],
        },
        staysAtOrigin: true,
        maxBytes: 65_536,
      },
    ])
    expect(JSON.stringify(outcome)).not.toContain(apiKey)
  })

  it('sends an API key only to the host of its base URL', async () => {
    answer = { kind: 'response', status: 200 }
    requests.length = 0
    await test(await service.addCredentials('openai', { apiKey, baseUrl: 'https://gateway.example:8443/v1' }))
    expect(requests).toMatchObject([
      { url: 'https://gateway.example:8443/v1/models', secretHeaders: { hosts: ['gateway.example:8443'] } },
    ])
  })

  it('fails without a key, and is not made where nothing harmless can be asked', async () => {
    expect(await test(await service.addCredentials('openai', {}))).toMatchObject({ status: 'failure' })
    expect(await test(await service.addCredentials('segment', { apiKey }))).toMatchObject({ status: 'untested' })
  })
})

function emailBot(publicId: string, credentialsId: string) {
  const bot = askingBot(publicId, 1)
  const email = { id: 'mail', type: 'Email', options: { credentialsId, recipients: ['a@example.com'] } }
  return { ...bot, name: 'Mailer', groups: [{ ...bot.groups[0], blocks: [email] }] }
}

function credentialsIn(bot: { groups: { blocks: { options?: { credentialsId?: string } }[] }[] }) {
  return bot.groups[0]?.blocks[0]?.options?.credentialsId
}
