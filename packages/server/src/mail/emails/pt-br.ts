import { commentText } from './comment-text.js'
import type { EmailTexts } from './email-texts.js'

export const ptBR: EmailTexts = {
  invitation: ({ inviter, to, name, link }) => ({
    subject: 'Seu convite',
    text:
      `${inviter} convida você para o ${to === 'bot' ? 'bot' : 'espaço de trabalho'} ${name} no Colloquy. Este link é só para você ` +
      `e vale por 14 dias:\n\n${link}\n`,
  }),
  newPassword: ({ link }) => ({
    subject: 'Sua nova senha',
    text:
      'Com este link você define uma nova senha para o Colloquy. Ele pode ser usado uma única vez, em até uma hora, e encerra ' +
      `suas outras sessões:\n\n${link}\n\nSe você não pediu, não faça nada: sua senha continua a mesma.\n`,
  }),
  confirmEmail: ({ link }) => ({
    subject: 'Confirme seu endereço de e-mail',
    text:
      'Com este link você confirma que entra no Colloquy com este endereço de e-mail. Ele pode ser usado uma única vez, em até ' +
      `uma hora:\n\n${link}\n\nSe você não pediu, não faça nada: nada vai mudar.\n`,
  }),
  comment: ({ isMention, author, bot, text, link }) => ({
    subject: isMention
      ? `${author} mencionou você em um comentário sobre ${bot}`
      : `${author} respondeu nos comentários sobre ${bot}`,
    text: commentText({
      intro: isMention
        ? `${author} mencionou você em um comentário sobre o bot ${bot}:`
        : `${author} respondeu em uma conversa de comentários sobre o bot ${bot} da qual você participa:`,
      text,
      link,
      stop: 'Para não receber mais esses e-mails, abra seu perfil no Colloquy.',
    }),
  }),
  noteMention: ({ author, bot, text, link }) => ({
    subject: `${author} mencionou você em uma nota sobre ${bot}`,
    text: commentText({
      intro: `${author} mencionou você em uma nota sobre uma conversa com o bot ${bot}:`,
      text,
      link,
      stop: 'Para não receber mais esses e-mails, abra seu perfil no Colloquy.',
    }),
  }),
  emailChanged: ({ email }) => ({
    subject: 'Seu endereço de e-mail foi alterado',
    text:
      `De agora em diante você entra no Colloquy com ${email}, e não mais com este endereço. ` +
      'Se não foi você, peça ajuda a um administrador do seu espaço de trabalho.\n',
  }),
}
