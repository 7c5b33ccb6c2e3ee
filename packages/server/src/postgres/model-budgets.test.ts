import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createDatabase } from '@colloquy/storage/testing'
import { chatStandIn, modelKey } from '@colloquy/test-kit/providers/chat-completions'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { answerOf, budgetedBot } from '../testing/budgeted-bot.js'
import { type HttpClient, httpClient, publishBot } from '../testing/process/http-client.js'
import { adminToken, type ServiceProcess, startServiceProcess } from '../testing/process/service-process.js'

let chat: Awaited<ReturnType<typeof chatStandIn>>
let folder: string
let instances: ServiceProcess[]
let http: HttpClient
beforeAll(async () => {
  chat = await chatStandIn()
  folder = await mkdtemp(join(tmpdir(), 'colloquy-budgets-'))
  const env = {
    DATABASE_URL: await createDatabase(inject('postgres') as string, { isEmpty: true }),
    COLLOQUY_SECRET: 'k3y-of-the-tests-7f2Qm9LxWz0RbVtY',
    EGRESS_ALLOW: chat.entry,
  }
  instances = await Promise.all([startServiceProcess(folder, env), startServiceProcess(folder, env)])
  http = httpClient()
})
afterAll(async () => {
  http.close()
  await Promise.all(instances.map((instance) => instance.end('SIGTERM')))
  await chat.close()
  await rm(folder, { recursive: true })
})

test('50 replies at once to two instances pass the ceiling of a day by less than one call', async () => {
  const headers = { authorization: `Bearer ${adminToken}` }
  const { url = '' } = instances[0] ?? {}
  const { workspaces } = JSON.parse((await http.get(`${url}/api/v1/workspaces`, headers)).text)
  const credentials = { type: 'groq', name: 'Mine', data: { apiKey: modelKey, baseUrl: chat.url } }
  const body = { workspaceId: workspaces[0].id, credentials }
  const { credentialsId } = JSON.parse((await http.post(`${url}/api/v1/credentials`, body, headers)).text)
  await publishBot(url, budgetedBot('budgeted', credentialsId, { dayTokens: 20_000 }))
  chat.says(...Array.from({ length: 50 }, () => answerOf(50, 4_500)))
  const said = await Promise.all(
    Array.from({ length: 50 }, async (_, number) => {
      const at = `${instances[number % 2]?.url}/api/v1`
      const { sessionId } = JSON.parse((await http.post(`${at}/bots/budgeted/startChat`, {})).text)
      const reply = await http.post(`${at}/sessions/${sessionId}/continueChat`, { message: 'hi' })
      return JSON.parse(reply.text).messages[0].content.plainText as string
    }),
  )
  const calls = chat.received.length
  expect(calls).toBeGreaterThan(2)
  expect(calls * 4_550).toBeLessThan(20_000 + 4_550)
  expect(said.filter((text) => text === 'Too much')).toHaveLength(50 - calls)
})
