/** Emails over SMTP, and what is checked before one is sent. */
export { attachmentName, checkMail } from './check-mail.js'
export type { Mail, MailAccount } from './mail.js'
export { mailAccountOf } from './mail-account.js'
export { type MailBudget, newMailBudget } from './mail-budget.js'
export { type MailPort, openMailPort } from './mail-port.js'
export { MailQuota } from './mail-quota.js'
export { messageOf } from './message-of.js'
