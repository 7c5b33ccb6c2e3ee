import { randomBytes } from 'node:crypto'
import { type FileHandle, link, open, readFile, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { CredentialsStore } from '@colloquy/storage'
import { type Config, ConfigError, isStrongSecret } from '../config/config.js'
import { type VaultKey, vaultKey } from './cipher.js'

/** The key for all new encryption, and the keys that some rows may still be encrypted with. */
export interface VaultKeys {
  readonly current: VaultKey
  readonly previous: readonly VaultKey[]
}

/**
 * Finds the keys of this instance: `COLLOQUY_SECRET`, otherwise the key file in the data folder, which the first start creates. Throws a
 * `ConfigError` when there is no key, or a different one from that of stored credentials: the service would otherwise run as if these
 * did not exist.
 */
export async function findKeys(
  config: Pick<Config, 'dataFolder' | 'secret' | 'previousSecret'>,
  store: Pick<CredentialsStore, 'countByKey'>,
): Promise<VaultKeys> {
  const counts = await store.countByKey()
  const path = join(config.dataFolder, keyFileName)
  const stored = counts.reduce((sum, { count }) => sum + count, 0)
  const current = vaultKey(config.secret ?? (await readKeyFile(path)) ?? (await newKeyFile(path, stored)))
  const previous = config.previousSecret === undefined ? [] : [vaultKey(config.previousSecret)]
  const isOpenable = (keyId: string) => [current, ...previous].some(({ id }) => id === keyId)
  if (config.secret !== undefined && counts.some(({ keyId }) => !isOpenable(keyId))) {
    const fromFile = await readKeyFile(path)
    if (fromFile !== undefined) previous.push(vaultKey(fromFile))
  }
  const closed = counts.filter(({ keyId }) => !isOpenable(keyId))
  if (closed.length > 0) {
    const lost = closed.reduce((sum, { count }) => sum + count, 0)
    throw new ConfigError(
      `${config.secret === undefined ? path : 'COLLOQUY_SECRET'} is not the key that ${lost} of ${stored} stored ` +
        'credentials were encrypted with: give that key as COLLOQUY_SECRET, or, to change keys, as COLLOQUY_SECRET_PREVIOUS',
    )
  }
  return { current, previous }
}

export const keyFileName = 'secret-key'

/** Reads the secret in the key file; undefined when there is no such file. */
async function readKeyFile(path: string): Promise<string | undefined> {
  const found = await stat(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined
    throw new ConfigError(`${path} cannot be looked at (${error.code}): it holds the key that encrypts credentials`)
  })
  if (found === undefined) return undefined
  const mode = (found.mode & 0o777).toString(8).padStart(4, '0')
  if (process.platform !== 'win32' && (found.mode & 0o077) !== 0) {
    throw new ConfigError(`${path} can be read by others (its mode is ${mode}): run chmod 600 ${path}`)
  }
  const secret = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    throw new ConfigError(`${path} cannot be read (${error.code}): it holds the key that encrypts credentials`)
  })
  if (!isStrongSecret(secret.trim())) {
    throw new ConfigError(
      `${path} holds no usable key: put back the one that was there, or remove the file if it was never used`,
    )
  }
  return secret.trim()
}

/** Creates the key file atomically, and syncs it to the disk before anything is encrypted with it. */
async function newKeyFile(path: string, stored: number): Promise<string> {
  if (stored > 0) {
    throw new ConfigError(
      `There is no key for ${stored} stored credentials: set COLLOQUY_SECRET to the one that they were encrypted with, ` +
        `or put ${path} back`,
    )
  }
  const secret = randomBytes(32).toString('base64url')
  const temporary = `${path}.${randomBytes(6).toString('hex')}`
  await withFile(temporary, 'wx', async (file) => {
    await file.writeFile(`${secret}\n`)
    await file.sync()
  })
  try {
    await link(temporary, path)
  } catch (error) {
    // Another process of this instance was first, so its key counts.
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  } finally {
    await rm(temporary)
  }
  await withFile(dirname(path), 'r', (folder) => folder.sync())
  return (await readKeyFile(path)) ?? secret
}

async function withFile(path: string, flags: string, use: (file: FileHandle) => Promise<void>): Promise<void> {
  const file = await open(path, flags, 0o600)
  try {
    await use(file)
  } finally {
    await file.close()
  }
}
