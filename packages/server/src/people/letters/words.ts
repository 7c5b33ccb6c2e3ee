/** An email of the service: one line, and plain text. */
export interface Words {
  subject: string
  text: string
}

/** What the service writes to people. Names come in quotation marks already; a link stands in a line of its own. */
export interface Letters {
  invitation(values: { inviter: string; to: 'workspace' | 'bot'; name: string; link: string }): Words
  newPassword(values: { link: string }): Words
  confirmEmail(values: { link: string }): Words
  emailChanged(values: { email: string }): Words
}
