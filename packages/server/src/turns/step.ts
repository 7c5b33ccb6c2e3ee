import { ApiError } from '@colloquy/api'
import { blockRegistry } from '@colloquy/blocks'
import {
  advance,
  type Budgets,
  defaultBudgets,
  type Program,
  type Refusal,
  type Session,
  type Turn,
  type TurnEvent,
} from '@colloquy/engine'
import type { Config } from '../config.js'
import type { Service } from '../service.js'
import { after } from './after.js'
import { type DriveOptions, drive, type TurnScope } from './effects.js'

/** One step of the engine, with what its blocks ask for. A refusal becomes an error; nothing is stored here. */
export function step(
  service: Service,
  scope: TurnScope,
  turn: { session: Session; event: TurnEvent; programs: ReadonlyMap<string, Program> } & Pick<
    DriveOptions,
    'journal' | 'confirm'
  >,
): Turn | Promise<Turn> {
  let end = performance.now() + service.budgets.milliseconds
  const running = advance({
    sessionId: scope.sessionId,
    session: turn.session,
    event: turn.event,
    programs: turn.programs,
    blocks: blockRegistry,
    budgets: service.budgets,
    publicUrl: scope.publicUrl,
    isOutOfTime: () => performance.now() > end,
  })
  const taken = drive(running, scope, {
    performers: service.performers,
    journal: turn.journal,
    confirm: turn.confirm,
    performed(kind, milliseconds) {
      end += milliseconds
      service.metrics.effect(kind, milliseconds)
    },
  })
  return after(taken, unlessRefused)
}

/** What a turn may use up, by the settings of the instance. */
export function budgetsOf(limits: Config['limits']): Budgets {
  return {
    ...defaultBudgets,
    steps: limits.turnSteps,
    messages: limits.turnMessages,
    bytes: limits.turnBytes,
    stateBytes: limits.stateBytes,
    milliseconds: limits.turnMilliseconds,
  }
}

function unlessRefused(turn: Turn | Refusal): Turn {
  if ('refused' in turn) throw new ApiError(turn.refused.code, { message: turn.refused.message })
  return turn
}
