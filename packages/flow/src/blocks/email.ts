import { flag, readFrom, reference, text, texts } from '../fields/fields.js'
import { guaranteed } from '../integrations/guaranteed.js'
import { defineBlock } from './define.js'

export const email = defineBlock({
  type: 'Email',
  section: 'integration',
  label: 'Send email',
  icon: 'mail',
  description: 'Send an email',
  keywords: 'mail, smtp, notification, gmail',
  credentials: {
    type: 'smtp',
    isOptional: true,
    default: { value: 'default', label: 'The mail server of this instance' },
  },
  options: {
    credentialsId: reference('credentials', { label: 'Account', default: 'default', shows: 'nothing' }),
    isCustomBody: flag({ label: 'Custom body', default: false }),
    isBodyCode: flag({ label: 'Body is HTML', default: false, shownWhen: { option: 'isCustomBody', is: [true] } }),
    recipients: texts({ label: 'To (one per line)', reads: 'email addresses' }),
    cc: texts({ label: 'Cc', isAdvanced: true, reads: 'email addresses' }),
    bcc: texts({ label: 'Bcc', isAdvanced: true, reads: 'email addresses' }),
    subject: text({ label: 'Subject' }),
    body: text({ label: 'Body', isLong: true, position: 'html', shownWhen: { option: 'isCustomBody', is: [true] } }),
    replyTo: text({ label: 'Reply to', isAdvanced: true, reads: 'email addresses' }),
    isGuaranteed: guaranteed,
    attachmentsVariableId: readFrom({ label: 'Attach files from', isAdvanced: true }),
  },
  needs: { 'options.recipients': 'Name a recipient' },
  summary: ({ options }) => [options?.subject, ...(options?.recipients ?? [])].filter(Boolean).join(' → '),
})
