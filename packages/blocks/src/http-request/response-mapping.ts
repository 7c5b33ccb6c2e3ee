import { type BlockContext, type Effectful, perform, type VariableUpdate } from '@colloquy/engine'
import { asFunctionBody } from '../common/run-script.js'
import { readPath } from './path.js'

/** The outcome of a request, as mappings see it. */
export interface ResponseData {
  statusCode?: unknown
  data?: unknown
}

/** Stores parts of a response in variables. If a part cannot be read, its variable stays unchanged, and a log is written. */
export function* mapResponse(
  mapping: readonly { variableId?: string; bodyPath?: string }[] | undefined,
  response: ResponseData,
  context: BlockContext,
): Effectful<void> {
  const updates: VariableUpdate[] = []
  const scope = { statusCode: response.statusCode, data: response.data }
  for (const { variableId, bodyPath } of mapping ?? []) {
    if (!variableId || !bodyPath) continue
    const part = yield* partOf(scope, context.expand(bodyPath))
    if ('error' in part) {
      context.log('unread-part', {
        status: 'error',
        description: `The part "${bodyPath}" of a response could not be read: ${part.error}`,
        context: context.variableName(variableId),
      })
    } else updates.push({ id: variableId, value: part.value })
  }
  if (updates.length > 0) context.assign(updates)
}

/** Plain paths are read here; anything more is an expression, and runs in the sandbox. */
function* partOf(scope: Required<ResponseData>, path: string): Effectful<{ value: unknown } | { error: string }> {
  const result = readPath(scope, path)
  if (result.kind === 'value') return { value: result.value }
  if (result.kind === 'failed') return { error: 'there is nothing at that place' }
  const outcome = yield* perform({ kind: 'script', code: asFunctionBody(path), args: { ...scope }, mode: 'value' })
  return outcome.ok ? { value: outcome.value } : { error: outcome.message }
}
