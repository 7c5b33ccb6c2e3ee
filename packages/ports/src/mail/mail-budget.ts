import { createHash } from 'node:crypto'
import type { Mail } from './mail.js'

/** Emails that one turn may send: a flow that loops must not flood anybody. */
export interface MailBudget {
  /** Counts an email that is about to be sent; returns the reason if it must not be sent. */
  take(mail: Mail): string | undefined
}

export function newMailBudget(max = 5): MailBudget {
  let taken = 0
  let last: string | undefined
  return {
    take(mail) {
      const { attachments, ...rest } = mail
      const names = attachments?.map(({ filename }) => filename)
      const digest = createHash('sha256')
        .update(JSON.stringify([rest, names]))
        .digest('hex')
      if (digest === last) return 'The same email was sent just before, so that it was left out'
      if (taken >= max) return `${max} emails were sent in this turn already, and no more are allowed`
      taken += 1
      last = digest
      return undefined
    },
  }
}
