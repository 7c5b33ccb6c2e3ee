import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openMessagingProvider } from '@colloquy/test-kit/providers/messaging-provider'
import { expect, test } from 'vitest'
import { newId } from '../ids.js'
import { messageOf, metaCredentials, payloadOf, signedRequest } from '../testing/messaging-payloads.js'
import { adminToken, type ServiceProcess, startServiceProcess } from '../testing/process/service-process.js'
import { askingBot } from '../testing/test-service.js'

const authorization = `Bearer ${adminToken}`

async function call(
  service: ServiceProcess,
  method: string,
  path: string,
  body?: unknown,
  headers: object = {},
  // biome-ignore lint/suspicious/noExplicitAny: tests read what they expect
): Promise<any> {
  const answer = await fetch(service.url + path, {
    method,
    headers: { 'content-type': 'application/json', authorization, ...headers },
    body: typeof body === 'string' || body === undefined ? body : JSON.stringify(body),
  })
  expect(answer.status, await answer.clone().text()).toBe(200)
  return answer.json()
}

/** Publishes a bot with its own credentials. Returns the path of the webhook. */
async function connect(service: ServiceProcess): Promise<string> {
  const { workspaces } = await call(service, 'GET', '/api/v1/workspaces')
  const workspaceId: string = workspaces[0].id
  const credentials = { type: 'messaging', name: newId(), data: metaCredentials }
  const { credentialsId } = await call(service, 'POST', '/api/v1/credentials', { workspaceId, credentials })
  const { bot } = await call(service, 'POST', '/api/v1/bots', { workspaceId, bot: askingBot(newId(), 1) })
  const settings = { typingEmulation: { enabled: false }, messaging: { isEnabled: true } }
  const change = { settings, messagingCredentialsId: credentialsId }
  await call(service, 'PATCH', `/api/v1/bots/${bot.id}`, { bot: change })
  await call(service, 'POST', `/api/v1/bots/${bot.id}/publish`, {})
  return `/api/v1/workspaces/${workspaceId}/messaging/${credentialsId}/webhook`
}

test('a message that was acknowledged is answered once, though the process is killed before it could be', async () => {
  const provider = await openMessagingProvider()
  const folder = await mkdtemp(join(tmpdir(), 'colloquy-messaging-'))
  const env = { ...provider.env, COLLOQUY_LIMITS: '{"quietMilliseconds":1,"resendMilliseconds":20}' }
  let service = await startServiceProcess(folder, env)
  try {
    const webhook = await connect(service)
    let tries = 0
    provider.answerWith(({ body }) => (body?.to && tries++ >= 0 ? { status: 503 } : undefined))
    const payloads = ['1', '2', '3'].map((from) => payloadOf(from, [messageOf(from, 'Hello')]))
    for (const payload of payloads) {
      const { body, headers } = signedRequest(payload)
      await call(service, 'POST', webhook, body, headers)
    }
    await provider.until(() => tries > 3)
    expect(await service.end('SIGKILL')).toBe('SIGKILL')
    provider.answerWith(() => undefined)
    service = await startServiceProcess(folder, env)
    for (const from of ['1', '2', '3']) expect(await provider.said(from, 1)).toEqual(['Hi'])
    // The provider got no acknowledgement the first time, so it sends one message again.
    const { body, headers } = signedRequest(payloads[0])
    await call(service, 'POST', webhook, body, headers)
    const next = signedRequest(payloadOf('1', [messageOf('1', 'Ada')]))
    await call(service, 'POST', webhook, next.body, next.headers)
    const last = signedRequest(payloadOf('4', [messageOf('4', 'Hello')]))
    await call(service, 'POST', webhook, last.body, last.headers)
    await provider.said('4', 1)
    expect(
      provider
        .messages()
        .map(({ body }) => body.to)
        .toSorted(),
    ).toEqual(['1', '2', '3', '4'])
  } finally {
    await service.end('SIGTERM')
    await provider.close()
    await rm(folder, { recursive: true })
  }
})
