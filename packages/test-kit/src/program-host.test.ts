import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { hostOf } from './program-host.js'

const folder = mkdtempSync(join(tmpdir(), 'colloquy-host-'))
afterAll(() => rmSync(folder, { recursive: true }))

/** Answers with its process id and a setting; fails or ends where a setting says so. */
const source = `process.on('message', ({ id, start, stop }) => {
  if (start?.ends) process.exit(7)
  if (start?.fails) return process.send({ id, error: 'No such setting' })
  process.send({ id, url: start ? process.pid + '/' + start.name : stop })
})
process.on('disconnect', () => process.exit())`

it('starts the services of a program in one process, and fails with its errors', async () => {
  const program = join(folder, 'program.mjs')
  writeFileSync(program, source)
  const [one, other] = await Promise.all(['one', 'other'].map((name) => hostOf(program).start({ name })))
  const [pid] = String(one).split('/')
  expect([one, other]).toEqual([`${pid}/one`, `${pid}/other`])
  await hostOf(program).stop(String(one))
  await expect(hostOf(program).start({ fails: 'yes' })).rejects.toThrow('No such setting')
})

it('says that a program has ended, and starts it again for the next service', async () => {
  const program = join(folder, 'ending.mjs')
  writeFileSync(program, source)
  const before = await hostOf(program).start({ name: 'a' })
  await expect(hostOf(program).start({ ends: 'yes' })).rejects.toThrow('ending.mjs ended with code 7')
  const after = await hostOf(program).start({ name: 'a' })
  expect(after).not.toBe(before)
})
