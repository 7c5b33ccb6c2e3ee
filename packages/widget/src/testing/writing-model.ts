import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { says } from './flow-of.js'
import type { RunningService } from './running-service.js'

/** A local chat completions service whose answers a test writes piece by piece. */
export async function writingModel() {
  let response: ServerResponse | undefined
  let calls = 0
  let errorStatus: number | undefined
  const server = createServer((request, answer) => {
    request.resume().on('end', () => {
      calls++
      if (errorStatus !== undefined) {
        answer.writeHead(errorStatus, { 'content-type': 'application/json' }).end('{"error":{"message":"not now"}}')
        return
      }
      answer.writeHead(200, { 'content-type': 'text/event-stream' })
      answer.flushHeaders()
      response = answer
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const send = (delta: object, finish: string | null = null) =>
    response?.write(`data: ${JSON.stringify({ choices: [{ index: 0, delta, finish_reason: finish }] })}\n\n`)
  return {
    url: `http://127.0.0.1:${port}`,
    entry: `127.0.0.1:${port}`,
    calls: () => calls,
    write: (content: string) => send({ content }),
    /** Answers every call with this status; streams again once it is undefined. */
    refuseWith(status: number | undefined) {
      errorStatus = status
    },
    /** Breaks the connection off in the middle of an answer. */
    breakOff() {
      response?.destroy()
      response = undefined
    },
    finish() {
      send({}, 'stop')
      response?.end('data: [DONE]\n\n')
      response = undefined
    },
    fail() {
      response?.end('data: {"error":{"message":"out of order"}}\n\n')
      response = undefined
    },
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

/** Stores credentials for the model in a service; returns their id. */
export async function credentialsFor(
  model: { url: string },
  { workspaceId, call }: RunningService,
  type = 'groq',
): Promise<string> {
  const credentials = { type, name: 'Model', data: { apiKey: 'some-model-key', baseUrl: model.url } }
  return (await call('/v1/credentials', { workspaceId, credentials })).credentialsId
}

/** A model that answers the visitor, and the bubble that shows the answer while it is written. */
export const answersWithModel = (credentialsId: string) => [
  {
    id: 'model',
    type: 'groq',
    options: {
      action: 'Create chat completion',
      credentialsId,
      model: 'a-model',
      messages: [{ role: 'user', content: '{{Answer}}' }],
      responseMapping: [{ item: 'Message content', variableId: 'written' }],
    },
  },
  says('{{Written}}', 'shown'),
]

/** The same with the older OpenAI block, and credentials of the type `openai`. */
export const answersWithOlderBlock = (credentialsId: string) => [
  {
    id: 'model',
    type: 'OpenAI',
    options: {
      task: 'Create chat completion',
      credentialsId,
      model: 'a-model',
      messages: [{ id: 'm', role: 'user', content: '{{Answer}}' }],
      responseMapping: [{ id: 'r', valueToExtract: 'Message content', variableId: 'written' }],
    },
  },
  says('{{Written}}', 'shown'),
]

/** The variables of a bot with these blocks. */
export const writtenVariables = [
  { id: 'answer', name: 'Answer' },
  { id: 'written', name: 'Written' },
]
