import type { contextOf, Problem, References } from '@colloquy/flow'
import type { BotDocument } from '@colloquy/flow/operations'

export type LintedDraft = Pick<BotDocument, 'events' | 'groups' | 'edges' | 'variables'>
/** Which of the references of a draft there are. */
export type FoundReferences = Parameters<typeof contextOf>[0]

/** Requests to the worker that checks a draft for problems, and its responses. */
export interface LintOrders {
  /** Bots, credentials and other records outside the draft that it refers to. */
  references: { asks: { draft: LintedDraft }; answers: References }
  /** Problems, errors first. References that nobody looked for are not checked. */
  lint: { asks: { draft: LintedDraft; found: FoundReferences | undefined }; answers: readonly Problem[] }
}
