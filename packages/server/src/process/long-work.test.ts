import { expect, test } from 'vitest'
import { LongWork } from './long-work.js'

const bytes = 1_000_000

/** Long work with a clock that only work advances. */
function longWork(waitingLongBytes = 32_000_000) {
  let now = 1_000
  const reached: string[] = []
  const work = new LongWork(
    { waitingLongBytes },
    (name) => reached.push(name),
    () => now,
  )
  const begun: string[] = []
  const piece = (workspaceId: string, milliseconds = 0) =>
    work.run(workspaceId, bytes, () => {
      begun.push(workspaceId)
      now += milliseconds
    })
  return { work, reached, begun, piece, pass: (milliseconds: number) => (now += milliseconds) }
}

const round = () => new Promise((resolve) => setImmediate(resolve))
const rounds = async () => {
  for (let number = 0; number < 5; number++) await round()
}

test('a workspace that is alone works on as many large texts as it likes, with a round of the event loop between them', async () => {
  const { work, begun, piece } = longWork()
  work.notice('only')
  await Promise.all([piece('only', 50), piece('only', 50), piece('only', 50)])
  expect(begun).toEqual(['only', 'only', 'only'])
})

test('beside another one that has turns, a workspace waits a hundred times as long as its large text held the main thread', async () => {
  const { work, begun, piece, pass } = longWork()
  work.notice('other')
  work.notice('hog')
  await piece('hog', 24)
  const next = piece('hog')
  pass(1_900)
  work.notice('other')
  await rounds()
  expect(begun).toEqual(['hog'])
  pass(100)
  await piece('third')
  await next
  expect(begun).toContain('third')
  expect(begun.filter((name) => name === 'hog')).toHaveLength(2)
})

test('beside another workspace, many short parts of long work take a quarter of the time', async () => {
  const { work, begun, piece, pass } = longWork()
  work.notice('other')
  work.notice('hog')
  const part = (milliseconds: number) =>
    work.part('hog', 1_000, async () => {
      begun.push('hog')
      await round()
      pass(milliseconds)
    })
  await part(20)
  const next = part(0)
  pass(59)
  await rounds()
  expect(begun).toHaveLength(1)
  pass(1)
  void piece('third')
  await next
  expect(begun.slice(0, 2)).toEqual(['hog', 'hog'])
})

test('the large texts of another workspace wait for a twentieth of that', async () => {
  const { work, begun, piece, pass } = longWork()
  work.notice('other')
  work.notice('hog')
  await piece('hog', 24)
  const next = piece('hog')
  const third = piece('third')
  await rounds()
  expect(begun).toEqual(['hog'])
  pass(100)
  await third
  expect(begun).toEqual(['hog', 'third'])
  pass(1_900)
  await next
})

test('short texts never wait', async () => {
  const { work, begun, piece } = longWork()
  work.notice('other')
  work.notice('hog')
  await piece('hog', 300)
  const waiting = piece('hog')
  expect(await work.run('hog', 1_000, () => 'at once')).toBe('at once')
  expect(begun).toEqual(['hog'])
  void waiting
})

test('what has waited for half a minute is rejected', async () => {
  const { work, begun, piece, pass } = longWork()
  work.notice('other')
  work.notice('hog')
  await piece('hog', 300)
  const rejected = expect(piece('hog')).rejects.toMatchObject({ code: 'server_busy', retryAfter: 5 })
  const entered = work.enter('hog', bytes)
  pass(30_000)
  await piece('other')
  await rejected
  expect(await entered).toBeUndefined()
  expect(begun).toEqual(['hog', 'other'])
})

test('more than may wait is rejected with Retry-After, and counted for calls', async () => {
  const { work, reached, piece } = longWork(2_500_000)
  work.notice('other')
  work.notice('hog')
  await piece('hog', 300)
  void piece('hog')
  void piece('hog')
  await expect(piece('hog')).rejects.toMatchObject({ code: 'server_busy', retryAfter: 5 })
  expect(await work.enter('hog', bytes)).toBeUndefined()
  expect(reached).toEqual(['waitingLongBytes'])
})
