import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A call of a method of the Bot API. */
export interface TelegramCall {
  token: string
  method: string
  // biome-ignore lint/suspicious/noExplicitAny: tests read what they expect
  body: any
}

/** Stands in for the Bot API: keeps the calls of bots, and serves files that somebody sent. */
export async function openTelegram() {
  const calls: TelegramCall[] = []
  const files = new Map<string, Buffer>()
  let failure: { error_code: number; description: string; parameters?: object } | undefined
  const server = createServer(async (request, response) => {
    let content = ''
    for await (const part of request) content += part
    const [, kind, token = '', method = ''] = /^\/(file\/bot|bot)([^/]+)\/(.+)$/.exec(request.url ?? '') ?? []
    if (kind === 'file/bot') {
      const file = files.get(method)
      response.writeHead(file ? 200 : 404).end(file)
      return
    }
    const body = content === '' ? {} : JSON.parse(content)
    const fails = method === 'sendChatAction' ? undefined : failure
    if (fails) failure = undefined
    if (!fails) calls.push({ token, method, body })
    const result = method === 'getFile' ? { file_path: body.file_id } : true
    response.writeHead(fails?.error_code ?? 200, { 'content-type': 'application/json' })
    response.end(JSON.stringify(fails ? { ok: false, ...fails } : { ok: true, result }))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    url,
    calls,
    files,
    /** Settings of a service that uses it. */
    env: { COLLOQUY_TELEGRAM_URL: url },
    /** Fails the next call, apart from one that shows typing. */
    failOnce(next: NonNullable<typeof failure>) {
      failure = next
    },
    /** Calls that showed something to somebody. */
    shown: (chat: number) =>
      calls.filter(({ method, body }) => body.chat_id === String(chat) && method !== 'sendChatAction'),
    close: () =>
      new Promise<void>((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  }
}
