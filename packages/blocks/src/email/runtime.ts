import { type BlockRuntime, perform } from '@colloquy/engine'
import { blockExits } from '../common/block-exits.js'
import { composeEmail } from './compose-email.js'

/** Sends an email; the flow continues whether it succeeds or not. */
export const emailRuntime: BlockRuntime<'Email'> = {
  type: 'Email',
  kind: 'integration',
  *enter(block, context) {
    const options = block.options ?? {}
    if (context.mode === 'preview') {
      context.log('preview', {
        status: 'info',
        description: 'The email was not sent: a preview sends none',
        isPrivate: true,
      })
      return { kind: 'continue' }
    }
    const { draft, unusable } = composeEmail(options, context)
    if (unusable.length > 0) {
      const description = 'Skipped invalid email addresses'
      context.log('invalid-address', { status: 'error', description, details: unusable.join('\n'), isPrivate: true })
    }
    if (draft.to.length + draft.cc.length + draft.bcc.length === 0) return { kind: 'continue' }
    const credentialsId = options.credentialsId ?? 'default'
    const guarantee = options.isGuaranteed && { guarantee: { blockId: block.id, blockType: block.type } }
    const { failure, isQueued, rejected } = yield* perform({ kind: 'mail', credentialsId, draft, ...guarantee })
    if (failure) {
      const description = 'The email was not sent'
      context.log('service-answer', { status: 'error', description, details: failure.reason, isPrivate: true })
    } else if (isQueued) {
      context.log('report', { status: 'info', description: 'The email is queued for delivery', isPrivate: true })
    } else if (rejected?.length) {
      const details = `The mail server did not take: ${rejected.join(', ')}`
      context.log('service-answer', {
        status: 'error',
        description: 'The email was not sent to everybody',
        details,
        isPrivate: true,
      })
    } else {
      context.log('report', { status: 'success', description: 'The email was sent', isPrivate: true })
    }
    return { kind: 'continue' }
  },
  exits: blockExits,
}
