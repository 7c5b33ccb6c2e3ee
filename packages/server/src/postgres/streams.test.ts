import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createDatabase } from '@colloquy/storage/testing'
import { chatStandIn, modelKey, type Said } from '@colloquy/test-kit/providers/chat-completions'
import { played } from '@colloquy/test-kit/providers/streams'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { type HttpClient, httpClient, publishBot } from '../testing/process/http-client.js'
import { adminToken, type ServiceProcess, startServiceProcess } from '../testing/process/service-process.js'
import { completionBlock, follow, linesOf, streamingBot } from '../testing/streaming-bot.js'

/** Texts that are generated while several processes share a database. */

let folder: string
let chat: Awaited<ReturnType<typeof chatStandIn>>
let instances: ServiceProcess[]
let http: HttpClient
let start: () => Promise<ServiceProcess>
beforeAll(async () => {
  const databaseUrl = await createDatabase(inject('postgres') as string, { isEmpty: true })
  folder = await mkdtemp(join(tmpdir(), 'colloquy-streams-'))
  chat = await chatStandIn()
  start = () =>
    startServiceProcess(folder, {
      DATABASE_URL: databaseUrl,
      COLLOQUY_SECRET: 'k3y-of-the-tests-7f2Qm9LxWz0RbVtY',
      EGRESS_ALLOW: chat.entry,
    })
  instances = [await start(), await start()]
  http = httpClient()
  const { url } = instances[0]!
  const call = async <T>(path: string, body?: object) => {
    const headers = { authorization: `Bearer ${adminToken}`, 'content-type': 'application/json' }
    const init = body ? { method: 'POST', headers, body: JSON.stringify(body) } : { headers }
    return (await (await fetch(`${url}/api/v1${path}`, init)).json()) as T
  }
  const { workspaces } = await call<{ workspaces: [{ id: string }] }>('/workspaces')
  const credentials = { type: 'groq', name: 'Model', data: { apiKey: modelKey, baseUrl: chat.url } }
  const { credentialsId } = await call<{ credentialsId: string }>('/credentials', {
    workspaceId: workspaces[0].id,
    credentials,
  })
  await publishBot(url, streamingBot('streams', completionBlock(credentialsId)))
})
afterAll(async () => {
  http?.close()
  await Promise.all((instances ?? []).map((instance) => instance.end('SIGTERM')))
  await chat?.close()
  await rm(folder, { recursive: true })
})

const portOf = (number: number) => ({ port: Number(new URL(instances[number]!.url).port) })

async function say(number: number, sessionId: string, message: string) {
  const { status, text } = await http.post(`${instances[number]!.url}/api/v1/sessions/${sessionId}/continueChat`, {
    message,
  })
  expect(status, text).toBe(200)
  return JSON.parse(text) as { messages: { content: { plainText: string } }[] }
}

/** Starts a conversation whose model has said one word and holds back the rest. */
async function begun() {
  const { text } = await http.post(`${instances[0]!.url}/api/v1/bots/streams/startChat`, { isStreamEnabled: true })
  const { sessionId } = JSON.parse(text) as { sessionId: string }
  await say(0, sessionId, 'hi')
  let go = () => {}
  const gate = new Promise<void>((resolve) => {
    go = resolve
  })
  const said: Said = {
    text: 'One text for all',
    play: (parts) => played(parts, (part) => (part === 2 ? gate : Promise.resolve())),
  }
  chat.says(said)
  const from = chat.received.length
  const lines = linesOf(portOf(0), sessionId)
  expect((await lines.next()).value).toEqual({ code: '0', value: 'One ' })
  return { sessionId, lines, go, calls: () => chat.received.length - from }
}

test('a client of another process waits for the text that is being generated, and gets it', async () => {
  const { sessionId, lines, go, calls } = await begun()
  const elsewhere = follow(portOf(1), sessionId)
  go()
  for await (const _ of lines);
  expect((await elsewhere).text).toBe('One text for all')
  const { messages } = await say(1, sessionId, 'invented')
  expect(messages.map(({ content }) => content.plainText)).toEqual(['Stored: One text for all|15|'])
  expect(calls()).toBe(1)
})

test('a reply at another process waits for the text, and the model is asked once', async () => {
  const { sessionId, lines, go, calls } = await begun()
  const reply = say(1, sessionId, 'One text for all')
  go()
  for await (const _ of lines);
  const { messages } = await reply
  expect(messages.map(({ content }) => content.plainText)).toEqual(['Stored: One text for all|15|'])
  expect(calls()).toBe(1)
})

test('after a process was killed in the middle another one generates the text again, and it is stored once', async () => {
  const { sessionId, lines, go, calls } = await begun()
  await instances[0]!.end('SIGKILL')
  expect((await lines.next().catch(() => ({ value: undefined }))).value).toBeUndefined()
  go()
  chat.says({ text: 'Whole after all' })
  expect((await follow(portOf(1), sessionId)).text).toBe('Whole after all')
  const { messages } = await say(1, sessionId, 'Whole after all')
  expect(messages.map(({ content }) => content.plainText)).toEqual(['Stored: Whole after all|15|'])
  expect(calls()).toBe(2)
  instances[0] = await start()
})
