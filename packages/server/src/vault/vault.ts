import { type CredentialsData, type CredentialsType, describeCredentials } from '@colloquy/flow'
import type { CredentialsRow, CredentialsStore } from '@colloquy/storage'
import { type Place, seal, unseal } from './cipher.js'
import type { VaultKeys } from './find-keys.js'

/** What was given as credentials, opened for one use. */
export interface OpenCredentials<T extends CredentialsType = CredentialsType> {
  readonly data: CredentialsData<T>
  /** The only hosts (`host`, or `host:port` off the usual port) that the secret may be sent to. */
  readonly allowedHosts: readonly string[]
}

/** The one place that turns credentials into ciphertext and back. */
export interface Vault {
  /** The columns of a row that hold these credentials. `extraHosts` are allowed beside those that the type and its data name. */
  seal<T extends CredentialsType>(
    place: Place & { type: T },
    data: CredentialsData<T>,
    extraHosts: readonly string[],
  ): Pick<CredentialsRow, 'keyId' | 'ciphertext' | 'lastFour' | 'allowedHosts'>
  /** Undefined when the workspace has no such credentials of this type, or when they do not open (which is reported). */
  open<T extends CredentialsType>(
    workspaceId: string,
    credentialsId: string,
    type: T,
  ): Promise<OpenCredentials<T> | undefined>
}

export interface VaultOptions {
  store: Pick<CredentialsStore, 'get'>
  keys: VaultKeys
  /** Told of credentials that do not open; never holds anything secret. */
  report: (message: string) => void
}

export function openVault({ store, keys: { current, previous }, report }: VaultOptions): Vault {
  const keys = new Map([...previous, current].map((key) => [key.id, key]))
  return {
    seal(place, data, extraHosts) {
      const { lastFour, hosts } = describeCredentials(place.type, data)
      const allowedHosts = [...new Set([...hosts, ...extraHosts])]
      const ciphertext = seal(current, place, JSON.stringify({ data, allowedHosts }))
      return { keyId: current.id, ciphertext, lastFour, allowedHosts: JSON.stringify(allowedHosts) }
    },
    async open(workspaceId, credentialsId, type) {
      const row = await store.get(workspaceId, credentialsId)
      if (row?.type !== type) return undefined
      const key = keys.get(row.keyId)
      const plaintext = key && unseal(key, { workspaceId, id: credentialsId, type }, row.ciphertext)
      if (plaintext === undefined) {
        report(
          `The credentials ${credentialsId} do not open: they were changed in the database, or their key is missing`,
        )
        return undefined
      }
      return JSON.parse(plaintext)
    },
  }
}
