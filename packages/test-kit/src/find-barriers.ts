import axeCore, { type ContextSpec, type PartialResult, type RunOptions } from 'axe-core'
import type { Frame, Page } from 'playwright-core'

interface Scope {
  /** All rules by default. */
  rules?: string[]
  /** Selector of the parts to examine; the whole page by default. */
  inside?: string
}

/**
 * Findings of axe on a page at rest and in its frames, one line each. It runs where the page is: the package for Playwright moves its
 * complete results to another page, which takes ten times as long.
 */
export async function findBarriers(page: Page, { rules, inside }: Scope = {}): Promise<string[]> {
  // No rule that runs reads the style sheets.
  const preload = { assets: ['media'] }
  const options: RunOptions = { resultTypes: ['violations'], preload, ...(rules && { runOnly: rules }) }
  const context = inside === undefined ? { exclude: [] } : { include: [inside] }
  const { own, inner } = await examine(page.mainFrame(), context, options)
  try {
    return await page.evaluate(
      async ([own, inner, options]) => {
        const partials = [own, ...inner.map((result) => JSON.parse(result))] as PartialResult[]
        const { violations } = await globalThis.axe.finishRun(partials, options)
        return violations.flatMap(({ id, nodes }) =>
          nodes.map((node) => `${id}: ${node.target.join(' ')}: ${node.failureSummary}`),
        )
      },
      [own, inner, options] as const,
    )
  } finally {
    await own.dispose()
  }
}

/** Results of a frame, which stay there, and of the frames within it as JSON, in the order of their elements. */
async function examine(frame: Frame, context: ContextSpec, options: RunOptions) {
  if (!(await frame.evaluate('typeof axe === "object"'))) await frame.evaluate(axeCore.source)
  const how: Plain[] = [context, options]
  const frames = await frame.evaluate(([context]) => globalThis.axe.utils.getFrameContexts(context as ContextSpec), how)
  const own = await frame.evaluateHandle(
    ([context, options]): Promise<Plain> => globalThis.axe.runPartial(context as ContextSpec, options as RunOptions),
    how,
  )
  const inner: string[] = []
  for (const { frameSelector, frameContext } of frames) {
    const element = await frame.evaluateHandle((one) => globalThis.axe.utils.shadowSelect(one), frameSelector)
    inner.push(...(await examineWithin(await element.asElement()?.contentFrame(), frameContext, options)))
  }
  return { own, inner }
}

/** A frame that goes away meanwhile has no results, for which axe has a null. */
async function examineWithin(frame: Frame | null | undefined, context: ContextSpec, options: RunOptions) {
  if (!frame) return ['null']
  try {
    const { own, inner } = await examine(frame, context, options)
    return [await own.evaluate((result) => JSON.stringify(result)), ...inner]
  } catch {
    return ['null']
  }
}

/** Stands for types that are, those of Playwright and axe together, too deep for the compiler. */
type Plain = unknown

declare global {
  var axe: typeof import('axe-core')
}
