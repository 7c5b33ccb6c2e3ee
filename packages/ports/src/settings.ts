/** What settings of ports may be; it opens nothing. */
export { readEgressAllow } from './egress/allow-list.js'
export { mailFromSchema, smtpUrlSchema } from './mail/mail-settings.js'
