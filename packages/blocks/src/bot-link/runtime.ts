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
    const isSameBot = botId === 'current' || botId === context.compiledFlow.botId
    const compiledFlow = isSameBot ? context.compiledFlow : yield* linkedFlow(botId, context)
    if (!compiledFlow) return notLinked(context, `Bot with ID ${botId} not found`)
    const targetGroupId = groupId ? namedGroup(compiledFlow, groupId, context) : startGroup(compiledFlow)
    if (targetGroupId === undefined)
      return notLinked(context, `Group ${groupId ?? 'of the start'} not found in bot ${botId}`)
    return {
      kind: 'link',
      compiledFlow,
      target: virtualTarget(targetGroupId),
      mergesIntoParent: isSameBot || mergeResults === true,
    }
  },
  exits: blockExits,
}

function* linkedFlow(botId: string, context: BlockContext): Effectful<CompiledFlow | undefined> {
  const { compiledFlow } = yield* perform({ kind: 'program', botId })
  return compiledFlow?.workspaceId === context.compiledFlow.workspaceId ? compiledFlow : undefined
}

function namedGroup(compiledFlow: CompiledFlow, groupId: string, context: BlockContext): string | undefined {
  const variable = context.singleVariable(groupId)
  const idOrTitle = variable ? variable.value : groupId
  return typeof idOrTitle === 'string' ? groupByIdOrTitle(compiledFlow, idOrTitle)?.id : undefined
}

function startGroup(compiledFlow: CompiledFlow): string | undefined {
  const start = compiledFlow.events.find((event) => event.type === 'start')
  return targetOfEdge(compiledFlow, start?.outgoingEdgeId)?.groupId
}

function notLinked(context: BlockContext, details: string): Outcome {
  context.log('missing-bot', { status: 'error', description: 'Failed to link bot', details })
  return { kind: 'continue' }
}
