/** The providers of messaging apps. */
export type { MessagingAccount, OwnedAccount } from './messaging-port.js'
