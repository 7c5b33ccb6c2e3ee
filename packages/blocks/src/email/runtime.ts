import type { BlockContext, Outcome } from '@colloquy/engine'
import type { BlockOf } from '@colloquy/flow'
import { composeEmail, type EmailDraft, type EmailSurroundings } from './compose-email.js'

/** Wants an e-mail sent. The driver finds the account (`default`: the instance's own) and counts what a turn may send. */
export interface MailEffect {
  kind: 'mail'
  credentialsId: string
  draft: EmailDraft
}

/** `reason` is for the author. */
export type MailEffectOutcome = { kind: 'mail'; failure?: { reason: string }; rejected?: string[] }

/** Sends an e-mail; whatever comes of it, the flow goes on. */
export function* enterEmail(
  block: BlockOf<'Email'>,
  context: BlockContext,
  surroundings: EmailSurroundings,
): Generator<MailEffect, Outcome, MailEffectOutcome> {
  const options = block.options ?? {}
  const goesOn: Outcome = { kind: 'continue' }
  if (context.mode === 'preview') {
    context.log({ status: 'info', description: 'The e-mail was not sent: a preview sends none' })
    return goesOn
  }
  const { draft, unusable } = composeEmail(options, context, surroundings)
  if (unusable.length > 0) {
    context.log({
      status: 'error',
      description: 'Some texts are no e-mail addresses and were left out',
      details: unusable.join('\n'),
    })
  }
  if (draft.to.length + draft.cc.length + draft.bcc.length === 0) return goesOn
  const { failure, rejected } = yield { kind: 'mail', credentialsId: options.credentialsId ?? 'default', draft }
  if (failure) {
    context.log({ status: 'error', description: 'The e-mail was not sent', details: failure.reason })
  } else if (rejected?.length) {
    const details = `The mail server did not take: ${rejected.join(', ')}`
    context.log({ status: 'error', description: 'The e-mail was not sent to everybody', details })
  } else {
    context.log({ status: 'success', description: 'The e-mail was sent' })
  }
  return goesOn
}
