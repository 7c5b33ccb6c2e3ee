/**
 * Measures one operation on a small and on a large bot, over HTTP on a real service: until the response, and until someone else who follows
 * the bot is notified. `npx tsx --conditions=development packages/builder/src/testing/bench-operations.ts`
 */
import { bigFlow } from './big-flow.js'
import { runService } from './running-service.js'

const rounds = 60
const service = await runService()
try {
  for (const [groups, blocksEach] of [
    [2, 5],
    [500, 6],
  ] as const) {
    const botId = await service.make(bigFlow(groups, blocksEach))
    console.log(`${groups * blocksEach} blocks: ${await measure(botId)}`)
  }
} finally {
  await service.close()
}

async function measure(botId: string): Promise<string> {
  const answered: number[] = []
  const told: number[] = []
  const abort = new AbortController()
  const stream = await fetch(`${service.url}/api/v1/bots/${botId}/live?revision=0`, {
    headers: { authorization: `Bearer ${service.token}` },
    signal: abort.signal,
  })
  let isBroadcast = (_at: number) => {}
  void listen(stream.body!, (at) => isBroadcast(at)).catch(() => {})
  for (let revision = 0; revision < rounds; revision++) {
    const was = revision === 0 ? 'Group 1' : `Title ${revision - 1}`
    const operation = { kind: 'set', path: ['groups', '#g1', 'title'], value: `Title ${revision}`, was }
    const began = performance.now()
    const broadcast = new Promise<number>((resolve) => {
      isBroadcast = resolve
    })
    const body = { id: `of-the-bench-${revision}`, revision, operations: [operation] }
    await service.call('POST', `bots/${botId}/operations`, body)
    answered.push(performance.now() - began)
    told.push((await broadcast) - began)
  }
  abort.abort()
  return `answered in ${measurements(answered)}, told to others in ${measurements(told)}`
}

async function listen(body: ReadableStream<Uint8Array>, tell: (at: number) => void): Promise<void> {
  const reader = body.pipeThrough(new TextDecoderStream() as never).getReader() as ReadableStreamDefaultReader<string>
  for (let { done, value } = await reader.read(); !done; { done, value } = await reader.read())
    if (value?.includes('event: operations')) tell(performance.now())
}

/** Formats the median and the 95th percentile. */
function measurements(times: readonly number[]): string {
  const sorted = times.toSorted((a, b) => a - b)
  const at = (share: number) => sorted[Math.floor(sorted.length * share)]!.toFixed(1)
  return `${at(0.5)} ms (95 %: ${at(0.95)} ms)`
}
