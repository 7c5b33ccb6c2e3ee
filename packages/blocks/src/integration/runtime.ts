import type { BlockContext, BlockRuntime, Effectful, LogCause, Outcome, Streamed } from '@colloquy/engine'
import type { WithExits } from '@colloquy/flow/blocks'
import {
  actionOf,
  type Integration,
  type IntegrationType,
  integrations,
  type ModelCandidate,
  optionsOf,
} from '@colloquy/flow/integrations'
import { blockExits } from '../common/block-exits.js'
import { clientValue } from '../common/client-value.js'
import { type BlockFailure, leaveBy } from '../common/leave-by.js'
import { actionContext, type StreamedText } from './action-context.js'
import { readOptions } from './read-options.js'
import { streamTarget } from './stream-target.js'

interface GivenOptions {
  action?: string
  credentialsId?: string
  [option: string]: unknown
}

/** The part of a block that its action depends on. */
export interface ActingBlock extends WithExits {
  id: string
  options?: GivenOptions | undefined
}

/** Runs one action of a service. If it fails, the flow continues at the exit for the failure, or else at the block's own edge. */
export function integrationRuntime<T extends IntegrationType>(type: T): BlockRuntime<T> {
  const integration: Integration = integrations[type]
  return {
    type,
    kind: 'integration',
    enter(block, context) {
      const location = streamTarget(integration, block, context)
      return location ? { kind: 'stream', ...location } : runAction(integration, block, context)
    },
    stream: (block, context) => streaming((streamed) => runAction(integration, block, context, streamed)),
    resume(block, text, context) {
      const option = actionOf(type, block.options?.action)?.savesReplyIn
      const variableId = option && block.options?.[option]
      if (typeof variableId === 'string' && context.channel === 'web') {
        context.assign([{ id: variableId, value: clientValue(text) }])
      }
      return undefined
    },
    exits: blockExits,
  }
}

/** Runs what streams a text, and returns the text with how it ended. */
export function* streaming(run: (streamed: StreamedText) => Effectful<Outcome>): Effectful<Streamed> {
  const streamed: StreamedText = { texts: [], isAnswered: false }
  const outcome = yield* run(streamed)
  const { texts, isAnswered, isTakenBack, trouble } = streamed
  const text = texts.join('\n\n')
  return {
    text,
    isComplete: isAnswered && text !== '',
    ...(isTakenBack && { isTakenBack }),
    // Only a failure may be gone at the next attempt: ceilings and knowledge are as they were.
    ...(text === '' && trouble && trouble.on !== 'failure' && { isSettled: true as const }),
    ...(outcome.kind === 'leave' && outcome.edgeId !== undefined && { exitEdgeId: outcome.edgeId }),
  }
}

/** Runs the action that the options name; with `streamed`, its text is streamed to the client. */
export function* runAction(
  integration: Integration,
  block: ActingBlock,
  context: BlockContext,
  streamed?: StreamedText,
): Effectful<Outcome> {
  const next: Outcome = { kind: 'continue' }
  const skip = (cause: LogCause, why: string): Outcome => {
    context.log(cause, { status: 'error', description: `${integration.label}: ${why}`, isPrivate: true })
    return leave({ on: 'failure', cause: 'refused' }) ?? next
  }
  const leave = (trouble: BlockFailure | undefined) => leaveBy(block, trouble, context)
  const given = block.options
  const { action: name, credentialsId } = given ?? {}
  const action = actionOf(integration.type, name)
  if (!given || !name) return skip('missing-option', 'no action is chosen.')
  if (!action) return skip('block-without-effect', `the action "${name}" does nothing on this instance.`)
  if (!action.run)
    return skip('block-without-effect', `the service behind "${name}" has ended: turn the block into another one.`)
  if (action.messaging?.kind === 'lost' && context.channel !== 'web') return next
  const needsCredentials = integration.credentials && !integration.credentials.isOptional
  if (needsCredentials && !credentialsId) return skip('missing-credentials', 'no credentials are chosen.')
  const read = readOptions(optionsOf(action), given, context)
  if ('missing' in read) return skip('missing-option', `${name} needs: ${read.missing.join(', ')}.`)
  const fallbacks = action.asksModel && candidatesOf(block, context)
  const running = {
    integration,
    block,
    action: name,
    credentialsId,
    ...(fallbacks && { fallbacks }),
    ...(streamed && { streamed }),
  }
  const { actions, traces } = actionContext(running, context)
  yield* action.run(read.options, actions)
  if (context.mode === 'preview' && traces.hasCalled) actions.note('it ran for real, though this is a preview.')
  const left = leave(traces.trouble)
  if (left) return left
  if (traces.embed) {
    const { url, show, waitFor } = traces.embed
    const content = { url, initFunction: script(show), waitForEventFunction: script(waitFor) }
    return { kind: 'say', message: { id: block.id, type: 'custom-embed', content }, waits: true }
  }
  if (!traces.script) return next
  return { kind: 'act', actions: [{ type: 'codeToExecute', codeToExecute: script(traces.script) }] }
}

/** The fallback models of a block; undefined if it has none. */
export function candidatesOf(block: WithExits, context: BlockContext): ModelCandidate[] | undefined {
  if (!block.fallbacks) return undefined
  const candidates = block.fallbacks.flatMap(({ credentialsId, model }) => {
    const name = context.expand(model).trim()
    return name === '' ? [] : [{ model: name, ...(credentialsId && { credentialsId }) }]
  })
  return candidates.length > 0 ? candidates : undefined
}

const script = ({ content, args }: { content: string; args: Readonly<Record<string, unknown>> }) => ({
  content,
  args: { ...args },
})
