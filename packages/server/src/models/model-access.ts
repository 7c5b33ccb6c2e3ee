import { type Integration, integrationOf, integrationOfCredentials, servesModels } from '@colloquy/flow/integrations'
import { readUrl } from '@colloquy/ports/urls'
import type { Storage, Workspace } from '@colloquy/storage'
import type { ServiceAddresses } from '../config/service-addresses.js'
import { baseAddress } from '../service-calls/call-service.js'
import type { Vault } from '../vault/vault.js'

declare module '../service.js' {
  interface Service {
    readonly modelAccess: ModelAccess
  }
}

interface ModelAccessOptions {
  storage: Pick<Storage, 'workspaces' | 'credentials'>
  /** Hosts that may be called; absent: any. */
  hosts: readonly string[] | undefined
  /**
   * Hosts of models that the operator runs: calls to them send nothing to anyone else, so workspaces that are closed to models may
   * still make them.
   */
  ownHosts: readonly string[]
}

/** Decides which hosts language models and voices may be called at; every call to a service passes here. */
export class ModelAccess {
  readonly #options: ModelAccessOptions

  constructor(options: ModelAccessOptions) {
    this.#options = options
  }

  /** Returns the reason why a workspace may not call a service at a host; undefined when it may. Rejects when that cannot be determined. */
  async blockedReason(type: string, workspaceId: string, host: string): Promise<string | undefined> {
    return servesModels(type) ? this.#reason(await this.#options.storage.workspaces.get(workspaceId), host) : undefined
  }

  /** Returns the ids of a workspace's credentials that may not be used for calls to models. */
  async refusedCredentials(
    workspaceId: string,
    { vault, addresses }: { vault: Vault; addresses: ServiceAddresses },
  ): Promise<Set<string>> {
    const { storage, hosts } = this.#options
    const workspace = await storage.workspaces.get(workspaceId)
    const refused = new Set<string>()
    if (!hosts && workspace?.isClosedToModels === false) return refused
    for (const { id, type: credentialsType } of await storage.credentials.list(workspaceId)) {
      const type = integrationOfCredentials(credentialsType)
      const definition: Integration | undefined = type && integrationOf(type)
      if (!type || !definition?.credentials || !servesModels(type)) continue
      const row = await storage.credentials.get(workspaceId, id)
      const opened = row && vault.openRow(row)
      const base = baseAddress({ type, credentials: definition.credentials, opened, call: {} }, { addresses })
      const host = readUrl(base)?.host
      if (host === undefined || this.#reason(workspace, host) !== undefined) refused.add(id)
    }
    return refused
  }

  #reason(workspace: Workspace | undefined, host: string): string | undefined {
    const { hosts, ownHosts } = this.#options
    if (hosts && !hosts.includes(host))
      return `the operator of this server does not allow calls to language models at ${host}.`
    return ownHosts.includes(host) || workspace?.isClosedToModels === false ? undefined : closed
  }
}

const closed =
  'this workspace sends nothing to language models: an admin has switched that on in its settings, under General.'
