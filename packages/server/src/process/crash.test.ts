import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { adminToken, type ServiceProcess, startServiceProcess } from '../testing/process/service-process.js'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'colloquy-crash-'))
})
afterAll(() => rm(folder, { recursive: true }))

/** Starts a service in which SIGUSR2 throws from an event callback. */
const throwing = (expression: string): Promise<ServiceProcess> =>
  startServiceProcess(folder, {
    NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(`process.on('SIGUSR2', () => { throw ${expression} })`)}`,
  })

const logged = (service: ServiceProcess, text: string) => expect.poll(() => service.output()).toContain(text)

test('the service survives an error that an event callback throws, logs it without secrets and counts it', async () => {
  const service = await throwing("new URIError('URI malformed near ' + 'k3y'.repeat(10))")
  process.kill(service.pid, 'SIGUSR2')
  await logged(service, 'URI malformed near k3yk…')
  expect(service.output()).toContain('"stack"')
  const answer = await fetch(`${service.url}/metrics`, { headers: { authorization: `Bearer ${adminToken}` } })
  expect(await answer.text()).toContain('colloquy_uncaught_errors_total{kind="uncaughtException",outcome="survived"} 1')
  expect(await service.end('SIGTERM')).toBe(0)
})

test('the service ends in order, and not with 0, after an error that leaves its state unknown', async () => {
  const service = await throwing("Object.assign(new Error('disk'), { code: 'EIO' })")
  process.kill(service.pid, 'SIGUSR2')
  await logged(service, 'The process ends in order')
  // It is draining: meanwhile, requests are answered.
  expect((await fetch(`${service.url}/healthz`)).status).toBe(200)
  expect(await service.ended).toBe(1)
})
