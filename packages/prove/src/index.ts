/**
 * Replays recorded conversations on another version of a flow and says what changed for their visitors.
 * It must not perform effects, nor know the clock, chance, the network or a database.
 */
export * from './classes.js'
export * from './conversation.js'
export * from './draft-replays.js'
export type { LinkedFlows } from './effect-answers.js'
export * from './flow-tests/index.js'
export * from './recorded-effects.js'
export * from './recording.js'
export * from './replay.js'
export { isSaid, type ReplayedTurn } from './replayed-turn.js'
export * from './report.js'
export * from './side-by-side.js'
export {
  type CompiledFlowChanges,
  changesBetween,
  type Lookups,
  type TrackedFlow,
  trackFlow,
} from './tracked-flow.js'
export * from './turn-record.js'
export type { ReplayWorld } from './visitor.js'
