import { request } from 'node:http'
import { expect, vi } from 'vitest'

export interface LiveMessage {
  event: string
  id: string | undefined
  // biome-ignore lint/suspicious/noExplicitAny: tests read what they expect
  data: any
}

/** A client that follows a bot: all messages so far, and the end of the stream. */
export interface LiveClient {
  readonly messages: LiveMessage[]
  /** Returns the messages of one kind. */
  of(event: string): LiveMessage[]
  /** Resolves when the stream has ended. */
  readonly ended: Promise<void>
  close(): void
}

/** Follows a bot over HTTP; resolves once the stream has begun. */
export async function followLive(
  url: string,
  botId: string,
  { query = '', ...headers }: Record<string, string>,
): Promise<LiveClient> {
  const outgoing = request(`${url}/api/v1/bots/${botId}/live${query}`, { headers, agent: false })
  const messages: LiveMessage[] = []
  const ended = new Promise<void>((resolve) => outgoing.once('close', resolve))
  outgoing.on('error', () => {})
  outgoing.on('response', (incoming) => {
    let text = ''
    incoming.setEncoding('utf8')
    incoming.on('error', () => {})
    incoming.on('data', (chunk: string) => {
      const parts = (text + chunk).split('\n\n')
      text = parts.pop() ?? ''
      messages.push(...parts.flatMap(readMessage))
    })
  })
  outgoing.end()
  await vi.waitFor(() => expect(messages.length).toBeGreaterThan(0), 20_000)
  return {
    messages,
    of: (event) => messages.filter((message) => message.event === event),
    ended,
    close: () => outgoing.destroy(),
  }
}

function readMessage(text: string): LiveMessage[] {
  const field = (name: string) => new RegExp(`^${name}: (.*)$`, 'm').exec(text)?.[1]
  const event = field('event')
  return event ? [{ event, id: field('id'), data: JSON.parse(field('data') ?? 'null') }] : []
}
