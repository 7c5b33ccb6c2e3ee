import { ApiError } from '@colloquy/api'
import { blockRegistry } from '@colloquy/blocks'
import { advance, type Program, type Session, type Turn, type TurnEvent } from '@colloquy/engine'
import type { Service } from '../service.js'

/** One step of the engine, with what its blocks ask for. A refusal becomes an error; nothing is stored here. */
export async function step(
  service: Service,
  sessionId: string,
  session: Session,
  event: TurnEvent,
  programs: Map<string, Program>,
): Promise<Turn> {
  const { limits } = service.config
  const end = performance.now() + limits.turnMilliseconds
  const main = programs.get((session.frames.at(-1) as { programId: string }).programId) as Program
  const running = advance({
    sessionId,
    session,
    event,
    programs,
    blocks: blockRegistry,
    budgets: {
      steps: limits.turnSteps,
      messages: limits.turnMessages,
      bytes: limits.turnBytes,
      milliseconds: limits.turnMilliseconds,
    },
    isOutOfTime: () => performance.now() > end,
  })
  let state = running.next()
  while (!state.done) {
    const program = await service.programs.linked(state.value.botId, main.workspaceId, session.mode)
    if (program) programs.set(program.id, program)
    state = running.next({ kind: 'program', program })
  }
  if ('refused' in state.value) {
    throw new ApiError(state.value.refused.code, { message: state.value.refused.message })
  }
  return state.value
}
