import { commentText } from './comment-text.js'
import type { EmailTexts } from './email-texts.js'

export const it: EmailTexts = {
  invitation: ({ inviter, to, name, link }) => ({
    subject: 'Il tuo invito',
    text:
      `${inviter} ti invita ${to === 'bot' ? 'al bot' : 'nello spazio di lavoro'} ${name} su Colloquy. Questo link è solo per te ` +
      `e vale 14 giorni:\n\n${link}\n`,
  }),
  newPassword: ({ link }) => ({
    subject: 'La tua nuova password',
    text:
      'Con questo link imposti una nuova password per Colloquy. Si può usare una sola volta, entro un’ora, e ti disconnette da ' +
      `tutti gli altri dispositivi:\n\n${link}\n\nSe non l’hai chiesto tu, non fare nulla: la tua password resta com’è.\n`,
  }),
  confirmEmail: ({ link }) => ({
    subject: 'Conferma il tuo indirizzo e-mail',
    text:
      'Con questo link confermi che accedi a Colloquy con questo indirizzo e-mail. Si può usare una sola volta, entro ' +
      `un’ora:\n\n${link}\n\nSe non l’hai chiesto tu, non fare nulla: non cambierà niente.\n`,
  }),
  comment: ({ isMention, author, bot, text, link }) => ({
    subject: isMention
      ? `${author} ti ha menzionato in un commento su ${bot}`
      : `${author} ha risposto nei commenti su ${bot}`,
    text: commentText({
      intro: isMention
        ? `${author} ti ha menzionato in un commento sul bot ${bot}:`
        : `${author} ha risposto in una conversazione di commenti sul bot ${bot} a cui partecipi:`,
      text,
      link,
      stop: 'Per non ricevere più queste e-mail, apri il tuo profilo in Colloquy.',
    }),
  }),
  noteMention: ({ author, bot, text, link }) => ({
    subject: `${author} ti ha menzionato in una nota su ${bot}`,
    text: commentText({
      intro: `${author} ti ha menzionato in una nota su una conversazione con il bot ${bot}:`,
      text,
      link,
      stop: 'Per non ricevere più queste e-mail, apri il tuo profilo in Colloquy.',
    }),
  }),
  emailChanged: ({ email }) => ({
    subject: 'Il tuo indirizzo e-mail è cambiato',
    text:
      `Da ora accedi a Colloquy con ${email} e non più con questo indirizzo. ` +
      'Se non sei stato tu, chiedi aiuto a un amministratore del tuo spazio di lavoro.\n',
  }),
}
