import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'

/** A key of the vault. Its id identifies the key that a ciphertext was made with, and reveals nothing about the key itself. */
export interface VaultKey {
  readonly id: string
  readonly bytes: Uint8Array
}

/** Place of a ciphertext. It cannot be decrypted anywhere else: not in another row, workspace or type. */
export interface SecretOwner {
  readonly workspaceId: string
  readonly id: string
  readonly type: string
}

/** Derives a key from a secret text. The text must be long and random: it is not stretched. */
export function vaultKey(secret: string): VaultKey {
  const derive = (use: string, length: number) =>
    Buffer.from(hkdfSync('sha256', secret, '', `colloquy vault ${use}`, length))
  return { id: derive('key id', 8).toString('hex'), bytes: derive('encryption', 32) }
}

/** Encrypts with AES-256-GCM, bound to the place and to the key's id. Returns Base64 of nonce, tag and ciphertext. */
export function seal(key: VaultKey, owner: SecretOwner, plaintext: string): string {
  const nonce = randomBytes(nonceBytes)
  const cipher = createCipheriv('aes-256-gcm', key.bytes, nonce, { authTagLength: tagBytes })
  cipher.setAAD(boundTo(key, owner))
  const ciphertext = Buffer.concat([cipher.update(plaintext, 'utf8'), cipher.final()])
  return Buffer.concat([nonce, cipher.getAuthTag(), ciphertext]).toString('base64')
}

/**
 * Returns the plaintext passed to `seal`; undefined when the ciphertext was modified, or was made with another key or for another place.
 */
export function unseal(key: VaultKey, owner: SecretOwner, sealed: string): string | undefined {
  const bytes = Buffer.from(sealed, 'base64')
  if (bytes.length < nonceBytes + tagBytes) return undefined
  const nonce = bytes.subarray(0, nonceBytes)
  const decipher = createDecipheriv('aes-256-gcm', key.bytes, nonce, { authTagLength: tagBytes })
  decipher.setAAD(boundTo(key, owner))
  decipher.setAuthTag(bytes.subarray(nonceBytes, nonceBytes + tagBytes))
  try {
    return Buffer.concat([decipher.update(bytes.subarray(nonceBytes + tagBytes)), decipher.final()]).toString('utf8')
  } catch {
    return undefined
  }
}

const nonceBytes = 12
const tagBytes = 16

function boundTo(key: VaultKey, { workspaceId, id, type }: SecretOwner): Buffer {
  return Buffer.from(JSON.stringify(['colloquy credentials', workspaceId, id, type, key.id]))
}
