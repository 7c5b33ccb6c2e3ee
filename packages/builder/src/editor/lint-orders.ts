import type { contextOf, Problem, References } from '@colloquy/flow'
import type { BotDocument } from '@colloquy/flow/operations'

export type LintedDraft = Pick<BotDocument, 'events' | 'groups' | 'edges' | 'variables'>
/** Which of the references of a draft there are. */
export type FoundReferences = Parameters<typeof contextOf>[0]

/** What the worker that looks for problems is asked, and answers. */
export interface LintOrders {
  /** What the draft names outside of itself. */
  references: { asks: { draft: LintedDraft }; answers: References }
  /** Problems, errors first. References that nobody looked for are not checked. */
  lint: { asks: { draft: LintedDraft; found: FoundReferences | undefined }; answers: readonly Problem[] }
}
