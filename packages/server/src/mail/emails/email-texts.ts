/** An email of the service: a subject line and plain text. */
export interface EmailText {
  subject: string
  text: string
}

/** Texts of the emails that the service sends. Names are passed in quotation marks; a link has its own line. */
export interface EmailTexts {
  invitation(values: { inviter: string; to: 'workspace' | 'bot'; name: string; link: string }): EmailText
  newPassword(values: { link: string }): EmailText
  confirmEmail(values: { link: string }): EmailText
  /** A mention, or a reply in a thread. The text is quoted; the link is undefined if the service mails none. */
  comment(values: {
    isMention: boolean
    author: string
    bot: string
    text: string
    link: string | undefined
  }): EmailText
  /** Somebody is mentioned in a private note of a conversation. */
  noteMention(values: { author: string; bot: string; text: string; link: string | undefined }): EmailText
  emailChanged(values: { email: string }): EmailText
}
