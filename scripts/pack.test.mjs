import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { root } from './root.mjs'
import { runCommand } from './run-command.mjs'

let folder
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'colloquy-pack-'))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

test('npm pack makes a package that starts with npx in an empty folder, with its pages and the tested versions', async () => {
  const manifest = readFileSync(join(root, 'package.json'), 'utf8')
  const packed = await runCommand('npm', ['pack', '--json', '--pack-destination', folder])
  expect(packed.output, packed.output).toMatch(/colloquy-.*\.tgz/)
  expect(readFileSync(join(root, 'package.json'), 'utf8')).toBe(manifest)
  const [{ filename }] = JSON.parse(/^\[[\s\S]*^\]/m.exec(packed.stdout)[0])

  const env = { ...process.env, PORT: '0', COLLOQUY_DATA: undefined, npm_config_prefer_offline: 'true' }
  const service = spawn('npx', ['--yes', `./${filename}`], { cwd: folder, env, detached: true })
  let output = ''
  for (const stream of [service.stdout, service.stderr])
    stream.setEncoding('utf8').on('data', (text) => {
      output += text
    })
  try {
    await expect.poll(() => /ready at (\S+)/.exec(output)?.[1], { timeout: 240_000, message: output }).toBeDefined()
    const [, address] = /ready at (\S+)/.exec(output)
    for (const path of ['/', '/healthz', '/widget.js', '/api/openapi.json'])
      expect((await fetch(`${address}${path}`)).status, path).toBe(200)
    const ended = new Promise((resolve) => service.on('close', resolve))
    process.kill(-service.pid, 'SIGTERM')
    await ended
  } finally {
    if (service.exitCode === null && service.signalCode === null) process.kill(-service.pid, 'SIGKILL')
  }
}, 300_000)
