export interface ServerSentEvent {
  /** `message` if the server sent none. */
  event: string
  data: string
}

/**
 * The lines of a response, as they arrive.
 *
 * ```ts
 * import { type Client, readLines } from '@colloquy/sdk'
 *
 * declare const client: Client
 * for await (const line of readLines(await client.exportResults({ botId: 'my-bot', format: 'ndjson' }))) console.log(JSON.parse(line))
 * ```
 */
export async function* readLines(response: Response): AsyncGenerator<string> {
  if (response.body === null) return
  const reader = response.body.getReader()
  const decoder = new TextDecoder()
  let rest = ''
  try {
    for (;;) {
      const { done, value } = await reader.read()
      const [first = '', ...more] = decoder.decode(value, { stream: !done }).split('\n')
      const lines = [rest + first, ...more]
      rest = lines.pop() ?? ''
      for (const line of lines) yield line.replace(/\r$/, '')
      if (done) break
    }
    if (rest !== '') yield rest
  } finally {
    await reader.cancel()
  }
}

/**
 * The events of a response, as they arrive; leaving the loop ends the request.
 *
 * ```ts
 * import { type Client, readEvents } from '@colloquy/sdk'
 *
 * declare const client: Client
 * for await (const { event, data } of readEvents(await client.followBot({ botId: 'my-bot' }))) console.log(event, data)
 * ```
 */
export async function* readEvents(response: Response): AsyncGenerator<ServerSentEvent> {
  let event = 'message'
  let data: string[] = []
  for await (const line of readLines(response)) {
    const [, field, value = ''] = /^(\w+): ?(.*)$/.exec(line) ?? []
    if (field === 'event') event = value
    if (field === 'data') data.push(value)
    if (line !== '') continue
    if (data.length > 0) yield { event, data: data.join('\n') }
    event = 'message'
    data = []
  }
}
