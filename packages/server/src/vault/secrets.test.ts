import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type CredentialsField, channelOfCredentials, channels } from '@colloquy/channels'
import { credentialsTypes } from '@colloquy/flow'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Canaries, type Trace, tracesOfFolder } from '../testing/canaries.js'
import { startProcess } from '../testing/service-process.js'
import { askingBot } from '../testing/test-service.js'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'colloquy-secrets-'))
})
afterAll(() => rm(folder, { recursive: true }))

describe('planted secrets', () => {
  it('are found nowhere but where they belong', async () => {
    const canaries = new Canaries()
    const adminToken = canaries.plant('admin token')
    const env = {
      COLLOQUY_DATA: folder,
      COLLOQUY_ADMIN_TOKEN: adminToken,
      COLLOQUY_RATE_LIMIT: 'off',
      LOG_LEVEL: 'trace',
      SMTP_URL: `smtp://bot:${canaries.plant('password in SMTP_URL')}@127.0.0.1:9`,
      MAIL_FROM: 'Bot <bot@example.com>',
    }
    const first = await startProcess(env)
    const keyFile = canaries.adopt('key file', (await readFile(join(folder, 'secret-key'), 'utf8')).trim())
    await useEverySecret(first, canaries, adminToken)
    await first.kill()
    const afterFirst = await tracesOfFolder(folder)

    const second = await startProcess({ ...env, COLLOQUY_SECRET: canaries.plant('COLLOQUY_SECRET') })
    expect(second.output()).toContain('credentials were encrypted with the new key')
    await useEverySecret(second, canaries, adminToken)
    await second.kill()

    const traces: Trace[] = [
      ...afterFirst,
      ...(await tracesOfFolder(folder)),
      ...[first, second].flatMap(({ answers, output }) => [...answers, { name: 'output', content: output() }]),
    ]
    expect(canaries.count).toBeGreaterThan(60)
    expect(traces.map(({ name }) => name)).toEqual(expect.arrayContaining(['colloquy.db', 'colloquy.db-wal', 'output']))
    expect(new Set(canaries.leaks(traces))).toEqual(new Set(['key file in secret-key']))
    expect(keyFile).toHaveLength(43)
  })

  it('would be found, however they were written down', () => {
    const canaries = new Canaries()
    const secret = canaries.plant('it')
    const around = (text: string) => ({ name: 'there', content: `before ${text} after` })
    const encoded = ['', 'a', 'ab'].map((before) => Buffer.from(`${before}${secret}behind`).toString('base64'))
    for (const text of [secret, Buffer.from(secret).toString('hex'), ...encoded]) {
      expect(canaries.leaks([around(text)])).toEqual(['it in there'])
    }
    expect(canaries.leaks([around(secret.slice(1))])).toEqual([])
  })
})

describe('a startup that fails prints one line, without secrets', () => {
  it.each<[string, Record<string, string>, string]>([
    ['short secret', { COLLOQUY_SECRET: 'too-short' }, 'COLLOQUY_SECRET=(not shown) is not allowed: at least 32'],
    ['SMTP_URL without MAIL_FROM', { SMTP_URL: 'smtp://127.0.0.1:25' }, 'SMTP_URL and MAIL_FROM belong together'],
    ['SMTP_URL of another kind', { SMTP_URL: 'http://u:pass-word@h', MAIL_FROM: 'a@b.co' }, 'SMTP_URL=(not shown)'],
    [
      'MAIL_FROM that is no address',
      { SMTP_URL: 'smtp://h', MAIL_FROM: 'nobody' },
      'MAIL_FROM="nobody" is not allowed',
    ],
  ])('%s', async (_, env, line) => {
    const service = await startProcess({ COLLOQUY_DATA: join(folder, 'refused'), ...env })
    expect(service.hasStarted).toBe(false)
    expect(await service.ended).toBe(2)
    expect(service.output()).toMatch(/^[^\n]+\n$/)
    expect(service.output()).toContain(line)
    expect(service.output()).not.toMatch(/too-short|pass-word/)
  })

  it('says in one line that a key file can be read by others', async () => {
    const data = await mkdtemp(join(folder, 'open-'))
    await writeFile(join(data, 'secret-key'), 'x'.repeat(43), { mode: 0o644 })
    const service = await startProcess({ COLLOQUY_DATA: data })
    expect(await service.ended).toBe(2)
    expect(service.output()).toMatch(/^\S+secret-key can be read by others \(its mode is 0644\): run chmod 600 \S+\n$/)
  })
})

type Process = Awaited<ReturnType<typeof startProcess>>

/** Submits every kind of secret, and calls everything that might return one, with valid and invalid requests. */
async function useEverySecret({ call, answers }: Process, canaries: Canaries, token: string): Promise<void> {
  const url = '/api/v1/credentials'
  const workspaceId = (await call('GET', '/api/v1/workspaces', undefined, token)).json().workspaces[0].id
  const inWorkspace = `?workspaceId=${workspaceId}`
  const ids: string[] = []
  for (const type of credentialsTypes) {
    const data = secretsOf(type, (field) => canaries.plant(`${type}.${field} ${canaries.count}`))
    const credentials = { type, name: `${type} ${canaries.count}`, data }
    const made = await call('POST', url, { workspaceId, credentials }, token)
    expect(made.status, `${type}: ${made.text}`).toBe(200)
    const id = made.json().credentialsId as string
    ids.push(id)
    await call('POST', url, { workspaceId, credentials: { type: `${type}?`, name: 'x', data } }, token)
    await call('POST', url, { workspaceId: 'absent', credentials }, token)
    await call('PATCH', `${url}/${id}`, { workspaceId, credentials: { data: { ...data, port: [data] } } }, token)
    const replaced = await call('PATCH', `${url}/${id}`, { workspaceId, credentials: { data } }, token)
    expect(replaced.status).toBe(200)
    await call('GET', `${url}/${id}${inWorkspace}`, undefined, token)
    await call('POST', `${url}/${id}/test`, { workspaceId }, token)
    await call('DELETE', `${url}/${id}?workspaceId=absent`, undefined, token)
  }
  await call('GET', `${url}${inWorkspace}`, undefined, token)

  const publicId = `bot-${canaries.count}`
  const bot = askingBot(publicId)
  const email = { id: 'mail', type: 'Email', options: { credentialsId: ids[0], recipients: ['a@example.com'] } }
  bot.groups[0]!.blocks.unshift(email as never)
  const botId = (await call('POST', '/api/v1/bots', { workspaceId, bot }, token)).json().bot.id
  await call('POST', `/api/v1/bots/${botId}/publish`, undefined, token)
  await call('GET', `/api/v1/bots/${botId}/publishedBot`, undefined, token)
  const { sessionId, resultId } = (await call('POST', `/api/v1/bots/${publicId}/startChat`, {})).json()
  await call('POST', `/api/v1/sessions/${sessionId}/continueChat`, { message: 'Mira' })
  await call('GET', `/api/v1/bots/${botId}/results/${resultId}`, undefined, token)
  await call('GET', `/api/v1/bots/${botId}/results/${resultId}/logs`, undefined, token)
  await call('DELETE', `${url}/${ids[0]}${inWorkspace}`, undefined, token)

  const made = (await call('POST', '/api/v1/users/me/api-tokens', { name: 'x' }, token)).json().apiToken
  answers.pop() // A new token is shown once, here.
  const fresh = canaries.adopt(`API token ${canaries.count}`, made.token)
  await call('GET', '/api/v1/users/me/api-tokens', undefined, fresh)
  await call('GET', `/api/v1/users/me?token=nothing`, undefined, `${fresh}x`)
  for (const path of ['/metrics', '/ready', '/api/openapi.json', '/api/docs', '/', '/nothing']) {
    await call('GET', path, undefined, token)
  }
}

/** One of each secret that a type can contain. */
function secretsOf(type: (typeof credentialsTypes)[number], plant: (field: string) => string): object {
  switch (type) {
    case 'smtp':
      return { host: '127.0.0.1', port: 9, username: 'mira', password: plant('password'), from: { email: 'a@b.co' } }
    case 'google sheets':
      return { refresh_token: plant('refresh'), access_token: plant('access'), id_token: plant('id') }
    case 'stripe':
      return {
        live: { secretKey: plant('live'), publicKey: 'pk' },
        test: { secretKey: plant('test'), publicKey: 'pk' },
      }
    case 'messaging':
      return { systemUserAccessToken: plant('token'), phoneNumberId: '1', appSecret: plant('appSecret') }
    case 'http proxy':
      return { url: `http://user:${plant('password')}@proxy.example:3128` }
    case 'zendesk':
      return { conversationsKeyId: 'id', conversationsSecretKey: plant('key') }
    case 'gmail': {
      const tokens = { accessToken: plant('access'), refreshToken: plant('refresh'), expiryDate: 1 }
      return { customClient: { id: 'id', secret: plant('client') }, credentials: tokens }
    }
    case 'dify-ai':
      return { apiKey: plant('apiKey'), knowledgeApiKey: plant('knowledge') }
    default: {
      const account = channelOfCredentials(channels, type)?.accounts[0]
      if (!account) return { apiKey: plant('apiKey') }
      const values = Object.entries<CredentialsField>(account.fields).map(([name, { kind }]) => [
        name,
        kind === 'secret' ? plant(name) : 'x',
      ])
      return Object.fromEntries(values)
    }
  }
}
