import { afterEach, expect, test } from 'vitest'
import { FlowWorker, FlowWorkFailed } from './flow-worker.js'

const flow = (blocks: number) => ({
  version: '6',
  name: 'Large',
  events: [{ id: 'start', type: 'start', graphCoordinates: { x: 0, y: 0 } }],
  groups: [
    {
      id: 'g1',
      title: 'G',
      graphCoordinates: { x: 0, y: 0 },
      blocks: Array.from({ length: blocks }, (_, index) => ({
        id: `b${index}`,
        type: 'text',
        content: { richText: [{ type: 'p', children: [{ text: 'Hello {{Name}}' }] }] },
      })),
    },
  ],
  edges: [],
  variables: [{ id: 'v1', name: 'Name' }],
  theme: {},
  settings: {},
})

let worker: FlowWorker | undefined
const open = (limits = {}) => {
  worker = new FlowWorker({ waitingFlows: 4, flowMilliseconds: 20_000, ...limits })
  return worker
}
afterEach(() => worker?.close())

const lint = (owner: string, bytes: number, blocks = 1) =>
  (worker ?? open()).run(owner, 'lintFile', { bot: flow(blocks), context: {} }, bytes)

test('A large flow gives the same in the thread as a small one outside', async () => {
  open()
  expect(await lint('w', 1_000_000)).toEqual(await lint('w', 0))
})

test('The main thread stays responsive while a large flow is imported', async () => {
  open()
  await lint('w', 1_000_000)
  const started = performance.now()
  let longest = 0
  let last = started
  const timer = setInterval(() => {
    longest = Math.max(longest, performance.now() - last)
    last = performance.now()
  }, 1)
  const bot = flow(20_000)
  await worker!.run(
    'w',
    'readBotFile',
    { bot: JSON.stringify(bot), credentialsIds: new Set(), knowledgeBaseIds: new Set(), marksScripts: false },
    5_000_000,
  )
  clearInterval(timer)
  expect(longest).toBeLessThan((performance.now() - started) / 2)
})

test('A workspace with too many large flows waiting is rejected, and others are not', async () => {
  open({ waitingFlows: 2 })
  const mine = Array.from({ length: 4 }, () => lint('mine', 1_000_000, 500))
  const other = lint('other', 1_000_000)
  await expect(mine[3]).rejects.toMatchObject({ code: 'too_many_requests', limit: 'waitingFlows', retryAfter: 5 })
  expect(await other).toMatchObject({ ok: true })
  for (const answer of mine.slice(0, 3)) expect(await answer).toMatchObject({ ok: true })
})

test('A flow that takes too long is rejected, and the next one is worked on', async () => {
  open({ flowMilliseconds: 1 })
  await expect(lint('w', 1_000_000, 20_000)).rejects.toMatchObject({ code: 'invalid_flow', limit: 'flowMilliseconds' })
  expect(await lint('w', 0)).toMatchObject({ ok: true })
})

test('A flow on which the thread fails is rejected with the first line of the error, and the next one is worked on', async () => {
  const broken = open().run('w', 'lintStored', { flow: '{', context: undefined as never }, 1_000_000)
  await expect(broken).rejects.toThrow(FlowWorkFailed)
  await expect(broken).rejects.toThrow(/^SyntaxError: [^\n]+$/)
  expect(await lint('w', 0)).toMatchObject({ ok: true })
})
