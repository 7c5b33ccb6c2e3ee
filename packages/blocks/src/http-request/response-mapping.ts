import type { BlockContext, VariableUpdate } from '@colloquy/engine'
import { readPath } from './path.js'

/** Puts parts of a response into variables. A part that cannot be read leaves its variable as it is. */
export function mapResponse(
  mapping: readonly { variableId?: string; bodyPath?: string }[] | undefined,
  response: { statusCode?: unknown; data?: unknown },
  context: BlockContext,
): void {
  const updates: VariableUpdate[] = []
  const scope = { statusCode: response.statusCode, data: response.data }
  for (const { variableId, bodyPath } of mapping ?? []) {
    if (!variableId || !bodyPath) continue
    const result = readPath(scope, context.expand(bodyPath))
    if (result.kind === 'value') updates.push({ id: variableId, value: result.value })
    if (result.kind === 'unsupported') {
      context.log({
        status: 'error',
        description: 'Scripts are not available yet: only plain paths can be mapped',
        details: bodyPath,
      })
    }
  }
  if (updates.length > 0) context.assign(updates)
}
