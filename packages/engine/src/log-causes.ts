import type { Log, LogCause } from '@colloquy/chat'

/** The lint rules that report a cause before a run, or why only a run shows it. */
type LogSource = { readonly lint: readonly [string, ...string[]] } | { readonly onlyWhileRunning: string }

/** Every cause of a log that a run writes: the compiler asks each log for one. What an author can see in the flow has a lint rule. */
export const logCauses = {
  'missing-option': { lint: ['empty-option', 'incomplete-entry'] },
  'missing-credentials': { lint: ['missing-credentials'] },
  'unknown-block': { lint: ['unknown-block'] },
  'block-without-effect': { lint: ['block-without-runtime', 'unknown-block'] },
  'turn-limit': { lint: ['endless-loop', 'unchanging-loop', 'model-in-loop'] },
  'missing-target': { lint: ['missing-jump-target'] },
  'missing-bot': { lint: ['missing-linked-bot', 'unpublished-linked-bot', 'missing-jump-target', 'empty-option'] },
  'refused-address': { lint: ['refused-redirect'] },
  'refused-request': { lint: ['invalid-request'] },
  'invalid-address': { lint: ['unreadable-text'] },
  'invalid-time-zone': { lint: ['unreadable-text'] },
  'invalid-date-format': { lint: ['unreadable-text'] },
  'invalid-number': { lint: ['unreadable-text'] },
  'invalid-payment': { lint: ['missing-credentials', 'invalid-amount', 'unreadable-text'] },
  'wrong-attribute': { lint: ['wrong-attribute-type'] },
  'unread-part': { lint: ['invalid-mapping-path'] },
  'failed-code': { onlyWhileRunning: 'code is run, not read: what it does depends on values and services' },
  'failed-block': { onlyWhileRunning: 'a block fails for a reason that nobody foresaw' },
  'full-session': { onlyWhileRunning: 'how much a visitor and services say is not known before' },
  'service-answer': { onlyWhileRunning: 'what a service answers, and whether it can be reached, is not known before' },
  preview: { onlyWhileRunning: 'it reports a difference of the preview, not a fault' },
  report: { onlyWhileRunning: 'it reports an action, not a fault' },
  'unexpected-message': { onlyWhileRunning: 'a client sent what it should not have' },
} as const satisfies Record<LogCause, LogSource>

/** Writes a log; its cause is part of it in previews only. */
export type WriteLog = (cause: LogCause, log: Log) => void
