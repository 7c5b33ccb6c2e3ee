import type { Team } from '@colloquy/storage'
import { DueWork } from '../process/due-work.js'
import { isTeamOpen, membersThere } from '../turns/ask-person.js'
import type { HolderParts } from './change-holder.js'
import { ifRunning, offerToTeam } from './offer-to-team.js'

declare module '../service.js' {
  interface Service {
    /** Gives conversations that wait in the queues of teams to members who are there. */
    readonly teamAssigner: TeamAssigner
  }
}

/** Conversations of a team that are offered in one round. */
const offeredAtOnce = 100
/** People whose teams are looked at later; others are noted again. */
const maxPending = 10_000
const slotCount = 2
const maxPause = 60_000

interface PersonThere {
  workspaceId: string
  userId: string
}

interface Options {
  now: () => number
  /** Offers the conversations that wait for the teams of a person. */
  assign(person: PersonThere): Promise<void>
  report(error: unknown): void
}

/**
 * Looks at the teams of a person each time the person is noted as there: when they come, and then at least every 45 seconds. So a conversation is
 * given away soon after somebody has come, or business hours have begun. An instance on which nobody is does nothing. If two instances offer the
 * same conversation, one of them gives it away.
 */
export class TeamAssigner {
  readonly #pending = new Map<string, PersonThere>()
  readonly #work: DueWork<PersonThere>

  constructor({ now, assign, report }: Options) {
    this.#work = new DueWork({
      slots: slotCount,
      ...{ maxPause, now, report },
      look: async (slots) => ({
        items: await slots.take(async (max, except) => this.#takePending(max, except)),
        nextAt: Number.POSITIVE_INFINITY,
      }),
      perform: assign,
    })
  }

  /** A person is there. Returns at once. */
  note(person: PersonThere): void {
    if (this.#pending.size >= maxPending) return
    this.#pending.set(`${person.workspaceId} ${person.userId}`, person)
    this.#work.soon()
  }

  /** Waits for the work in progress. */
  close(): Promise<void> {
    return this.#work.close()
  }

  #takePending(max: number, except: readonly string[]): PersonThere[] {
    const taken: PersonThere[] = []
    for (const [key, person] of this.#pending) {
      if (taken.length >= max) break
      if (except.includes(person.workspaceId)) continue
      this.#pending.delete(key)
      taken.push(person)
    }
    return taken
  }
}

/** Offers the conversations that wait for the teams of a person, those first that have waited longest. */
export async function assignWaiting(service: HolderParts, { workspaceId, userId }: PersonThere): Promise<void> {
  for (const team of await service.storage.teams.withWaiting(workspaceId, userId)) await assignOf(service, team)
}

async function assignOf(service: HolderParts, team: Team): Promise<void> {
  if (!(await isTeamOpen(service, team))) return
  const members = await membersThere(service, team)
  if (members.length === 0) return
  const seesAll = members.some(({ inboxBots }) => inboxBots === null)
  const botIds = seesAll ? undefined : [...new Set(members.flatMap(({ inboxBots }) => inboxBots ?? []))]
  const page = { botIds, now: service.now(), limit: offeredAtOnce }
  for (const sessionId of await service.storage.teams.waiting(team, page))
    await ifRunning(() => offerToTeam(service, sessionId))
}
