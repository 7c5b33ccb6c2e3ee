import { execFileSync } from 'node:child_process'
import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { root } from '../../root.mjs'

test('the static documentation site installs from its lock file and builds', () => {
  const folder = mkdtempSync(join(tmpdir(), 'docs-site-'))
  try {
    const isSource = (path) => !/\/(node_modules|dist|\.pages|\.git)$/.test(path)
    for (const part of readdirSync(root).filter((name) => isSource(`/${name}`)))
      cpSync(join(root, part), join(folder, part), { recursive: true, filter: isSource })
    const run = (...args) => execFileSync('npm', args, { cwd: join(folder, 'docs-site'), stdio: 'pipe' })
    run('ci', '--no-audit', '--no-fund')
    run('run', 'build')
    const page = join(folder, 'docs-site/dist/changelog.html')
    expect(existsSync(page)).toBe(true)
    expect(readFileSync(join(folder, 'docs-site/dist/build.html'), 'utf8')).toContain('{{Name}}')
  } finally {
    rmSync(folder, { recursive: true })
  }
})
