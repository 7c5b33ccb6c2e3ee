import { afterAll, beforeAll, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { readConfig } from '../config/config.js'
import { type CompatService, compatService } from '../testing/compat-service.js'
import { askingBot } from '../testing/test-service.js'

let service: CompatService
let botId: string
beforeAll(async () => {
  service = await compatService({ COLLOQUY_COMPAT: 'off' })
  botId = await service.publish(askingBot('off'))
})
afterAll(() => service.close())

test.each([
  ['GET', '/api/v1/typebots'],
  ['POST', '/api/v1/typebots/off/startChat'],
  ['OPTIONS', '/api/v1/typebots/off/startChat'],
  ['GET', '/api/v1/typebots/BOT'],
  ['GET', '/api/v1/typebots/BOT/publishedTypebot'],
  ['POST', '/api/v2/sessions/x/clientLogs'],
  ['POST', '/api/v2/sessions/x/streamMessage'],
  ['POST', '/api/v1/sendMessage'],
  ['POST', '/api/v2/sendMessage'],
  ['POST', '/api/v1/generate-upload-url'],
  ['POST', '/api/v2/generate-upload-url'],
  ['GET', '/off'],
  ['GET', '/api/users/me'],
  ['GET', '/api/typebots'],
  ['GET', '/api/typebots/BOT/webhookSteps'],
  ['POST', '/api/typebots/BOT/blocks/x/subscribeWebhook'],
  ['GET', '/api/healthz'],
  ['GET', '/parties/main/x/webhooks'],
])('%s %s is nothing', async (method, path) => {
  const body = method === 'POST' ? {} : undefined
  const answer = await service.send(method, path.replace('BOT', botId), body, service.asOwner)
  expect(answer).toMatchObject({ status: 404, body: { code: 'not_found', status: 404, message: expect.any(String) } })
})

test('a channel is not found', async () => {
  const client = new WebSocket(`ws://127.0.0.1:${service.port}/parties/main/x/webhooks`)
  const status = await new Promise((resolve, reject) => {
    client.on('unexpected-response', (_, response) => resolve(response.statusCode))
    client.on('open', () => reject(new Error('It opened')))
    client.on('error', reject)
  })
  expect(status).toBe(404)
})

test('the header of their widget means nothing', async () => {
  await service.publish(askingBot('framed-off', 1, { security: { allowedOrigins: ['https://good.example'] } }))
  const headers = {
    origin: `http://127.0.0.1:${service.port}`,
    host: `127.0.0.1:${service.port}`,
    'x-typebot-iframe-referrer-origin': 'https://good.example',
  }
  expect((await service.send('POST', '/api/v1/bots/framed-off/startChat', {}, headers)).status).toBe(403)
})

test('it is on by default, and takes on and off alone', () => {
  expect(readConfig({}).isCompatible).toBe(true)
  expect(() => readConfig({ COLLOQUY_COMPAT: 'no' })).toThrow('COLLOQUY_COMPAT="no" is not allowed: one of on, off')
})
