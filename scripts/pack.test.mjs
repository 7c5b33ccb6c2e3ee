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

/** "cookie@1.1.1" for each dependency that a list of versions names. */
const namesOf = ({ packages }) =>
  Object.entries(packages).flatMap(([path, { version }]) => {
    const name = path.includes('node_modules/') ? path.split('node_modules/').at(-1) : undefined
    return name ? [`${name}@${version}`] : []
  })

test('npm pack makes a package that starts with npx in an empty folder, with its pages and the tested versions', async () => {
  const manifest = readFileSync(join(root, 'package.json'), 'utf8')
  const packed = await runCommand('npm', ['pack', '--json', '--pack-destination', folder])
  expect(packed.output, packed.output).toMatch(/colloquy-.*\.tgz/)
  expect(readFileSync(join(root, 'package.json'), 'utf8')).toBe(manifest)
  const [{ filename }] = JSON.parse(/^\[[\s\S]*^\]/m.exec(packed.stdout)[0])
  const { stdout } = await runCommand('tar', ['-xzOf', join(folder, filename), 'package/npm-shrinkwrap.json'])
  const tested = new Set(namesOf(JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'))))
  const installed = namesOf(JSON.parse(stdout))
  expect(installed.length).toBeGreaterThan(50)
  expect(installed.filter((one) => !tested.has(one))).toEqual([])

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
