import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { chmod, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type CredentialsRow, openSqlite, type Storage } from '@colloquy/storage'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { ensureFirstOwner } from '../access/first-owner.js'
import { readConfig } from '../config/config.js'
import { vaultKey } from './cipher.js'
import { findKeys, keyFileName } from './find-keys.js'
import { rotate } from './rotate.js'
import { openVault } from './vault.js'

let folder: string
let storage: Storage
let workspaceId: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'colloquy-vault-'))
  await open()
  await ensureFirstOwner(storage, readConfig({ COLLOQUY_DATA: folder, COLLOQUY_ADMIN_TOKEN: 'token-of-the-tests' }), 1)
  workspaceId = (await storage.workspaces.list((await storage.users.first())!.id))[0]!.id
})
afterEach(async () => {
  await storage.close()
  await rm(folder, { recursive: true })
})

const open = async () => {
  storage = await openSqlite({ folder, isDurable: false })
}
const newSecret = () => randomBytes(32).toString('base64url')
const password = 'a password that is long enough'
const smtp = { host: 'mail.example', port: 587, password, from: { email: 'bot@example.com' } }

function vaultWith(current: string, ...previous: string[]) {
  const reports: string[] = []
  const keys = { current: vaultKey(current), previous: previous.map(vaultKey) }
  const vault = openVault({ store: storage.credentials, keys, report: (message) => reports.push(message) })
  const put = async (id: string) => {
    const owner = { workspaceId, id, type: 'smtp' } as const
    const row = { ...owner, name: id, ...vault.seal(owner, smtp, []), needsSignIn: false }
    await storage.credentials.create({ ...row, createdAt: 1, updatedAt: 1 })
  }
  return { ...vault, reports, keys, put }
}

/** Changes a row in ways that no operation allows. */
async function tamper(id: string, change: Partial<CredentialsRow>): Promise<void> {
  const row = (await storage.credentials.get(workspaceId, id))!
  await storage.credentials.delete(workspaceId, id)
  await storage.credentials.create({ ...row, ...change })
}

describe('a ciphertext can be decrypted only in its own row', () => {
  const secret = newSecret()
  it('and there it opens, with the hosts that it is for', async () => {
    await vaultWith(secret).put('c1')
    const opened = await vaultWith(secret).open(workspaceId, 'c1', 'smtp')
    expect(opened).toEqual({ data: smtp, allowedHosts: ['mail.example:587'] })
  })

  it.each<[string, (other: CredentialsRow) => Partial<CredentialsRow>]>([
    ['swapped with that of another row', ({ ciphertext }) => ({ ciphertext })],
    ['said to be of another key', () => ({ keyId: 'f'.repeat(16) })],
    ['cut short', ({ ciphertext }) => ({ ciphertext: ciphertext.slice(0, 40) })],
    ['emptied', () => ({ ciphertext: '' })],
    ['no base64', () => ({ ciphertext: 'ä' })],
    ['moved to another id', () => ({ id: 'c3' })],
    ['moved to another type', () => ({ type: 'openai' })],
    ['moved to another workspace', () => ({ workspaceId: 'other' })],
  ])('not when it is %s', async (_, change) => {
    const vault = vaultWith(secret)
    await vault.put('c1')
    await vault.put('c2')
    const home = (await storage.workspaces.get(workspaceId))!
    await storage.workspaces.create({ ...home, id: 'other', name: 'Other' }, (await storage.users.first())!.id)
    const changed = change((await storage.credentials.get(workspaceId, 'c2'))!)
    await tamper('c1', changed)
    const { id = 'c1', type = 'smtp' } = changed
    expect(await vault.open(changed.workspaceId ?? workspaceId, id, type as 'smtp')).toBeUndefined()
    expect(vault.reports).toEqual([expect.stringContaining(`The credentials ${id} do not open`)])
    expect(await vault.open(workspaceId, 'c2', 'smtp')).toBeDefined()
  })

  it('not when any single bit of it was flipped', async () => {
    await vaultWith(secret).put('c1')
    const row = (await storage.credentials.get(workspaceId, 'c1'))!
    const bytes = Buffer.from(row.ciphertext, 'base64')
    const read = { get: async () => row }
    const vault = openVault({ store: read, keys: { current: vaultKey(secret), previous: [] }, report: () => {} })
    expect(await vault.open(workspaceId, 'c1', 'smtp')).toBeDefined()
    for (let bit = 0; bit < bytes.length * 8; bit++) {
      bytes[bit >> 3]! ^= 1 << (bit & 7)
      row.ciphertext = bytes.toString('base64')
      expect(await vault.open(workspaceId, 'c1', 'smtp')).toBeUndefined()
      bytes[bit >> 3]! ^= 1 << (bit & 7)
    }
  })

  it('not in another workspace, as another type or without a row, and nothing is reported of that', async () => {
    await vaultWith(secret).put('c1')
    const vault = vaultWith(secret)
    expect(await vault.open('other', 'c1', 'smtp')).toBeUndefined()
    expect(await vault.open(workspaceId, 'c1', 'openai')).toBeUndefined()
    expect(await vault.open(workspaceId, 'none', 'smtp')).toBeUndefined()
    expect(vault.reports).toEqual([])
  })

  it('and the hosts inside it count, whatever its row shows', async () => {
    await vaultWith(secret).put('c1')
    await tamper('c1', { allowedHosts: '["evil.example"]' })
    expect((await vaultWith(secret).open(workspaceId, 'c1', 'smtp'))?.allowedHosts).toEqual(['mail.example:587'])
  })

  it('the same secret is never the same ciphertext twice', async () => {
    const vault = vaultWith(secret)
    const owner = { workspaceId, id: 'c1', type: 'smtp' } as const
    const made = Array.from({ length: 100 }, () => vault.seal(owner, smtp, []).ciphertext)
    expect(new Set(made).size).toBe(100)
  })
})

describe('key rotation', () => {
  const [old, next] = [newSecret(), newSecret()]

  it('re-encrypts all rows; the old key opens none of them any more', async () => {
    const before = vaultWith(old)
    for (let n = 0; n < 25; n++) await before.put(`c${n}`)
    const { keys } = vaultWith(next, old)
    expect(await rotate(storage.credentials, keys, { batchSize: 10 })).toEqual({ rotated: 25, unreadable: [] })
    expect(await storage.credentials.countByKey()).toEqual([{ keyId: keys.current.id, count: 25 }])
    for (let n = 0; n < 25; n++) {
      expect((await vaultWith(next).open(workspaceId, `c${n}`, 'smtp'))?.data.password).toBe(password)
      expect(await vaultWith(old).open(workspaceId, `c${n}`, 'smtp')).toBeUndefined()
    }
    expect(await rotate(storage.credentials, keys)).toEqual({ rotated: 0, unreadable: [] })
  })

  it('continues after a kill: every row opens at all times, and in the end with the new key', async () => {
    const before = vaultWith(old)
    for (let n = 0; n < 60; n++) await before.put(`c${n}`)
    await storage.close()
    const script = fileURLToPath(new URL('../testing/rotate-halfway.ts', import.meta.url))
    const args = ['--conditions=development', '--import', 'tsx', script, folder, old, next]
    const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] })
    await once(child.stdout, 'data')
    const closed = once(child, 'close')
    child.kill('SIGKILL')
    await closed
    await open()
    const both = vaultWith(next, old)
    const counts = await storage.credentials.countByKey()
    expect(counts.map(({ count }) => count).sort()).toEqual([20, 40])
    for (let n = 0; n < 60; n++) expect(await both.open(workspaceId, `c${n}`, 'smtp')).toBeDefined()
    const config = { dataFolder: folder, secret: next }
    await expect(findKeys(config, storage.credentials)).rejects.toThrow('not the key that 40 of 60 stored credentials')
    const keys = await findKeys({ ...config, previousSecret: old }, storage.credentials)
    expect(await rotate(storage.credentials, keys)).toEqual({ rotated: 40, unreadable: [] })
    for (let n = 0; n < 60; n++) expect(await vaultWith(next).open(workspaceId, `c${n}`, 'smtp')).toBeDefined()
  })

  it('leaves a row that does not open as it is, and names it', async () => {
    const before = vaultWith(old)
    await before.put('c1')
    await before.put('c2')
    await tamper('c1', { ciphertext: 'broken' })
    const { keys } = vaultWith(next, old)
    expect(await rotate(storage.credentials, keys)).toEqual({ rotated: 1, unreadable: ['c1'] })
    expect((await storage.credentials.get(workspaceId, 'c1'))?.ciphertext).toBe('broken')
  })
})

describe('the encryption key of an instance', () => {
  const path = () => join(folder, keyFileName)
  const find = (secrets: { secret?: string; previousSecret?: string } = {}) =>
    findKeys({ dataFolder: folder, ...secrets }, storage.credentials)

  it('is made by the first start, for its own user only, and found by the next', async () => {
    const { current } = await find()
    expect((await stat(path())).mode & 0o777).toBe(0o600)
    expect((await readFile(path(), 'utf8')).trim()).toMatch(/^[\w-]{43}$/)
    expect((await find()).current).toEqual(current)
    expect((await readdir(folder)).filter((name) => name.startsWith(keyFileName))).toEqual([keyFileName])
  })

  it('is the same for two processes that make it at once', async () => {
    const found = await Promise.all([find(), find()].map(async (one) => (await one).current.id))
    expect(new Set(found).size).toBe(1)
  })

  it('is not made when COLLOQUY_SECRET is set', async () => {
    await find({ secret: newSecret() })
    await expect(stat(path())).rejects.toThrow('ENOENT')
  })

  it.each([0o644, 0o640, 0o604, 0o666])('in a file of mode %o is refused', async (mode) => {
    await find()
    await chmod(path(), mode)
    await expect(find()).rejects.toThrow(/secret-key can be read by others .*chmod 600/)
  })

  it.each(['', 'short', `${'a'.repeat(43)}`, `two\nlines`])('in a file that holds %j is refused', async (content) => {
    await writeFile(path(), content, { mode: 0o600 })
    await expect(find()).rejects.toThrow('holds no usable key')
  })

  it('when it is missing beside stored credentials, stops startup and makes nothing', async () => {
    const secret = newSecret()
    await vaultWith(secret).put('c1')
    await expect(find()).rejects.toThrow('There is no key for 1 stored credentials: set COLLOQUY_SECRET')
    await expect(stat(path())).rejects.toThrow('ENOENT')
  })

  it('when it is another one than stored credentials were encrypted with, stops startup', async () => {
    await vaultWith(newSecret()).put('c1')
    await expect(find({ secret: newSecret() })).rejects.toThrow('COLLOQUY_SECRET is not the key that 1 of 1')
    await writeFile(path(), newSecret(), { mode: 0o600 })
    await expect(find()).rejects.toThrow(`${path()} is not the key that 1 of 1`)
  })

  it('moves from the file to COLLOQUY_SECRET without more ado, but not back', async () => {
    await find()
    await vaultWith((await readFile(path(), 'utf8')).trim()).put('c1')
    const secret = newSecret()
    const keys = await find({ secret })
    expect(await rotate(storage.credentials, keys)).toEqual({ rotated: 1, unreadable: [] })
    expect(await vaultWith(secret).open(workspaceId, 'c1', 'smtp')).toBeDefined()
    await expect(find()).rejects.toThrow('is not the key that 1 of 1')
  })

  it.each([
    'short',
    'a'.repeat(64),
    'abcdefghijkl'.repeat(3),
    'changeme-changeme-changeme-12345678',
    '0123456789abcdef0123456789abcdef',
    `${newSecret()} with spaces`,
  ])('in COLLOQUY_SECRET=%s is refused without being shown', (secret) => {
    const refused = () => readConfig({ COLLOQUY_SECRET: secret })
    expect(refused).toThrow('COLLOQUY_SECRET=(not shown) is not allowed: at least 32 random characters')
    expect(() => readConfig({ COLLOQUY_SECRET_PREVIOUS: secret })).toThrow('COLLOQUY_SECRET_PREVIOUS=(not shown)')
  })

  it.each(['base64url', 'base64', 'hex'] as const)('of 32 random bytes in %s is taken', (encoding) => {
    const secret = randomBytes(32).toString(encoding)
    expect(readConfig({ COLLOQUY_SECRET: secret }).secret).toBe(secret)
  })
})
