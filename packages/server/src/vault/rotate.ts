import type { CredentialsStore } from '@colloquy/storage'
import { seal, unseal } from './cipher.js'
import type { VaultKeys } from './find-keys.js'

/**
 * Re-encrypts everything that is not encrypted with the current key. Each batch is one transaction and each row names its key, so an
 * interrupted rotation continues where it stopped. Returns the ids of rows that could not be decrypted, which are left unchanged.
 */
export async function rotate(
  store: Pick<CredentialsStore, 'notOfKey' | 'reencrypt'>,
  { current, previous }: VaultKeys,
  { batchSize = 100, onBatch }: { batchSize?: number; onBatch?: () => Promise<void> } = {},
): Promise<{ rotated: number; unreadable: string[] }> {
  const unreadable: string[] = []
  let rotated = 0
  for (let after = ''; ; ) {
    const rows = await store.notOfKey(current.id, after, batchSize)
    const last = rows.at(-1)
    if (last === undefined) return { rotated, unreadable }
    const renewed = rows.flatMap((row) => {
      const key = previous.find(({ id }) => id === row.keyId)
      const plaintext = key && unseal(key, row, row.ciphertext)
      if (plaintext === undefined) {
        unreadable.push(row.id)
        return []
      }
      const { workspaceId, id, ciphertext: before } = row
      return [{ workspaceId, id, before, keyId: current.id, ciphertext: seal(current, row, plaintext) }]
    })
    rotated += await store.reencrypt(renewed)
    after = last.id
    await onBatch?.()
  }
}
