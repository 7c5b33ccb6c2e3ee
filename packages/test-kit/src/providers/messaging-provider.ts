import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A request that a provider received. */
export interface ProviderRequest {
  method: string
  path: string
  headers: IncomingMessage['headers']
  // biome-ignore lint/suspicious/noExplicitAny: tests read what they expect
  body: any
}

interface Answer {
  status: number
  body?: object
  headers?: Record<string, string>
  /** Breaks the connection instead. */
  isBroken?: boolean
  /** Never responds. */
  isSilent?: boolean
}

export type MessagingProvider = Awaited<ReturnType<typeof openMessagingProvider>>

/** Stands in for the providers of messaging apps: accepts messages, and serves files that somebody sent. */
export async function openMessagingProvider() {
  const requests: ProviderRequest[] = []
  const waiting = new Set<() => void>()
  const media = new Map<string, { type: string; content: Buffer }>()
  let answer: (request: ProviderRequest) => Answer | undefined = () => undefined

  const callOperation = async (request: IncomingMessage, response: ServerResponse) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const text = Buffer.concat(chunks).toString()
    const { method = '', url: path = '', headers } = request
    const asked: ProviderRequest = { method, path, headers, body: text === '' ? undefined : JSON.parse(text) }
    const given = answer(asked)
    if (!given || (given.status < 300 && !given.isSilent)) requests.push(asked)
    for (const wake of waiting) wake()
    if (given?.isSilent) return
    if (given?.isBroken) {
      request.socket.destroy()
      return
    }
    const file = path.startsWith('/files/') ? media.get(path.slice(7)) : undefined
    if (file) {
      response.writeHead(200, { 'content-type': file.type }).end(file.content)
      return
    }
    const id = path.split('/').at(-1) ?? ''
    const described = method === 'GET' ? mediaBody(id) : { messages: [{ id: `wamid.${requests.length}` }] }
    const status = given?.status ?? (described ? 200 : 404)
    response.writeHead(status, { 'content-type': 'application/json', ...given?.headers })
    response.end(JSON.stringify(given?.body ?? described ?? { error: { code: 100, message: 'No such thing' } }))
  }
  const server = createServer((request, response) => void callOperation(request, response))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const mediaBody = (id: string) => {
    const file = media.get(id)
    return file && { id, mime_type: file.type, url: `${url}/files/${id}` }
  }
  const messages = (to?: string) =>
    requests
      .filter(({ method, path, body }) => method === 'POST' && path.endsWith('/messages') && body.status !== 'read')
      .filter(({ body }) => to === undefined || (body.to ?? body.recipient) === to)
  return {
    url,
    requests,
    media,
    /** Settings of a service that uses it. */
    env: { COLLOQUY_MESSAGING_META_URL: url, COLLOQUY_MESSAGING_360DIALOG_URL: url },
    /** Replaces the successful response while `next` returns one. Requests that fail are not recorded. */
    answerWith(next: (request: ProviderRequest) => Answer | undefined) {
      answer = next
    },
    messages,
    /** Waits for this many messages to somebody and returns all of them in short form. */
    async said(to: string, count: number): Promise<string[]> {
      await this.until(() => messages(to).length >= count)
      return messages(to).map(({ body }) => shown(body))
    },
    async until(holds: () => boolean): Promise<void> {
      while (!holds()) {
        await new Promise<void>((resolve) => {
          const wake = () => {
            waiting.delete(wake)
            resolve()
          }
          waiting.add(wake)
        })
      }
    },
    close: () =>
      new Promise<void>((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  }
}

/** A sent message as one line: its kind unless that is text, its text, and its buttons. */
// biome-ignore lint/suspicious/noExplicitAny: the format of the provider
function shown(body: any): string {
  switch (body.type) {
    case 'text':
      return body.text.body
    case 'interactive': {
      const { header, body: text, action } = body.interactive
      const rows: { title: string }[] = action.sections
        ? action.sections[0].rows
        : action.buttons.map(({ reply }: { reply: { title: string } }) => reply)
      const titles = rows.map(({ title }) => `[${title}]`)
      return [header?.image.link, text.text, ...titles].filter(Boolean).join(' ')
    }
    case 'template':
      return `template ${body.template.name}`
    default:
      return `${body.type} ${body[body.type].link}`
  }
}
