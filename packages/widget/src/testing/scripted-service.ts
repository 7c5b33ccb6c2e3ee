import { createServer } from 'node:http'

/** One scripted response: a status with a body, or a connection that breaks before or after the request was received. */
export type Scripted = { status: number; body: unknown; headers?: Record<string, string> } | 'break' | 'never'

export interface Seen {
  path: string
  key: string | undefined
  body: { message?: { type: string; text?: string } } & Record<string, unknown>
}

/** A chat service with scripted responses, one for each request; it records what it received. */
export async function scriptService(answers: Scripted[]) {
  const seen: Seen[] = []
  const server = createServer((request, response) => {
    let text = ''
    request.on('data', (part) => {
      text += part
    })
    request.on('end', () => {
      if (request.url?.endsWith('/clientLogs')) return response.writeHead(200).end('{}')
      seen.push({ path: request.url ?? '', key: request.headers['idempotency-key'] as string, body: JSON.parse(text) })
      const answer = answers.shift()
      if (answer === 'break' || answer === undefined) return request.socket.destroy()
      if (answer === 'never') return undefined
      response.writeHead(answer.status, { 'content-type': 'application/json', ...answer.headers })
      return response.end(JSON.stringify(answer.body))
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  return {
    host: `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`,
    seen,
    async close() {
      server.closeAllConnections()
      await new Promise<void>((resolve) => server.close(() => resolve()))
    },
  }
}

/** A started chat that has said hello and asks for a text. */
export const started = (more: object = {}): Scripted => ({
  status: 200,
  body: {
    sessionId: 's1',
    resultId: 'r1',
    bot: { id: 'b1', version: '6', theme: {}, settings: { typingEmulation: { enabled: false } } },
    messages: [textMessage('hello', 'Hello')],
    input: { id: 'ask', type: 'text input' },
    ...more,
  },
})

export const answered = (more: object = {}): Scripted => ({
  status: 200,
  body: { messages: [textMessage('thanks', 'Thanks')], input: { id: 'ask2', type: 'text input' }, ...more },
})

export const textMessage = (id: string, text: string) => ({
  id,
  type: 'text' as const,
  content: { type: 'richText' as const, richText: [{ type: 'p', children: [{ text }] }], html: text, plainText: text },
})
