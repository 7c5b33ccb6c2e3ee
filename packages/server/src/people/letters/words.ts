/** An email of the service: a subject line and plain text. */
export interface Words {
  subject: string
  text: string
}

/** Texts of the emails that the service sends. Names are passed in quotation marks; a link has its own line. */
export interface Letters {
  invitation(values: { inviter: string; to: 'workspace' | 'bot'; name: string; link: string }): Words
  newPassword(values: { link: string }): Words
  confirmEmail(values: { link: string }): Words
  emailChanged(values: { email: string }): Words
}
