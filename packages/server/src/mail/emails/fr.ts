import { commentText } from './comment-text.js'
import type { EmailTexts } from './email-texts.js'

export const fr: EmailTexts = {
  invitation: ({ inviter, to, name, link }) => ({
    subject: 'Votre invitation',
    text:
      `${inviter} vous invite ${to === 'bot' ? 'sur le bot' : 'dans l’espace de travail'} ${name} sur Colloquy. Ce lien n’est que pour ` +
      `vous et reste valable 14 jours :\n\n${link}\n`,
  }),
  newPassword: ({ link }) => ({
    subject: 'Votre nouveau mot de passe',
    text:
      'Avec ce lien, vous définissez un nouveau mot de passe pour Colloquy. Il ne sert qu’une fois, pendant une heure, et vous ' +
      `déconnecte partout ailleurs :\n\n${link}\n\nSi vous ne l’avez pas demandé, ne faites rien : votre mot de passe reste le même.\n`,
  }),
  confirmEmail: ({ link }) => ({
    subject: 'Confirmez votre adresse e-mail',
    text:
      'Avec ce lien, vous confirmez que vous vous connectez à Colloquy avec cette adresse e-mail. Il ne sert qu’une fois, pendant ' +
      `une heure :\n\n${link}\n\nSi vous ne l’avez pas demandé, ne faites rien : rien ne changera.\n`,
  }),
  comment: ({ isMention, author, bot, text, link }) => ({
    subject: isMention
      ? `${author} vous a mentionné dans un commentaire sur ${bot}`
      : `${author} a répondu dans les commentaires sur ${bot}`,
    text: commentText({
      intro: isMention
        ? `${author} vous a mentionné dans un commentaire sur le bot ${bot} :`
        : `${author} a répondu dans un fil de commentaires sur le bot ${bot} auquel vous participez :`,
      text,
      link,
      stop: 'Pour ne plus recevoir ces e-mails, ouvrez votre profil dans Colloquy.',
    }),
  }),
  noteMention: ({ author, bot, text, link }) => ({
    subject: `${author} vous a mentionné dans une note sur ${bot}`,
    text: commentText({
      intro: `${author} vous a mentionné dans une note sur une conversation avec le bot ${bot} :`,
      text,
      link,
      stop: 'Pour ne plus recevoir ces e-mails, ouvrez votre profil dans Colloquy.',
    }),
  }),
  emailChanged: ({ email }) => ({
    subject: 'Votre adresse e-mail a été modifiée',
    text:
      `Vous vous connectez désormais à Colloquy avec ${email}, et non plus avec cette adresse. ` +
      'Si ce n’était pas vous, demandez de l’aide à un administrateur de votre espace de travail.\n',
  }),
}
