import { EventEmitter } from 'node:events'
import { expect, test } from 'vitest'
import { TurnQueue } from './turn-queue.js'

/** A task that ends on demand. */
function held() {
  let isBegun = false
  let end = () => {}
  const ended = new Promise<void>((resolve) => {
    end = resolve
  })
  const task = async () => {
    isBegun = true
    await ended
    return 'done'
  }
  return { task, end: () => end(), isBegun: () => isBegun }
}

class Socket extends EventEmitter {
  destroyed = false
}

const limits = { sessionQueue: 2, queueBytes: 100 }
const reply = { bytes: 10 }

test('tasks of one session run one after another, those of others beside them', async () => {
  const queue = new TurnQueue(limits)
  const [first, second, other] = [held(), held(), held()]
  const answers = [queue.run('a', first.task), queue.run('a', second.task), queue.run('b', other.task)]
  expect([first.isBegun(), second.isBegun(), other.isBegun()]).toEqual([true, false, true])
  first.end()
  await answers[0]
  expect(second.isBegun()).toBe(true)
  second.end()
  other.end()
  expect(await Promise.all(answers)).toEqual(['done', 'done', 'done'])
  expect(queue.size).toBe(0)
})

test('a task that fails lets the next one run', async () => {
  const queue = new TurnQueue(limits)
  const failing = queue.run('a', () => Promise.reject(new Error('No')))
  const next = queue.run('a', async () => 'done')
  await expect(failing).rejects.toThrow('No')
  expect(await next).toBe('done')
})

test('a session holds no more waiting replies than it may, edits not counted', async () => {
  const queue = new TurnQueue(limits)
  const first = held()
  const answers = [1, 2, 3].map(() => queue.run('a', first.task, reply))
  const excess = queue.run('a', first.task, reply)
  await expect(excess).rejects.toMatchObject({ code: 'too_many_replies_waiting', limit: 'sessionQueue', retryAfter: 2 })
  const edit = queue.run('a', first.task)
  first.end()
  await Promise.all([...answers, edit])
  expect(await queue.run('a', first.task, reply)).toBe('done')
})

test('replies that wait or are in progress stay within the shared limit of bytes', async () => {
  const queue = new TurnQueue(limits)
  const first = held()
  const large = queue.run('a', first.task, { bytes: 500 })
  const excess = queue.run('b', first.task, reply)
  await expect(excess).rejects.toMatchObject({ code: 'server_busy', limit: 'queueBytes', retryAfter: 1 })
  first.end()
  await large
  expect(await queue.run('b', first.task, reply)).toBe('done')
})

test('a reply whose client has disconnected leaves the queue and frees its bytes', async () => {
  const queue = new TurnQueue(limits)
  const [first, second] = [held(), held()]
  const running = queue.run('a', first.task, { bytes: 50 })
  const connection = new Socket()
  const left = queue.run('a', second.task, { bytes: 50, connection })
  connection.emit('close')
  await expect(left).rejects.toMatchObject({ message: 'The client left before its reply was begun' })
  const other = queue.run('b', async () => 'done', { bytes: 50 })
  expect(await other).toBe('done')
  first.end()
  await running
  expect([second.isBegun(), queue.size]).toEqual([false, 0])
  expect(connection.listenerCount('close')).toBe(0)
})

test('a reply in progress is carried out although its client is gone', async () => {
  const queue = new TurnQueue(limits)
  const first = held()
  const connection = new Socket()
  const running = queue.run('a', first.task, { bytes: 50, connection })
  connection.emit('close')
  first.end()
  expect(await running).toBe('done')
})
