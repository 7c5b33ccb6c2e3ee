import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createClient } from './client.js'
import { paginate } from './paginate.js'
import { readEvents, readLines } from './read-stream.js'

/** A client whose requests receive these answers in order, and the requests that it sent. */
function clientOf(...answers: (Response | Error)[]) {
  const sent: { url: string; init: RequestInit & { headers: Record<string, string> } }[] = []
  const fetch = async (url: unknown, init: unknown) => {
    sent.push({ url: String(url), init: init as never })
    const response = answers.shift()
    if (response instanceof Response) return response
    throw response
  }
  return { client: createClient({ baseUrl: 'https://bots.example/', token: 'secret', fetch }), sent }
}

const json = (body: unknown, init?: ResponseInit) => Response.json(body, init)
const lost = () => new TypeError('fetch failed')
const busy = (seconds: string) =>
  json({ code: 'server_busy', status: 503, message: 'Busy' }, { status: 503, headers: { 'retry-after': seconds } })

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

test('input goes into the path, the query of a GET and the body of other methods', async () => {
  const { client, sent } = clientOf(json({}), json({}), json({}))
  await client.listResults({ botId: 'a/b', limit: 5, search: 'x & y', cursor: undefined })
  await client.updateBot({ botId: 'b1', bot: { name: 'New' } })
  await client.deleteCredentials({ credentialsId: 'c1', workspaceId: 'w1', force: true })
  expect(sent.map(({ url, init }) => [init.method, url, init.body])).toEqual([
    ['GET', 'https://bots.example/api/v1/bots/a%2Fb/results?limit=5&search=x+%26+y', undefined],
    ['PATCH', 'https://bots.example/api/v1/bots/b1', '{"bot":{"name":"New"}}'],
    ['DELETE', 'https://bots.example/api/v1/credentials/c1?workspaceId=w1&force=true', undefined],
  ])
  expect(sent[1]?.init.headers).toEqual({ authorization: 'Bearer secret', 'content-type': 'application/json' })
})

test('a file is sent as it is, beside a query', async () => {
  const { client, sent } = clientOf(json({}))
  const body = new Blob(['x'], { type: 'image/png' })
  await client.createBotFile({ botId: 'b1', name: 'a.png', body })
  expect(sent[0]).toMatchObject({ url: 'https://bots.example/api/v1/bots/b1/files?name=a.png', init: { body } })
  expect(sent[0]?.init.headers).not.toHaveProperty('content-type')
})

test.each(['', '.', '..'])(
  'the path parameter "%s", which would name another operation, is rejected',
  async (botId) => {
    const { client, sent } = clientOf()
    await expect(client.deleteBot({ botId })).rejects.toThrow(`Invalid botId: "${botId}"`)
    expect(sent).toEqual([])
  },
)

test('an error has the code, status, issues and waiting time of the response', async () => {
  const issues = [{ path: 'name', message: 'Too long' }]
  const body = { code: 'invalid_request', status: 400, message: 'The request is not valid', issues }
  const { client } = clientOf(json(body, { status: 400, headers: { 'retry-after': '7' } }))
  const error = await client.createWorkspace({ name: 'x' }).catch((error) => error)
  expect(error).toMatchObject({ name: 'ApiError', code: 'invalid_request', status: 400, issues, retryAfter: 7 })
  expect(error.message).toBe('The request is not valid: name: Too long')
})

test('a page that is not of the API is an unexpected response', async () => {
  const { client } = clientOf(new Response('<h1>Hello</h1>'), new Response('<h1>Gone</h1>', { status: 410 }))
  await expect(client.listWorkspaces()).rejects.toMatchObject({ code: 'unexpected_response', status: 200 })
  await expect(client.listWorkspaces()).rejects.toMatchObject({ code: 'unexpected_response', status: 410 })
})

test('a busy server is asked again after its Retry-After, and no earlier', async () => {
  const { client, sent } = clientOf(busy('3'), json({ message: 'success' }))
  const done = client.deleteBot({ botId: 'b1' })
  await vi.advanceTimersByTimeAsync(2999)
  expect(sent).toHaveLength(1)
  await vi.advanceTimersByTimeAsync(1)
  await expect(done).resolves.toEqual({ message: 'success' })
})

test('a server that is busy for more than half a minute is not waited for', async () => {
  const { client, sent } = clientOf(busy('31'))
  await expect(client.listWorkspaces()).rejects.toMatchObject({ code: 'server_busy', retryAfter: 31 })
  expect(sent).toHaveLength(1)
})

test('a reply to a chat is repeated with one key after a lost connection', async () => {
  const { client, sent } = clientOf(lost(), lost(), json({ messages: [] }))
  const done = client.continueChat({ sessionId: 's1', message: 'Hi' })
  await vi.runAllTimersAsync()
  await done
  const keys = sent.map(({ init }) => init.headers['idempotency-key'])
  expect(keys).toHaveLength(3)
  expect(keys[0]).toMatch(/^[\w-]{36}$/)
  expect(new Set(keys).size).toBe(1)
})

test('a change that may have happened is not repeated after a lost connection', async () => {
  const { client, sent } = clientOf(lost())
  await expect(client.createWorkspace({ name: 'x' })).rejects.toMatchObject({ code: 'unreachable', status: 0 })
  expect(sent).toHaveLength(1)
})

test('an aborted call rejects with the reason, while it waits, too', async () => {
  const { client, sent } = clientOf(busy('20'))
  const controller = new AbortController()
  const done = client.listWorkspaces({}, { signal: controller.signal })
  const rejected = expect(done).rejects.toThrow('Enough')
  await vi.advanceTimersByTimeAsync(10)
  controller.abort(new Error('Enough'))
  await rejected
  expect(sent).toHaveLength(1)
})

test('paginate requests a page when the loop reaches it', async () => {
  const { client, sent } = clientOf(
    json({ releases: [{ id: 'r1' }, { id: 'r2' }], nextCursor: 'c2' }),
    json({ releases: [{ id: 'r3' }], nextCursor: null }),
  )
  const ids: string[] = []
  for await (const { id } of paginate(client.listReleases, { botId: 'b1' })) {
    ids.push(id)
    if (id === 'r2') expect(sent).toHaveLength(1)
  }
  expect(ids).toEqual(['r1', 'r2', 'r3'])
  expect(sent[1]?.url).toBe('https://bots.example/api/v1/bots/b1/releases?cursor=c2')
})

/** A body in pieces, split anywhere. */
const inPieces = (text: string) =>
  new Response(
    new ReadableStream({
      start(controller) {
        const bytes = new TextEncoder().encode(text)
        for (let at = 0; at < bytes.length; at += 3) controller.enqueue(bytes.slice(at, at + 3))
        controller.close()
      },
    }),
  )

async function all<Item>(items: AsyncIterable<Item>): Promise<Item[]> {
  const list: Item[] = []
  for await (const item of items) list.push(item)
  return list
}

test('readLines yields lines as they are, wherever the pieces of the body are cut', async () => {
  expect(await all(readLines(inPieces('é1\r\nzwei\n\nlast')))).toEqual(['é1', 'zwei', '', 'last'])
})

test('readEvents yields events with their data, and passes over comments', async () => {
  const text = ': hello\n\nevent: people\ndata: 1\ndata: 2\n\ndata: {"type":"done"}\n\ndata: cut off'
  const events = await all(readEvents(inPieces(text)))
  expect(events).toEqual([
    { event: 'people', data: '1\n2' },
    { event: 'message', data: '{"type":"done"}' },
  ])
})
