import type { BlockContext } from '@colloquy/engine'
import type { BlockOf } from '@colloquy/flow'
import { isEmail } from '../email-input/is-email.js'
import { attachmentUrls } from './attachment-urls.js'
import { notification, withBreaks } from './notification.js'
import { readMailbox, recipients, valuesOf } from './recipients.js'
import { recordedValues } from './recorded-values.js'

/** An e-mail as its block wants it. The sender's address comes from the account that sends it. */
export interface EmailDraft {
  /** Stands before the sender's address in place of the account's own name. */
  fromName?: string
  to: string[]
  cc: string[]
  bcc: string[]
  replyTo?: string
  subject: string
  text?: string
  html?: string
  /** Files of this chat, by their addresses. Whoever sends it must refuse all others. */
  attachmentUrls: string[]
}

/** What a generated e-mail tells that the block itself does not know. */
export interface EmailSurroundings {
  /** Answers of this chat, oldest first. */
  answers: readonly { key: string; value: string }[]
  botName?: string
  /** Where the results of the bot are read. */
  resultsUrl?: string
}

/** The e-mail of a block, and the texts in it that were no mail address and were left out. */
export function composeEmail(
  options: NonNullable<BlockOf<'Email'>['options']>,
  context: BlockContext,
  surroundings: EmailSurroundings,
): { draft: EmailDraft; unusable: string[] } {
  const [to, cc, bcc] = [options.recipients, options.cc, options.bcc].map((list) => recipients(list, context))
  const replyTo = readMailbox(context.expand(options.replyTo))
  const body = bodyOf(options, context, surroundings)
  const subject = valuesOf(options.subject, context).join(', ')
  const isReplyToUsable = isEmail(replyTo.address)
  return {
    draft: {
      ...(replyTo.name !== undefined && { fromName: replyTo.name }),
      to: to!.addresses,
      cc: cc!.addresses,
      bcc: bcc!.addresses,
      ...(isReplyToUsable && { replyTo: replyTo.address }),
      subject: subject || (body.isGenerated ? 'New answers' : ''),
      ...body.parts,
      attachmentUrls: attachmentUrls(context.value(options.attachmentsVariableId)),
    },
    unusable: [
      ...[to, cc, bcc].flatMap((list) => list!.unusable),
      ...(replyTo.address !== '' && !isReplyToUsable ? [replyTo.address] : []),
    ],
  }
}

/** The author's own body when there is one, as HTML only where they say that it is HTML; else the generated list of answers. */
function bodyOf(
  { body, isCustomBody, isBodyCode }: NonNullable<BlockOf<'Email'>['options']>,
  context: BlockContext,
  { answers, ...surroundings }: EmailSurroundings,
): { parts: Pick<EmailDraft, 'text' | 'html'>; isGenerated: boolean } {
  if (isCustomBody ?? Boolean(body)) {
    const values = valuesOf(body, context)
    const isOneVariable = context.singleVariable(body) !== undefined
    if (!isBodyCode) return { parts: { text: values.join('\n') }, isGenerated: false }
    const html = isOneVariable ? withBreaks(values.join('\n')) : values.join('')
    return { parts: { html }, isGenerated: false }
  }
  const values = recordedValues(answers, context)
  return { parts: notification({ ...surroundings, values, now: context.now }), isGenerated: true }
}
