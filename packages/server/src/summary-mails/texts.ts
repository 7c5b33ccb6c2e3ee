import type { SummaryFrequency } from '@colloquy/storage'
import type { SummaryLocale } from '../summary-page/texts.js'

/** Texts of summary emails, and of the page that confirms and stops them. Names are passed in quotation marks. */
export interface MailTexts {
  subject: (name: string, period: string) => string
  summary: string
  stop: string
  /** Confirmation for a new address. */
  confirmSubject: string
  confirmText: (name: string, when: string, link: string) => string
  frequencies: Readonly<Record<SummaryFrequency, string>>
  page: {
    confirm: (name: string, when: string) => string
    confirmButton: string
    confirmed: string
    stop: (name: string) => string
    stopButton: string
    stopped: string
    gone: string
  }
}

const en: MailTexts = {
  subject: (name, period) => `Summary of ${name}: ${period}`,
  summary: 'The whole summary:',
  stop: 'Stop these emails:',
  confirmSubject: 'Confirm that you want this summary',
  confirmText: (name, when, link) =>
    `You are asked to receive the summary of the chatbot ${name} ${when}. Confirm with this link, which works for a week:\n\n${link}\n\n` +
    'If you do not want it, do nothing: you get no further email.\n',
  frequencies: { daily: 'every day', weekly: 'every Monday', monthly: 'on the first of each month' },
  page: {
    confirm: (name, when) => `Receive the summary of ${name} by email ${when}?`,
    confirmButton: 'Confirm',
    confirmed: 'Confirmed. Each email has a link that stops them.',
    stop: (name) => `Stop emails with the summary of ${name}?`,
    stopButton: 'Stop emails',
    stopped: 'Stopped. You get no further emails.',
    gone: 'This link was used or has expired',
  },
}

const de: MailTexts = {
  subject: (name, period) => `Zusammenfassung von ${name}: ${period}`,
  summary: 'Die ganze Zusammenfassung:',
  stop: 'Diese E-Mails abbestellen:',
  confirmSubject: 'Bestätigen Sie, dass Sie diese Zusammenfassung möchten',
  confirmText: (name, when, link) =>
    `Sie sollen ${when} die Zusammenfassung des Chatbots ${name} erhalten. Bestätigen Sie das mit diesem Link, der eine Woche gilt:\n\n${link}\n\n` +
    'Wenn Sie das nicht möchten, tun Sie nichts: Sie erhalten keine weitere E-Mail.\n',
  frequencies: { daily: 'täglich', weekly: 'jeden Montag', monthly: 'am Ersten jedes Monats' },
  page: {
    confirm: (name, when) => `Die Zusammenfassung von ${name} ${when} per E-Mail erhalten?`,
    confirmButton: 'Bestätigen',
    confirmed: 'Bestätigt. In jeder E-Mail steht ein Link zum Abbestellen.',
    stop: (name) => `E-Mails mit der Zusammenfassung von ${name} abbestellen?`,
    stopButton: 'E-Mails abbestellen',
    stopped: 'Abbestellt. Sie erhalten keine weiteren E-Mails.',
    gone: 'Dieser Link wurde schon benutzt oder ist abgelaufen',
  },
}

const es: MailTexts = {
  subject: (name, period) => `Resumen de ${name}: ${period}`,
  summary: 'El resumen completo:',
  stop: 'Dejar de recibir estos correos:',
  confirmSubject: 'Confirma que quieres este resumen',
  confirmText: (name, when, link) =>
    `Te proponen recibir ${when} el resumen del chatbot ${name}. Confírmalo con este enlace, que funciona durante una semana:\n\n${link}\n\n` +
    'Si no lo quieres, no hagas nada: no recibirás más correos.\n',
  frequencies: { daily: 'cada día', weekly: 'cada lunes', monthly: 'el primer día de cada mes' },
  page: {
    confirm: (name, when) => `¿Recibir ${when} el resumen de ${name} por correo?`,
    confirmButton: 'Confirmar',
    confirmed: 'Confirmado. Cada correo tiene un enlace para darse de baja.',
    stop: (name) => `¿Dejar de recibir correos con el resumen de ${name}?`,
    stopButton: 'Darse de baja',
    stopped: 'Hecho. No recibirás más correos.',
    gone: 'Este enlace ya se usó o ha caducado',
  },
}

const fr: MailTexts = {
  subject: (name, period) => `Résumé de ${name} : ${period}`,
  summary: 'Le résumé complet :',
  stop: 'Ne plus recevoir ces e-mails :',
  confirmSubject: 'Confirmez que vous voulez ce résumé',
  confirmText: (name, when, link) =>
    `On vous propose de recevoir ${when} le résumé du chatbot ${name}. Confirmez avec ce lien, valable une semaine :\n\n${link}\n\n` +
    'Si vous n’en voulez pas, ne faites rien : vous ne recevrez pas d’autre e-mail.\n',
  frequencies: { daily: 'chaque jour', weekly: 'chaque lundi', monthly: 'le premier de chaque mois' },
  page: {
    confirm: (name, when) => `Recevoir ${when} le résumé de ${name} par e-mail ?`,
    confirmButton: 'Confirmer',
    confirmed: 'Confirmé. Chaque e-mail contient un lien de désabonnement.',
    stop: (name) => `Ne plus recevoir le résumé de ${name} par e-mail ?`,
    stopButton: 'Se désabonner',
    stopped: 'C’est fait. Vous ne recevrez plus d’e-mails.',
    gone: 'Ce lien a déjà servi ou a expiré',
  },
}

const it: MailTexts = {
  subject: (name, period) => `Riepilogo di ${name}: ${period}`,
  summary: 'Il riepilogo completo:',
  stop: 'Non ricevere più queste e-mail:',
  confirmSubject: 'Conferma che vuoi questo riepilogo',
  confirmText: (name, when, link) =>
    `Ti viene proposto di ricevere ${when} il riepilogo del chatbot ${name}. Conferma con questo link, valido per una settimana:\n\n${link}\n\n` +
    'Se non lo vuoi, non fare nulla: non riceverai altre e-mail.\n',
  frequencies: { daily: 'ogni giorno', weekly: 'ogni lunedì', monthly: 'il primo di ogni mese' },
  page: {
    confirm: (name, when) => `Ricevere ${when} il riepilogo di ${name} per e-mail?`,
    confirmButton: 'Conferma',
    confirmed: 'Confermato. Ogni e-mail contiene un link per annullare l’iscrizione.',
    stop: (name) => `Non ricevere più e-mail con il riepilogo di ${name}?`,
    stopButton: 'Annulla l’iscrizione',
    stopped: 'Fatto. Non riceverai altre e-mail.',
    gone: 'Questo link è già stato usato o è scaduto',
  },
}

const pt: MailTexts = {
  subject: (name, period) => `Resumo de ${name}: ${period}`,
  summary: 'O resumo completo:',
  stop: 'Parar de receber estes e-mails:',
  confirmSubject: 'Confirme que deseja este resumo',
  confirmText: (name, when, link) =>
    `Você foi convidado a receber ${when} o resumo do chatbot ${name}. Confirme com este link, válido por uma semana:\n\n${link}\n\n` +
    'Se não quiser, não faça nada: você não receberá outros e-mails.\n',
  frequencies: { daily: 'todos os dias', weekly: 'toda segunda-feira', monthly: 'no primeiro dia de cada mês' },
  page: {
    confirm: (name, when) => `Receber ${when} o resumo de ${name} por e-mail?`,
    confirmButton: 'Confirmar',
    confirmed: 'Confirmado. Cada e-mail tem um link para cancelar.',
    stop: (name) => `Parar de receber e-mails com o resumo de ${name}?`,
    stopButton: 'Parar e-mails',
    stopped: 'Pronto. Você não receberá mais e-mails.',
    gone: 'Este link já foi usado ou expirou',
  },
}

export const mailTexts: Readonly<Record<SummaryLocale, MailTexts>> = { en, de, es, fr, it, 'pt-BR': pt }
