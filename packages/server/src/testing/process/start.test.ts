import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { startScript, startServiceProcess } from './service-process.js'

test('npm start runs the service, prints where it is and the first token only once, and ends on SIGTERM', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'colloquy-start-'))
  const env = { COLLOQUY_ADMIN_TOKEN: '' }
  const first = await startServiceProcess(folder, env, { script: startScript })
  expect((await fetch(`${first.url}/ready`)).status).toBe(200)
  expect(await first.end('SIGTERM')).toBe(0)
  expect(first.output()).toMatch(/Sign in: http:\S+\/#token=\S+\nAPI token: \S{43}\n/)

  const second = await startServiceProcess(folder, env, { script: startScript })
  console.log(`A second start is ready in ${Math.round(second.startedInMs)} ms`)
  expect((await fetch(`${second.url}/ready`)).status).toBe(200)
  expect(await second.end('SIGTERM')).toBe(0)
  expect(second.output()).not.toContain('token')
  await rm(folder, { recursive: true })
})
