import { commentText } from './comment-text.js'
import type { EmailTexts } from './email-texts.js'

export const en: EmailTexts = {
  invitation: ({ inviter, to, name, link }) => ({
    subject: 'Your invitation',
    text: `${inviter} invites you to the ${to} ${name} on Colloquy. This link is for you only and works for 14 days:\n\n${link}\n`,
  }),
  newPassword: ({ link }) => ({
    subject: 'Your new password',
    text:
      'With this link you set a new password for Colloquy. It can be used once, within an hour, and signs you out ' +
      `everywhere else:\n\n${link}\n\nIf you did not ask for it, do nothing: your password stays as it is.\n`,
  }),
  confirmEmail: ({ link }) => ({
    subject: 'Confirm your email address',
    text:
      'With this link you confirm that you sign in to Colloquy with this email address. It can be used once, within an ' +
      `hour:\n\n${link}\n\nIf you did not ask for it, do nothing: nothing changes then.\n`,
  }),
  comment: ({ isMention, author, bot, text, link }) => ({
    subject: isMention ? `${author} mentioned you in a comment on ${bot}` : `${author} replied in comments on ${bot}`,
    text: commentText({
      intro: isMention
        ? `${author} mentioned you in a comment on the bot ${bot}:`
        : `${author} replied in a thread of comments on the bot ${bot} that you take part in:`,
      text,
      link,
      stop: 'To stop these emails, open your profile in Colloquy.',
    }),
  }),
  noteMention: ({ author, bot, text, link }) => ({
    subject: `${author} mentioned you in a note on ${bot}`,
    text: commentText({
      intro: `${author} mentioned you in a note on a conversation with the bot ${bot}:`,
      text,
      link,
      stop: 'To stop these emails, open your profile in Colloquy.',
    }),
  }),
  emailChanged: ({ email }) => ({
    subject: 'Your email address was changed',
    text:
      `You sign in to Colloquy with ${email} from now on, no longer with this address. ` +
      'If that was not you, ask an admin of your workspace for help.\n',
  }),
}
