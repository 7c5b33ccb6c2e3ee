import { commentText } from './comment-text.js'
import type { EmailTexts } from './email-texts.js'

export const es: EmailTexts = {
  invitation: ({ inviter, to, name, link }) => ({
    subject: 'Tu invitación',
    text:
      `${inviter} te invita ${to === 'bot' ? 'al bot' : 'al espacio de trabajo'} ${name} en Colloquy. Este enlace es solo para ti ` +
      `y funciona durante 14 días:\n\n${link}\n`,
  }),
  newPassword: ({ link }) => ({
    subject: 'Tu nueva contraseña',
    text:
      'Con este enlace estableces una nueva contraseña para Colloquy. Se puede usar una sola vez, durante una hora, y cierra tus ' +
      `demás sesiones:\n\n${link}\n\nSi no lo has pedido, no hagas nada: tu contraseña sigue igual.\n`,
  }),
  confirmEmail: ({ link }) => ({
    subject: 'Confirma tu correo electrónico',
    text:
      'Con este enlace confirmas que inicias sesión en Colloquy con este correo electrónico. Se puede usar una sola vez, durante ' +
      `una hora:\n\n${link}\n\nSi no lo has pedido, no hagas nada: no cambiará nada.\n`,
  }),
  comment: ({ isMention, author, bot, text, link }) => ({
    subject: isMention
      ? `${author} te ha mencionado en un comentario sobre ${bot}`
      : `${author} ha respondido en los comentarios sobre ${bot}`,
    text: commentText({
      intro: isMention
        ? `${author} te ha mencionado en un comentario sobre el bot ${bot}:`
        : `${author} ha respondido en una conversación de comentarios sobre el bot ${bot} en la que participas:`,
      text,
      link,
      stop: 'Para dejar de recibir estos correos, abre tu perfil en Colloquy.',
    }),
  }),
  noteMention: ({ author, bot, text, link }) => ({
    subject: `${author} te ha mencionado en una nota sobre ${bot}`,
    text: commentText({
      intro: `${author} te ha mencionado en una nota de una conversación con el bot ${bot}:`,
      text,
      link,
      stop: 'Para dejar de recibir estos correos, abre tu perfil en Colloquy.',
    }),
  }),
  emailChanged: ({ email }) => ({
    subject: 'Tu correo electrónico ha cambiado',
    text:
      `A partir de ahora inicias sesión en Colloquy con ${email} y ya no con este correo. ` +
      'Si no has sido tú, pide ayuda a un administrador de tu espacio de trabajo.\n',
  }),
}
