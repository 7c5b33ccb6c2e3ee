import type { Workspace } from '@colloquy/storage'
import type { Config } from '../config/config.js'
import { newId } from '../ids.js'

/** A workspace that nobody has changed anything about, with the plan that new ones get. */
export function newWorkspace(config: Config, { name, icon }: Pick<Workspace, 'name' | 'icon'>, now: number): Workspace {
  return {
    id: newId(),
    name,
    icon,
    plan: config.defaultPlan,
    paymentProviderId: null,
    customChatsLimit: null,
    customSeatsLimit: null,
    isSuspended: false,
    isPastDue: false,
    isVerified: null,
    isClosedToModels: false,
    createdAt: now,
    updatedAt: now,
  }
}
