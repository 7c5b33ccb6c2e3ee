import { type CredentialsData, type CredentialsType, describeCredentials } from '@colloquy/flow'
import type { CredentialsRow, CredentialsStore } from '@colloquy/storage'
import { type SecretOwner, seal, unseal } from './cipher.js'
import type { VaultKeys } from './find-keys.js'

declare module '../service.js' {
  interface Service {
    readonly vault: Vault
  }
}

/** Decrypted credentials, opened for one use. */
export interface OpenCredentials<T extends CredentialsType = CredentialsType> {
  readonly data: CredentialsData<T>
  /** The only hosts (`host`, or `host:port` for a non-default port) that the secret may be sent to. */
  readonly allowedHosts: readonly string[]
}

/** The single place that encrypts and decrypts credentials and other secrets. */
export interface Vault {
  /** Returns the columns of a row for these credentials. `extraHosts` are allowed in addition to those that the type and its data name. */
  seal<T extends CredentialsType>(
    owner: SecretOwner & { type: T },
    data: CredentialsData<T>,
    extraHosts: readonly string[],
  ): Pick<CredentialsRow, 'keyId' | 'ciphertext' | 'lastFour' | 'allowedHosts'>
  /** Undefined when the workspace has no such credentials of this type, or when they cannot be decrypted (which is reported). */
  open<T extends CredentialsType>(
    workspaceId: string,
    credentialsId: string,
    type: T,
  ): Promise<OpenCredentials<T> | undefined>
  /** Opens a row that was already read. Undefined when it cannot be decrypted (which is reported). */
  openRow(row: CredentialsRow): OpenCredentials | undefined
  /** Encrypts a text that is stored for a short time; it can be decrypted only at its place. */
  sealText(owner: SecretOwner, text: string): string
  openText(owner: SecretOwner, sealed: string): string | undefined
}

export interface VaultOptions {
  store: Pick<CredentialsStore, 'get'>
  keys: VaultKeys
  /** Called for credentials that cannot be decrypted; never receives a secret. */
  report: (message: string) => void
}

export function openVault({ store, keys: { current, previous }, report }: VaultOptions): Vault {
  const keys = new Map([...previous, current].map((key) => [key.id, key]))
  function openRow({ workspaceId, id, type, keyId, ciphertext }: CredentialsRow): OpenCredentials | undefined {
    const key = keys.get(keyId)
    const plaintext = key && unseal(key, { workspaceId, id, type }, ciphertext)
    if (plaintext !== undefined) return JSON.parse(plaintext)
    report(`The credentials ${id} do not open: they were changed in the database, or their key is missing`)
    return undefined
  }
  return {
    seal(owner, data, extraHosts) {
      const { lastFour, hosts } = describeCredentials(owner.type, data)
      const allowedHosts = [...new Set([...hosts, ...extraHosts])]
      const ciphertext = seal(current, owner, JSON.stringify({ data, allowedHosts }))
      return { keyId: current.id, ciphertext, lastFour, allowedHosts: JSON.stringify(allowedHosts) }
    },
    async open(workspaceId, credentialsId, type) {
      const row = await store.get(workspaceId, credentialsId)
      return row?.type === type ? (openRow(row) as OpenCredentials<typeof type> | undefined) : undefined
    },
    openRow,
    sealText: (owner, text) => seal(current, owner, text),
    openText(owner, sealed) {
      for (const key of keys.values()) {
        const text = unseal(key, owner, sealed)
        if (text !== undefined) return text
      }
      return undefined
    },
  }
}
