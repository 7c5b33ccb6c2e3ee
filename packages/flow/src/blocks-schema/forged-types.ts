import type { WithExits } from '../blocks/exits.js'
import { type IntegrationType, integrationTypes } from '../integrations/registry.js'

/** Types of integration blocks: they run one action of one service. */
export const forgedTypes = integrationTypes
export type ForgedType = IntegrationType

/** Options of an integration block: the common keys are typed; those of its action are left to the integration. */
export type ForgedOptions = { action?: string | undefined; credentialsId?: string | undefined; [key: string]: unknown }

/** An integration block, as a flow stores it. */
export type ForgedBlock<T extends ForgedType> = {
  id: string
  type: T
  outgoingEdgeId?: string | undefined
  isMuted?: boolean | undefined
  options?: ForgedOptions | undefined
} & WithExits
