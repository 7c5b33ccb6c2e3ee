import type { WithExits } from '../exits.js'
import type { IntegrationType } from '../integrations/registry.js'

/** Options of an integration block: the common keys are typed; those of its action are left to the integration. */
export type IntegrationOptions = {
  action?: string | undefined
  credentialsId?: string | undefined
  [key: string]: unknown
}

/** An integration block, as a flow stores it. */
export type IntegrationBlock<T extends IntegrationType> = {
  id: string
  type: T
  outgoingEdgeId?: string | undefined
  isMuted?: boolean | undefined
  options?: IntegrationOptions | undefined
} & WithExits
