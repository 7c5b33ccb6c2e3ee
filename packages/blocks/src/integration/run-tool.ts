import type { BlockContext, Effectful } from '@colloquy/engine'
import type { CodeOutcome } from '@colloquy/flow/integrations'
import { assignByName, runScript } from '../common/run-script.js'

/** Runs the code of a tool with the model's values for its parameters. Values of variables never become code. */
export function* runTool(
  code: string,
  values: Readonly<Record<string, unknown>>,
  context: BlockContext,
): Effectful<CodeOutcome> {
  const outcome = yield* runScript(code, 'full', context, { ...values })
  if (!outcome.ok) return { ok: false, problem: outcome.message }
  assignByName(outcome.assigned, context)
  return { ok: true, text: textOf(outcome.value) }
}

const textOf = (value: unknown): string => {
  if (value === undefined || value === null) return ''
  return typeof value === 'string' ? value : JSON.stringify(value)
}
