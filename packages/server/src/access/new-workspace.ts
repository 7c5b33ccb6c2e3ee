import type { Workspace } from '@colloquy/storage'
import type { Config } from '../config/config.js'
import { newId } from '../ids.js'

/** Returns an unmodified workspace with the default plan. */
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
    identityVersion: 1,
    identityRotatedAt: null,
    businessHours: null,
    awayMinutes: null,
    waitingMailMinutes: 10,
    createdAt: now,
    updatedAt: now,
  }
}
