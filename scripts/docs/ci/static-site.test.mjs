import { execFileSync } from 'node:child_process'
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { root } from '../../root.mjs'

test('the static documentation site installs from its lock file and builds', () => {
  const folder = mkdtempSync(join(tmpdir(), 'docs-site-'))
  try {
    const parts = [
      'docs',
      'docs-site',
      'scripts',
      'ARCHITECTURE.md',
      'CHANGELOG.md',
      'CONTRIBUTING.md',
      'SECURITY.md',
      'deploy',
    ]
    const isSource = (path) => !/node_modules|docs-site\/(dist|\.pages)/.test(path)
    for (const part of parts) cpSync(join(root, part), join(folder, part), { recursive: true, filter: isSource })
    cpSync(join(root, 'packages'), join(folder, 'packages'), {
      recursive: true,
      filter: (path) => isSource(path) && !/\/(dist|src)$/.test(path),
    })
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
