import type { StreamEvent } from '@colloquy/chat'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { TextSink } from '../effects/text-sink.js'
import type { OpenedSession } from '../sessions/opened-session.js'
import { askingBot, testService } from '../testing/test-service.js'
import { type Followed, type Generate, Generation, GenerationFailed, isLast } from './generation.js'
import { Generations } from './generations.js'

const done = (finishReason = 'stop') => ({ type: 'done', finishReason })

/** Reads all parts of a text as a subscriber that never pauses. */
const readAll = ({ generation }: { generation: Generation }) =>
  new Promise<Followed[]>((resolve) => {
    const all: Followed[] = []
    const put = (part: Followed) => {
      all.push(part)
      if (isLast(part)) resolve(all)
      return true
    }
    generation.follow(put).more()
  })
const takesAll = () => true

/** A generation whose text the test writes. */
function written(maxBytes = 1_000) {
  const reported: unknown[] = []
  let sink = {} as TextSink
  let end = (_error?: unknown) => {}
  let isFull = false
  const generate: Generate = (text) => {
    sink = text
    return new Promise((resolve, reject) => {
      end = (error) => (error === undefined ? resolve('stop') : reject(error))
    })
  }
  const onFull = () => {
    isFull = true
  }
  const generation = new Generation(generate, { maxBytes, onFull, report: (error) => reported.push(error) })
  return { generation, sink, end: (error?: unknown) => end(error), reported, isFull: () => isFull }
}

test('everybody gets a text from its beginning, whenever they come', async () => {
  const { generation, sink, end } = written()
  const early = readAll({ generation })
  expect(sink.write('Hel')).toBe(true)
  const late = readAll({ generation })
  sink.write('lo')
  end()
  for (const parts of [await early, await late]) {
    expect(parts.at(-1)).toEqual(done())
    expect(
      parts
        .slice(0, -1)
        .map((part) => (part.type === 'text' ? part.text : ''))
        .join(''),
    ).toBe('Hello')
  }
})

test('one who takes no more is given the rest when they ask for it', () => {
  const { generation, sink } = written()
  const parts: Followed[] = []
  const following = generation.follow((part) => {
    parts.push(part)
    return false
  })
  sink.write('a')
  expect(parts).toEqual([])
  following.more()
  sink.write('b')
  sink.write('c')
  expect(parts).toEqual([{ type: 'text', text: 'a' }])
  following.more()
  expect(parts.slice(1)).toEqual([{ type: 'text', text: 'bc' }])
})

test('a text that grows beyond its limit ends there', async () => {
  const { generation, sink, end, isFull } = written(5)
  expect([sink.write('Hello'), sink.write('!'), sink.write('')]).toEqual([true, false, false])
  expect([isFull(), sink.signal.aborted]).toEqual([true, true])
  end(new Error('aborted'))
  expect(await readAll({ generation })).toEqual([{ type: 'text', text: 'Hello' }, done('length')])
})

test('a failure ends the text with what its reader should know; bugs are reported', async () => {
  const known = written()
  known.end(new GenerationFailed({ description: 'No credit', details: 'key 12' }))
  const log = { status: 'error', description: 'No credit', details: 'key 12' }
  expect(await readAll(known)).toEqual([{ type: 'error', log }])
  const bug = written()
  bug.end(new TypeError('secret'))
  expect(JSON.stringify(await readAll(bug))).not.toContain('secret')
  expect([known.reported.length, bug.reported.length]).toEqual([0, 1])
})

describe('in time', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())

  test('a text that nobody has followed for 15 s is stopped, and continues if somebody comes back in time', async () => {
    const { generation, sink } = written()
    generation.follow(takesAll).leave()
    await vi.advanceTimersByTimeAsync(14_000)
    const back = generation.follow(takesAll)
    back.more()
    await vi.advanceTimersByTimeAsync(60_000)
    expect(sink.signal.aborted).toBe(false)
    back.leave()
    await vi.advanceTimersByTimeAsync(15_000)
    expect(sink.signal.aborted).toBe(true)
  })

  test('a connection receives something every 10 s', async () => {
    const { generation, end } = written()
    const read = readAll({ generation })
    await vi.advanceTimersByTimeAsync(20_500)
    end()
    expect((await read).map(({ type }) => type)).toEqual(['quiet', 'quiet', 'done'])
  })

  test('a service that stops lets texts that somebody follows end for 4 s', async () => {
    const stopped: string[] = []
    const signals: TextSink['signal'][] = []
    const generations = generationsOf(({ signal }) => {
      signals.push(signal)
      return new Promise((resolve) => signal.addEventListener('abort', () => resolve('stop')))
    })
    generations.follow(opened('s1', 'w1'), reach, takesAll).more()
    generations.follow(opened('s0', 'w2'), reach, takesAll).leave()
    void generations.close().then(() => stopped.push('all'))
    await vi.advanceTimersByTimeAsync(3_900)
    expect(signals.map(({ aborted }) => aborted)).toEqual([false, true])
    expect(stopped).toEqual([])
    await vi.advanceTimersByTimeAsync(200)
    expect(stopped).toEqual(['all'])
    expect(() => generations.follow(opened('s2', 'w1'), reach, takesAll)).toThrow('shutting down')
  })
})

const reach = { reopen: () => Promise.reject(new Error('not again')), ownUrl: undefined }
const opened = (id: string, workspaceId: string) => ({ row: { id, workspaceId } }) as OpenedSession
const generationsOf = (generate: Generate) =>
  new Generations({
    limits: { generations: 4, generatedTextBytes: 100, textFollowers: 2 },
    find: () => generate,
    claim: async () => async () => {},
    metrics: { limitReached: () => {} },
    report: () => {},
  })

test('one workspace leaves places for others, and one session takes two subscribers', () => {
  const generations = generationsOf(() => new Promise(() => {}))
  const follow = (id: string, workspaceId: string) => generations.follow(opened(id, workspaceId), reach, takesAll)
  follow('s1', 'w1')
  follow('s1', 'w1')
  expect(() => follow('s1', 'w1')).toThrow('Too many requests')
  follow('s2', 'w1')
  expect(() => follow('s3', 'w1')).toThrow('busy')
  follow('s4', 'w2')
})

test('a session streams its text where the compatibility entry is off, until its client leaves', async () => {
  let sink: TextSink | undefined
  const findGenerate = () => (text: TextSink) => {
    sink = text
    text.write('Hello')
    return new Promise<'stop'>((resolve) => text.signal.addEventListener('abort', () => resolve('stop')))
  }
  const service = await testService({ COLLOQUY_COMPAT: 'off' }, { findGenerate })
  await service.publish(askingBot('streaming'))
  const { sessionId } = (await service.call('POST', '/api/v1/bots/streaming/startChat', {})).body
  const leaving = new AbortController()
  const connections = () =>
    new Promise<number>((resolve) => service.app.server.getConnections((_, count) => resolve(count)))
  const before = await connections()
  const response = await fetch(`http://127.0.0.1:${service.port}/api/v1/sessions/${sessionId}/streamMessage`, {
    method: 'POST',
    signal: leaving.signal,
  })
  expect(response.headers.get('content-type')).toBe('text/event-stream')
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader()
  const { value = '' } = (await reader?.read()) ?? {}
  expect(JSON.parse(value.slice('data: '.length))).toEqual({ type: 'text', text: 'Hello' } satisfies StreamEvent)
  leaving.abort()
  await expect.poll(connections).toBeLessThanOrEqual(before)
  await service.close()
  expect(sink?.signal.aborted).toBe(true)
})
