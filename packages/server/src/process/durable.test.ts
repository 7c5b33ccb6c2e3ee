import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { httpClient, publishBot } from '../testing/process/http-client.js'
import { startServiceProcess } from '../testing/process/service-process.js'
import { askingBot } from '../testing/test-service.js'

const strace = process.env.TEST_STRACE
const replies = 40

/** Checks the order of system calls: this also covers a power failure, which killing the process cannot show. */
test.skipIf(!strace)('every turn is on the disk before its answer is sent', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'colloquy-durable-'))
  const trace = join(folder, 'trace')
  const calls = 'fdatasync,fsync,write,writev,sendto,sendmsg'
  const under = [strace as string, '-f', '-qq', '-s', '20', '-e', `trace=${calls}`, '-e', 'signal=none', '-o', trace]
  const service = await startServiceProcess(join(folder, 'data'), {}, { under })
  await publishBot(service.url, askingBot('durable', replies))
  const http = httpClient()
  const { text } = await http.post(`${service.url}/api/v1/bots/durable/startChat`, {})
  const { sessionId } = JSON.parse(text) as { sessionId: string }
  for (let number = 0; number < replies; number++) {
    const reply = await http.post(`${service.url}/api/v1/sessions/${sessionId}/continueChat`, { message: `${number}` })
    expect(reply.status).toBe(200)
  }
  http.close()
  expect(await service.end('SIGTERM')).toBe(0)
  const order = (await readFile(trace, 'utf8')).split('\n').flatMap((line) => {
    if (/HTTP\/1\.1 200/.test(line)) return ['answer']
    return /f(data)?sync\(/.test(line) ? ['sync'] : []
  })
  const answers = order.flatMap((call, index) => (call === 'answer' ? [order[index - 1]] : []))
  expect(answers.slice(-replies)).toEqual(Array.from({ length: replies }, () => 'sync'))
  await rm(folder, { recursive: true })
})
