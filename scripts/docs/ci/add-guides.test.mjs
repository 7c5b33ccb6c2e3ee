import { execFile } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { root } from '../../root.mjs'
import { applyGuide, changed, copyOf, stepsOf, testRuns } from './follow-guides.mjs'

const guides = readdirSync(join(root, 'docs')).filter((name) => /^add-.*\.md$/.test(name))
/** CI also runs the tests with PostgreSQL, and every check that a step of a guide can fail. */
const isCi = Boolean(process.env.CI)
const projects = ['all', 'alone', 'unit', ...(isCi ? ['postgres'] : [])]
const checks = [
  ...['types of sources', 'messages', 'format'],
  ...(isCi ? ['import rules', 'names', 'prose', 'dead code', 'event callbacks'] : []),
]

/** All guides change the same copy, so that one build, one check and one start of the tests serve them all. */
describe('the guides to add something, followed literally in one copy', { timeout: 1_500_000 }, () => {
  let copy
  const commands = []
  beforeAll(() => {
    copy = copyOf(root)
  })
  afterAll(() => rmSync(copy, { recursive: true, force: true }))

  /** Resolves to the output of a program; throws with it if the program fails. */
  async function run(program, args) {
    const env = { ...process.env, CI: '', NO_COLOR: '1', VITEST_POOL_ID: undefined, NODE_ENV: undefined }
    const ran = promisify(execFile)(program, args, { cwd: copy, env, maxBuffer: 2 ** 26 })
    const { stdout } = await ran.catch(({ message, stdout, stderr }) => {
      throw new Error(`${message}\n${stdout}\n${stderr}`)
    })
    return stdout
  }

  async function runTests({ args, paths }) {
    const report = join(copy, 'report.json')
    await run('npx', ['vitest', ...args, '--reporter=json', `--outputFile=${report}`])
    const passed = JSON.parse(readFileSync(report, 'utf8')).testResults.filter(({ assertionResults }) =>
      assertionResults.some(({ status }) => status === 'passed'),
    )
    rmSync(report)
    expect(paths.filter((path) => !passed.some(({ name }) => name.includes(path)))).toEqual([])
  }

  test.each(guides)('%s names files that can be changed as it says', (name) => {
    commands.push(...applyGuide(readFileSync(join(root, 'docs', name), 'utf8'), copy))
  })

  test('the command that collects messages asks for translations once', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'colloquy-messages-'))
    const collect = () => run('node', ['scripts/i18n/catalogues.mjs', folder])
    try {
      await collect()
      for (const name of readdirSync(folder)) {
        const messages = Object.keys(JSON.parse(readFileSync(join(folder, name), 'utf8')))
        expect(messages).toContain('Todoist')
        const filled = Object.fromEntries(messages.map((message) => [message, message]))
        writeFileSync(join(folder, name), JSON.stringify(filled))
      }
      expect(await collect()).not.toMatch(/: [1-9]\d* messages are missing/)
    } finally {
      rmSync(folder, { recursive: true })
    }
  })

  test('the commands that generate pages and types work, and so do the build and the checks', async () => {
    for (const one of testRuns(commands, projects).filter(({ args }) => args.includes('-u'))) await runTests(one)
    await run('npm', ['run', 'build'])
    await run('npm', ['run', 'check', '--', ...checks])
  })

  test('the tests that the guides name pass', async () => {
    for (const one of testRuns(commands, projects).filter(({ args }) => !args.includes('-u'))) await runTests(one)
  })

  test('every command is one of those that the tests above run', () => {
    const known = [/^npx vitest run /, /^npm run (build|check)$/, /^node scripts\/i18n\/catalogues\.mjs /]
    expect(commands.filter((command) => !known.some((one) => one.test(command)))).toEqual([])
  })
})

test('a diff changes the one place whose lines it names, and refuses lines that are missing or repeated', () => {
  expect(changed('a\nb\nc\nd\n', ' a\n-b\n+x\n@@\n d\n+e\n')).toBe('a\nx\nc\nd\ne\n')
  expect(() => changed('a\n', ' b\n+c\n')).toThrow('are not in the file')
  expect(() => changed('a\na\n', ' a\n+c\n')).toThrow('stand more than once')
})

test('a guide says for each block of code to which file it belongs', () => {
  const block = '```ts\nconst a = 1\n```\n'
  expect(stepsOf(`Define it. Create \`a.ts\`:\n\n${block}`)).toEqual([{ create: 'a.ts', text: 'const a = 1\n' }])
  expect(stepsOf(`<!-- not followed: another way -->\n\n${block}`)).toEqual([])
  expect(() => stepsOf(`In \`a.ts\`:\n\n${block}`)).toThrow('No file is named')
})
