import type { BlockContext, EmailDraft } from '@colloquy/engine'
import { type BlockOf, escapeHtml, fillHtml, withHtmlBreaks } from '@colloquy/flow'
import { recordedValues } from '../common/submitted-answers.js'
import { isEmail } from '../email-input/is-email.js'
import { attachmentUrls } from './attachment-urls.js'
import { notification } from './notification.js'
import { readMailbox, recipients, valuesOf } from './recipients.js'

/** The email of a block, and the invalid addresses that were skipped. */
export function composeEmail(
  options: NonNullable<BlockOf<'Email'>['options']>,
  context: BlockContext,
): { draft: EmailDraft; unusable: string[] } {
  const [to, cc, bcc] = [options.recipients, options.cc, options.bcc].map((list) => recipients(list, context))
  const replyTo = readMailbox(context.expand(options.replyTo))
  const body = bodyOf(options, context)
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

/** The author's own body if there is one, as HTML only if it is marked as HTML; else the generated list of answers. */
function bodyOf(
  { body, isCustomBody, isBodyCode }: NonNullable<BlockOf<'Email'>['options']>,
  context: BlockContext,
): { parts: Pick<EmailDraft, 'text' | 'html'>; isGenerated: boolean } {
  if (isCustomBody ?? Boolean(body)) {
    const parts = isBodyCode ? { html: htmlOf(body, context) } : { text: valuesOf(body, context).join('\n') }
    return { parts, isGenerated: false }
  }
  const { now, resultsUrl } = context
  const botName = context.compiledFlow.settings.metadata?.title
  return {
    parts: notification({ values: recordedValues(context, ', '), now, botName, resultsUrl }),
    isGenerated: true,
  }
}

/** The author's HTML with values inserted as text: visitors' input is never markup. */
function htmlOf(body: string | undefined, context: BlockContext): string {
  if (context.singleVariable(body)) return withHtmlBreaks(escapeHtml(valuesOf(body, context).join('\n')))
  return fillHtml(context.pieces(body))
}
