import {
  type BlockContext,
  type BlockRuntime,
  type CompiledFlow,
  type Effectful,
  groupByIdOrTitle,
  type Outcome,
  perform,
  targetOfEdge,
  virtualTarget,
} from '@colloquy/engine'
import { blockExits } from '../common/block-exits.js'

/** Runs another bot of the workspace, or another part of this one, and returns when it has ended. */
export const botLinkRuntime: BlockRuntime<'Bot link'> = {
  type: 'Bot link',
  kind: 'logic',
  *enter(block, context): Effectful<Outcome> {
    const { botId, groupId, mergeResults } = block.options ?? {}
    if (!botId) return notLinked(context, 'Bot ID is not specified')
    const isSameBot = botId === 'current' || botId === context.program.botId
    const program = isSameBot ? context.program : yield* linkedProgram(botId, context)
    if (!program) return notLinked(context, `Bot with ID ${botId} not found`)
    const targetGroupId = groupId ? namedGroup(program, groupId, context) : startGroup(program)
    if (targetGroupId === undefined)
      return notLinked(context, `Group ${groupId ?? 'of the start'} not found in bot ${botId}`)
    return {
      kind: 'link',
      program,
      target: virtualTarget(targetGroupId),
      mergesIntoParent: isSameBot || mergeResults === true,
    }
  },
  exits: blockExits,
}

function* linkedProgram(botId: string, context: BlockContext): Effectful<CompiledFlow | undefined> {
  const { program } = yield* perform({ kind: 'program', botId })
  return program?.workspaceId === context.program.workspaceId ? program : undefined
}

function namedGroup(program: CompiledFlow, groupId: string, context: BlockContext): string | undefined {
  const variable = context.singleVariable(groupId)
  const idOrTitle = variable ? variable.value : groupId
  return typeof idOrTitle === 'string' ? groupByIdOrTitle(program, idOrTitle)?.id : undefined
}

function startGroup(program: CompiledFlow): string | undefined {
  const start = program.events.find((event) => event.type === 'start')
  return targetOfEdge(program, start?.outgoingEdgeId)?.groupId
}

function notLinked(context: BlockContext, details: string): Outcome {
  context.log('missing-bot', { status: 'error', description: 'Failed to link bot', details })
  return { kind: 'continue' }
}
