import type { WithExits } from '../blocks/exits.js'
import { type IntegrationType, integrationTypes } from '../integrations/registry.js'

/** Types of the blocks that follow the common "one action of one service" form. */
export const forgedTypes = integrationTypes
export type ForgedType = IntegrationType

/** Options of a forged block: the common keys are typed, those of its action are the block's own business. */
export type ForgedOptions = { action?: string | undefined; credentialsId?: string | undefined; [key: string]: unknown }

/** A block that follows the common form, as a flow holds it. */
export type ForgedBlock<T extends ForgedType> = {
  id: string
  type: T
  outgoingEdgeId?: string | undefined
  isMuted?: boolean | undefined
  options?: ForgedOptions | undefined
} & WithExits
