import { findKeys } from '../vault/find-keys.js'
import { openVault, type Vault } from '../vault/vault.js'
import type { TestService } from './test-service.js'

/** Opens the vault of a service, to inspect its contents; problems are not reported. */
export async function vaultOf({ config, storage }: Pick<TestService, 'config' | 'storage'>): Promise<Vault> {
  const store = storage.credentials
  return openVault({ store, keys: await findKeys(config, store), report: () => undefined })
}
