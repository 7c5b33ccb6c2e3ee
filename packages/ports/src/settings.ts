/** Validates the settings of ports; opens nothing. */
export { readEgressAllow } from './egress/allow-list.js'
export { mailFromSchema, smtpUrlSchema } from './mail/mail-settings.js'
