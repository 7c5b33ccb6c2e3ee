import { commentText } from './comment-text.js'
import type { EmailTexts } from './email-texts.js'

export const de: EmailTexts = {
  invitation: ({ inviter, to, name, link }) => ({
    subject: 'Ihre Einladung',
    text:
      `${inviter} lädt Sie ${to === 'bot' ? 'zum Bot' : 'in den Arbeitsbereich'} ${name} auf Colloquy ein. Dieser Link ist nur für Sie ` +
      `und gilt 14 Tage:\n\n${link}\n`,
  }),
  newPassword: ({ link }) => ({
    subject: 'Ihr neues Passwort',
    text:
      'Mit diesem Link legen Sie ein neues Passwort für Colloquy fest. Er gilt einmal und eine Stunde lang und meldet Sie ' +
      `überall sonst ab:\n\n${link}\n\nWenn Sie ihn nicht angefordert haben, tun Sie nichts: Ihr Passwort bleibt, wie es ist.\n`,
  }),
  confirmEmail: ({ link }) => ({
    subject: 'Bestätigen Sie Ihre E-Mail-Adresse',
    text:
      'Mit diesem Link bestätigen Sie, dass Sie sich mit dieser E-Mail-Adresse bei Colloquy anmelden. Er gilt einmal und eine ' +
      `Stunde lang:\n\n${link}\n\nWenn Sie ihn nicht angefordert haben, tun Sie nichts: Dann ändert sich nichts.\n`,
  }),
  comment: ({ isMention, author, bot, text, link }) => ({
    subject: isMention
      ? `${author} hat Sie in einem Kommentar zu ${bot} erwähnt`
      : `${author} hat in Kommentaren zu ${bot} geantwortet`,
    text: commentText({
      intro: isMention
        ? `${author} hat Sie in einem Kommentar zum Bot ${bot} erwähnt:`
        : `${author} hat in Kommentaren zum Bot ${bot} geantwortet, an denen Sie beteiligt sind:`,
      text,
      link,
      stop: 'Diese E-Mails schalten Sie in Ihrem Profil in Colloquy ab.',
    }),
  }),
  noteMention: ({ author, bot, text, link }) => ({
    subject: `${author} hat Sie in einer Notiz zu ${bot} erwähnt`,
    text: commentText({
      intro: `${author} hat Sie in einer Notiz zu einem Gespräch mit dem Bot ${bot} erwähnt:`,
      text,
      link,
      stop: 'Diese E-Mails schalten Sie in Ihrem Profil in Colloquy ab.',
    }),
  }),
  emailChanged: ({ email }) => ({
    subject: 'Ihre E-Mail-Adresse wurde geändert',
    text:
      `Ab jetzt melden Sie sich mit ${email} bei Colloquy an, nicht mehr mit dieser Adresse. ` +
      'Wenn Sie das nicht waren, bitten Sie einen Admin Ihres Arbeitsbereichs um Hilfe.\n',
  }),
}
