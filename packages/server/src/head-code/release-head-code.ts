import type { CompiledFlow } from '@colloquy/engine'
import type { HeadCodes } from './head-codes.js'

const key = 'headCode'

/**
 * Parses the head code of a release before anything reads it. Code that cannot be parsed, which earlier versions of the service accepted,
 * is skipped and reported.
 */
export async function prepareHeadCode(
  compiledFlow: CompiledFlow,
  headCodes: HeadCodes,
  report: (message: string) => void,
): Promise<void> {
  const authored = compiledFlow.settings.metadata?.customHeadCode
  if (!authored) return
  const parsed = await headCodes.parse(authored)
  if ('elements' in parsed) compiledFlow.memo.set(key, parsed.elements)
  else report(`The custom head code of release ${compiledFlow.id} was left out: ${parsed.problem}`)
}

/** Returns the elements for the head of a page; '' without any. */
export function headCodeOf(compiledFlow: CompiledFlow): string {
  return (compiledFlow.memo.get(key) as string | undefined) ?? ''
}
