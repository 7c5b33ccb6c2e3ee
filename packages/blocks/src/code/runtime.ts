import type { BlockContext, BlockRuntime, Effectful, Outcome } from '@colloquy/engine'
import { blockExits } from '../common/block-exits.js'
import { assignByName, runScript } from '../common/run-script.js'

/** Runs the author's script, in the visitor's browser by default; messaging apps have no browser. */
export const codeRuntime: BlockRuntime<'Code'> = {
  type: 'Code',
  kind: 'logic',
  enter(block, context) {
    const options = block.options
    if (!options?.content) return { kind: 'continue' }
    if (options.isExecutedOnClient === false) return runOnServer(options.content, options.name, context)
    if (context.channel !== 'web') return { kind: 'continue' }
    const script = context.script(options.content)
    const scriptToExecute = options.isUnsafe === undefined ? script : { ...script, isUnsafe: options.isUnsafe }
    return { kind: 'act', actions: [{ type: 'scriptToExecute', scriptToExecute }] }
  },
  exits: blockExits,
}

function logPrivateReasons(details: string | undefined, context: BlockContext): void {
  if (details === undefined) return
  const description = 'A request of the script failed'
  context.log('failed-code', {
    status: 'error',
    description,
    details,
    context: 'While running a script',
    isPrivate: true,
  })
}

function* runOnServer(content: string, name: string | undefined, context: BlockContext): Effectful<Outcome> {
  const outcome = yield* runScript(content, 'full', context)
  if (outcome.ok) assignByName(outcome.assigned, context)
  else {
    const description = `The script "${name ?? 'Script'}" failed: ${outcome.message}`
    context.log('failed-code', { status: 'error', description, context: 'While running a script' })
    logPrivateReasons(outcome.details, context)
  }
  return { kind: 'continue' }
}
