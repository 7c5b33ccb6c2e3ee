import { once } from 'node:events'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { Worker } from 'node:worker_threads'
import { expect, test } from 'vitest'
import { asked, completionBlock, groqCredentials, streamingBot } from '../testing/streaming-bot.js'
import { testService } from '../testing/test-service.js'

const streams = 200

test('each of 200 open streams takes less than 100 kB, and other turns are answered beside them', async () => {
  const clients = new Worker(new URL('../testing/held-streams.mjs', import.meta.url))
  const say = async (message: object) => {
    const answered = once(clients, 'message')
    clients.postMessage(message)
    return (await answered)[0]
  }
  const [{ port }] = await once(clients, 'message')
  const limits = JSON.stringify({ modelSeconds: 600, modelIdleSeconds: 600 })
  const service = await testService({ EGRESS_ALLOW: `127.0.0.1:${port}`, COLLOQUY_LIMITS: limits })
  const credentialsId = await groqCredentials(service, `http://127.0.0.1:${port}`)
  await service.publish(streamingBot('held', completionBlock(credentialsId)))
  const newText = async () => {
    const { sessionId } = await asked(service, 'held')
    return `http://127.0.0.1:${service.port}/api/v1/sessions/${sessionId}/streamMessage`
  }
  // Loads what the first stream needs.
  await say({ follow: [await newText()] })
  await say({ goOn: true })
  const texts = await Promise.all(Array.from({ length: streams }, newText))
  const before = bytesInUse()
  expect(await say({ follow: texts })).toEqual({ held: streams })
  expect((bytesInUse() - before) / streams).toBeLessThan(100_000)
  expect((await asked(service, 'held')).body.clientSideActions).toMatchObject([{ type: 'stream' }])
  const { texts: ended } = await say({ goOn: true })
  expect(ended).toHaveLength(streams)
  expect(new Set(ended).size).toBe(1)
  expect(ended[0]).toContain('"finishReason":"stop"')
  await clients.terminate()
  await service.close()
})

/** Memory of this thread that is still in use once garbage is collected. */
function bytesInUse(): number {
  setFlagsFromString('--expose-gc')
  const collect: () => void = runInNewContext('gc')
  setFlagsFromString('--no-expose-gc')
  collect()
  const { heapUsed, external } = process.memoryUsage()
  return heapUsed + external
}
