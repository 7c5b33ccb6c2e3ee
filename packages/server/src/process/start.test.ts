import { once } from 'node:events'
import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { startScript, startServiceProcess } from '../testing/process/service-process.js'

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

test('npm start ends in order with npm, whose shell passes no signal on', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'colloquy-start-'))
  const under = ['sh', '-c', '"$@"; true', 'sh']
  const service = await startServiceProcess(folder, { npm_lifecycle_event: 'start' }, { script: startScript, under })
  expect((await fetch(`${service.url}/ready`)).status).toBe(200)
  process.kill(service.pid, 'SIGTERM')
  // The output ends with the last process that writes to it.
  await service.ended
  await expect(fetch(`${service.url}/ready`)).rejects.toThrow()
  await rm(folder, { recursive: true })
})

test('a port that is taken is named, the first token is not lost, and what is written is for its owner alone', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'colloquy-start-'))
  const other = createServer().listen(0, '127.0.0.1')
  await once(other, 'listening')
  const port = String((other.address() as AddressInfo).port)
  const failed = startServiceProcess(folder, { PORT: port, COLLOQUY_ADMIN_TOKEN: '' })
  await expect(failed).rejects.toThrow(
    new RegExp(`API token: \\S{43}\\nPort ${port} of 127\\.0\\.0\\.1 is taken by another program: .* set PORT`),
  )
  other.close()
  for (const name of ['colloquy.db', 'secret-key', 'admin-token']) {
    expect((await stat(join(folder, name))).mode & 0o077, name).toBe(0)
  }
  await rm(folder, { recursive: true })
})

test('a data folder or a database that cannot be used is named, with what to do', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'colloquy-start-'))
  await writeFile(join(folder, 'colloquy.db'), 'these are the holiday pictures')
  await expect(startServiceProcess(folder)).rejects.toThrow(/The database in \S+ cannot be opened .*newest backup/)
  const file = join(folder, 'colloquy.db')
  await expect(startServiceProcess(file)).rejects.toThrow(`The data folder ${file} is not a folder (COLLOQUY_DATA)`)
  await rm(folder, { recursive: true })
})

test('every line that the process writes is JSON, apart from those for people and scripts', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'colloquy-start-'))
  const warning = "process.on('SIGUSR2', () => process.emitWarning('The disk is slow'))"
  const service = await startServiceProcess(folder, {
    COLLOQUY_ADMIN_TOKEN: '',
    COLLOQUY_PUBIC_URL: 'https://chat.example.com',
    LOG_LEVEL: 'debug',
    NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(warning)}`,
  })
  expect((await fetch(`${service.url}/ready`)).status).toBe(200)
  process.kill(service.pid, 'SIGUSR2')
  await vi.waitFor(() => expect(service.output()).toContain('The disk is slow'), 20_000)
  expect(await service.end('SIGTERM')).toBe(0)
  const lines = service.output().trim().split('\n')
  const forPeople = /^(Colloquy is ready at|Sign in:|API token:) \S+$/
  expect(lines.filter((line) => forPeople.test(line))).toHaveLength(3)
  const entries = lines.filter((line) => !forPeople.test(line)).map((line) => JSON.parse(line))
  const unknown = 'Unknown setting COLLOQUY_PUBIC_URL was ignored. See docs/settings.md for all settings.'
  expect(entries).toContainEqual(expect.objectContaining({ level: 40, msg: unknown }))
  const isReported = expect.objectContaining({ err: expect.objectContaining({ message: 'The disk is slow' }) })
  expect(entries).toContainEqual(isReported)
  await rm(folder, { recursive: true })
})
