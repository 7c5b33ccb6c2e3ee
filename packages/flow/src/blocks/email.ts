import { flag, readFrom, reference, text, texts } from '../integrations/fields.js'
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
    isCustomBody: flag({ label: 'Own text', default: false }),
    isBodyCode: flag({ label: 'The text is HTML', default: false }),
    recipients: texts({ label: 'To, one a line' }),
    cc: texts({ label: 'Copies to' }),
    bcc: texts({ label: 'Hidden copies to' }),
    subject: text({ label: 'Subject' }),
    body: text({ label: 'Body', isLong: true }),
    replyTo: text({ label: 'Answers go to' }),
    attachmentsVariableId: readFrom({ label: 'Attach the files of' }),
  },
  needs: { 'options.recipients': 'Name a recipient' },
  summary: ({ options }) => [options?.subject, ...(options?.recipients ?? [])].filter(Boolean).join(' → '),
})
