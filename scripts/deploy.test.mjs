import { existsSync, readFileSync, statSync } from 'node:fs'
import { join, relative } from 'node:path'
import { expect, test } from 'vitest'
import { filesUnder, root } from './root.mjs'

const read = (path) => readFileSync(join(root, path), 'utf8')
const definitions = filesUnder(join(root, 'packages/channels/src')).filter((file) => file.endsWith('.ts'))
const config = ['packages/server/src/config/config.ts', ...definitions.map((file) => relative(root, file))]
  .map(read)
  .join('\n')
const settingsPage = read('docs/settings.md')
const files = [
  'deploy/Dockerfile',
  'deploy/compose.yaml',
  'deploy/colloquy.service',
  'deploy/colloquy-as-service',
  'docs/operations.md',
  'docs/growing.md',
]

test.each(files)('%s names only settings that exist in the code and in docs/settings.md', (file) => {
  const names = new Set(read(file).match(/\bCOLLOQUY_[A-Z_]+\b/g))
  expect(names.size).toBeGreaterThan(0)
  for (const name of names) {
    expect(config, name).toMatch(new RegExp(`  ${name}:|setting: '${name}'`))
    expect(settingsPage, name).toContain(`\`${name}\``)
  }
})

test('the unit and the image start what the build makes', () => {
  for (const file of ['deploy/Dockerfile', 'deploy/colloquy.service'])
    expect(read(file)).toContain('packages/server/dist/main.js')
  // The compiler alone makes nothing for browsers.
  expect(read('deploy/Dockerfile')).toContain('npm run build')
  expect(JSON.parse(read('package.json')).scripts.build).toBe('node scripts/build.mjs')
  expect(existsSync(join(root, 'packages/server/src/main.ts'))).toBe(true)
})

test('the command line is where the image and the units look for it, and can be run', () => {
  for (const file of ['deploy/Dockerfile', 'deploy/colloquy-as-service'])
    expect(read(file)).toContain('packages/cli/bin/colloquy.js')
  for (const file of ['packages/cli/bin/colloquy.js', 'deploy/colloquy-as-service'])
    expect(statSync(join(root, file)).mode & 0o111).toBe(0o111)
})

test('what may take its time to stop is given longer than the service takes', () => {
  expect(Number(/TimeoutStopSec=(\d+)/.exec(read('deploy/colloquy.service'))?.[1])).toBeGreaterThan(10)
  expect(Number(/stop_grace_period: (\d+)s/.exec(read('deploy/compose.yaml'))?.[1])).toBeGreaterThan(10)
})

test('the container is given every setting but those of its image', () => {
  const rows = [...settingsPage.matchAll(/^\| ((?:`[A-Z0-9_]+`(?:, )?)+) \|/gm)]
  const names = rows.flatMap(([, cell]) => cell.match(/[A-Z0-9_]+/g))
  expect(names).toContain('COLLOQUY_LIMITS')
  const ofTheImage = ['PORT', 'HOST', 'COLLOQUY_DATA']
  const given = [...read('deploy/compose.yaml').matchAll(/^ {6}([A-Z0-9_]+): \$\{\1:-/gm)].map(([, name]) => name)
  expect(given.toSorted()).toEqual(names.filter((name) => !ofTheImage.includes(name)).toSorted())
})

test('files with secrets reach neither the image nor the repository', () => {
  for (const file of ['.dockerignore', '.gitignore']) expect(read(file).split('\n'), file).toContain('**/.env*')
})
