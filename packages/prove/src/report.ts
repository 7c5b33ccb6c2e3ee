import type { ReplayClass, UnknownReason } from './classes.js'
import { isMoreSerious, replayClasses } from './classes.js'
import type { Replayed } from './replay.js'

/** Conversations of one class that differ at the same block. */
export interface ReportGroup {
  class: ReplayClass
  blockId?: string
  reason?: UnknownReason
  count: number
  /** The first of them, at most `examplesPerGroup`. */
  conversationIds: string[]
}

/** Outcome of many replays. It is additive: the report of all conversations is the sum of the reports of its parts. */
export interface ReplayReport {
  conversations: number
  turns: number
  /** Conversations in which an effect got the outcome of another request. */
  assumed: number
  classes: Record<ReplayClass, number>
  /** The most serious class first, then the largest group. Conversations that stay the same belong to no group. */
  groups: ReportGroup[]
}

export const examplesPerGroup = 20
/** Further groups are only counted by their class. */
export const maxGroups = 200

export function emptyReport(): ReplayReport {
  const classes = Object.fromEntries(replayClasses.map((name) => [name, 0])) as Record<ReplayClass, number>
  return { conversations: 0, turns: 0, assumed: 0, classes, groups: [] }
}

/** Sums up replays, one after the other. */
export class ReportBuilder {
  readonly #report = emptyReport()
  readonly #groups = new Map<string, ReportGroup>()

  add(conversationId: string, replayed: Omit<Replayed, 'session'>): void {
    const { class: name, blockId, reason, assumed, turns } = replayed
    const report = this.#report
    report.conversations += 1
    report.turns += turns.length
    report.classes[name] += 1
    if (assumed) report.assumed += 1
    if (name !== 'same') this.#join({ class: name, blockId, reason, count: 1, conversationIds: [conversationId] })
  }

  addReport({ conversations, turns, assumed, classes, groups }: ReplayReport): void {
    const report = this.#report
    report.conversations += conversations
    report.turns += turns
    report.assumed += assumed
    for (const name of replayClasses) report.classes[name] += classes[name]
    for (const group of groups) this.#join(group)
  }

  report(): ReplayReport {
    return { ...this.#report, groups: [...this.#groups.values()].sort(bySeverity) }
  }

  #join(group: ReportGroup): void {
    const key = `${group.class} ${group.reason ?? ''} ${group.blockId ?? ''}`
    const known = this.#groups.get(key)
    if (known) {
      known.count += group.count
      known.conversationIds.push(...group.conversationIds.slice(0, examplesPerGroup - known.conversationIds.length))
    } else if (this.#groups.size < maxGroups) {
      this.#groups.set(key, { ...group, conversationIds: group.conversationIds.slice(0, examplesPerGroup) })
    }
  }
}

function bySeverity(one: ReportGroup, other: ReportGroup): number {
  if (one.class === other.class) return other.count - one.count
  return isMoreSerious(one.class, other.class) ? -1 : 1
}
