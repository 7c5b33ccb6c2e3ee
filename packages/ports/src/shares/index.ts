/** Keeps one workspace or bot from using up what all share: queues, gates and pools that are fair. */
export type { CallGuard } from './call-guard.js'
export { type Entry, FairQueue } from './fair-queue.js'
export { instanceOwner, type Owner } from './owner.js'
export { SharedPool } from './shared-pool.js'
export { Stop, type StopSignal } from './stop.js'
export { WorkspaceSlots } from './workspace-slots.js'
