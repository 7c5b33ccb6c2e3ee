import { spawnSync } from 'node:child_process'
import { mkdir, mkdtemp, readdir, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startServiceProcess } from '@colloquy/server/testing/process'
import { changeDatabase } from '@colloquy/storage/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { colloquy } from './testing/colloquy.js'
import { recordedResults } from './testing/recorded-results.js'

let folder: string
let data: string
let backup: string
/** One backup, made while the service runs with a recorded conversation and an upload. */
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'colloquy-maintenance-'))
  data = join(folder, 'data')
  backup = join(folder, 'backup.tar.gz')
  const service = await startServiceProcess(data)
  expect((await colloquy(['demo', '--url', service.url])).output).toContain('(completed)')
  await mkdir(join(data, 'uploads/kept/workspaces/w1'), { recursive: true })
  await writeFile(join(data, 'uploads/kept/workspaces/w1/f1'), 'the file of a visitor')
  const made = await colloquy(['backup', backup, '--data', data])
  expect(made.code, made.output).toBe(0)
  expect(made.output).toContain('the database and 1 uploads')
  const refused = await colloquy(['restore', backup, '--data', data, '--replace'])
  expect(refused.code).toBe(1)
  expect(refused.output).toContain('Another Colloquy is already running')
  expect((await colloquy(['doctor', '--data', data, '--url', service.url])).output).toContain('service: takes requests')
  await service.end('SIGTERM')
})
afterAll(() => rm(folder, { recursive: true }))

test('a backup is for its owner alone, and leaves nothing behind beside the data', async () => {
  expect((await stat(backup)).mode & 0o777).toBe(0o600)
  expect((await readdir(data)).filter((name) => /unfinished/.test(name))).toEqual([])
})

test('a restored installation starts, knows its token, its bots and results, and has its files', async () => {
  const restored = join(folder, 'restored')
  const { code, output } = await colloquy(['restore', backup, '--data', restored])
  expect(code, output).toBe(0)
  expect(await readFile(join(restored, 'uploads/kept/workspaces/w1/f1'), 'utf8')).toBe('the file of a visitor')
  expect(await readFile(join(restored, 'secret-key'), 'utf8')).toBe(await readFile(join(data, 'secret-key'), 'utf8'))
  const service = await startServiceProcess(restored)
  const results = await recordedResults(service.url)
  await service.end('SIGTERM')
  expect(results).toBe(1)
})

test('restore replaces an installation only with a confirmation, and then keeps what was there', async () => {
  const used = join(folder, 'used')
  await colloquy(['restore', backup, '--data', used])
  const refused = await colloquy(['restore', backup, '--data', used])
  expect(refused.code).toBe(1)
  expect(refused.output).toContain('holds a database already')
  const replaced = await colloquy(['restore', backup, '--data', used, '--replace'])
  expect(replaced.code, replaced.output).toBe(0)
  const [aside = ''] = (await readdir(used)).filter((name) => name.startsWith('before-restore-'))
  expect(await readdir(join(used, aside))).toContain('colloquy.db')
})

test('restore refuses a file that is not a backup and a truncated one, and changes nothing', async () => {
  const target = join(folder, 'target')
  const whole = await readFile(backup)
  for (const content of [Buffer.from('not a backup'), whole.subarray(0, whole.length / 2)]) {
    await writeFile(join(folder, 'broken.tar.gz'), content)
    const { code, output } = await colloquy(['restore', join(folder, 'broken.tar.gz'), '--data', target])
    expect(code).toBe(1)
    expect(output).toContain('cannot be restored')
    expect((await readdir(target)).filter((name) => name !== 'colloquy.lock')).toEqual([])
  }
})

test('a backup does not write over a file', async () => {
  const { code, output } = await colloquy(['backup', backup, '--data', data])
  expect(code).toBe(1)
  expect(output).toContain('exists already')
})

test('doctor finds nothing wrong with a sound installation', async () => {
  const { code, output } = await colloquy(['doctor', '--data', data, '--url', 'http://127.0.0.1:1'])
  expect(code, output).toBe(0)
  expect(output).toMatch(/database: intact, schema \d+\n/)
  expect(output).toMatch(/WARNING {2}service: No service answers at http:\/\/127\.0\.0\.1:1/)
  expect(output).toContain(`backup: the last one was made on ${new Date().toISOString().slice(0, 10)}: ${backup}`)
  // One more warning on an unsupported Node.js version.
  expect(output).toMatch(/\n0 errors, (1 warning|2 warnings)\n$/)
})

test('doctor notices an old backup, a clock that has gone back, a typo and a public address that leads elsewhere', async () => {
  const service = await startServiceProcess(data)
  const record = join(data, 'last-backup.json')
  const made = await readFile(record, 'utf8')
  await writeFile(record, made.replace(/\d{4}-\d\d-\d\d/, '2020-01-02'))
  const later = Date.now() / 1000 + 7_200
  await utimes(join(data, 'colloquy.db'), later, later)
  const env = { COLLOQUY_PUBIC_URL: 'x', COLLOQUY_PUBLIC_URL: 'http://127.0.0.1:1' }
  const { code, output } = await colloquy(['doctor', '--data', data, '--url', service.url], env)
  await service.end('SIGTERM')
  await writeFile(record, made)
  expect(code, output).toBe(0)
  expect(output).toContain('WARNING  backup: the last one was made on 2020-01-02')
  expect(output).toMatch(/WARNING {2}clock: the database was last written 7\d\d\d s ahead of the clock/)
  expect(output).toContain('WARNING  settings: Unknown setting COLLOQUY_PUBIC_URL was ignored')
  expect(output).toContain('WARNING  way in from outside: No service answers at http://127.0.0.1:1')
})

test('doctor reports an error when there is a mail server and no public URL', async () => {
  const env = { SMTP_URL: 'smtp://127.0.0.1:1', MAIL_FROM: 'bots@example.com' }
  const { output } = await colloquy(['doctor', '--data', data, '--url', 'http://127.0.0.1:1'], env)
  expect(output).toMatch(/ERROR +links in emails: none are sent: SMTP_URL is set, but COLLOQUY_PUBLIC_URL is not/)
  const named = { ...env, COLLOQUY_PUBLIC_URL: 'http://127.0.0.1:1' }
  expect((await colloquy(['doctor', '--data', data, '--url', 'http://127.0.0.1:1'], named)).output).not.toContain(
    'links in',
  )
})

test('doctor reports an error while a clock that has jumped keeps old results', async () => {
  const doctor = () =>
    colloquy(['doctor', '--data', data, '--url', 'http://127.0.0.1:1'], { COLLOQUY_RETENTION_DAYS: '30' })
  const note = (at: number) =>
    changeDatabase(data, `INSERT OR REPLACE INTO settings (name, value) VALUES ('clock-seen-at', '${at}')`)
  note(Date.now())
  expect((await doctor()).output).toContain('retention: results are deleted after 30 days')
  note(Date.parse('2020-01-02'))
  const { code, output } = await doctor()
  expect(code).toBe(1)
  expect(output).toMatch(
    /ERROR +retention: old results are not deleted: the clock says \S+, but the service last ran on 2020-01-02\n/,
  )
  expect(output).toContain('npx colloquy confirm-clock ')
  changeDatabase(data, "DELETE FROM settings WHERE name = 'clock-seen-at'")
})

test('a backup takes away what one that was killed has left', async () => {
  const gone = spawnSync(process.execPath, ['-e', '']).pid
  await mkdir(join(data, `backup-${gone}.unfinished`))
  await mkdir(join(data, `backup-${process.pid}.unfinished`))
  const { code, output } = await colloquy(['backup', join(folder, 'another.tar.gz'), '--data', data])
  expect(code, output).toBe(0)
  expect((await readdir(data)).filter((name) => /unfinished/.test(name))).toEqual([`backup-${process.pid}.unfinished`])
  await rm(join(data, `backup-${process.pid}.unfinished`), { recursive: true })
})

test('doctor reports a wrong setting, a lost key and a damaged database, each with a remedy', async () => {
  const env = { COLLOQUY_RATE_LIMIT: 'maybe' }
  const wrong = await colloquy(['doctor', '--data', data], env)
  expect(wrong.code).toBe(1)
  expect((await colloquy(['doctor', '--data', data], { PORT: '99999' })).output).toContain(
    'PORT="99999" is not allowed',
  )
  expect(wrong.output).toContain('ERROR    settings: COLLOQUY_RATE_LIMIT="maybe" is not allowed')

  const ill = join(folder, 'ill')
  await colloquy(['restore', backup, '--data', ill])
  await rm(join(ill, 'secret-key'))
  changeDatabase(
    ill,
    `INSERT INTO credentials (id, workspace_id, type, name, allowed_hosts, key_id, ciphertext, created_at, updated_at)
     SELECT 'c1', id, 'smtp', 'Mail', '[]', 'lost', 'x', 0, 0 FROM workspaces LIMIT 1`,
  )
  const lost = await colloquy(['doctor', '--data', ill])
  expect(lost.code).toBe(1)
  expect(lost.output).toContain('ERROR    key for credentials: there is none for 1 stored credentials')

  const file = join(ill, 'colloquy.db')
  const content = await readFile(file)
  await writeFile(file, content.fill(7, 8192, content.length - 8192))
  const damaged = await colloquy(['doctor', '--data', ill])
  expect(damaged.code).toBe(1)
  expect(damaged.output).toMatch(/ERROR {4}database: .+\n +→ restore the newest backup/)
})
