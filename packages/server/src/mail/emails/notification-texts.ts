import { availableIn } from './emails.js'

/** Texts of notifications of results, and of the page that stops them. Names are passed in quotation marks. */
export interface NotificationTexts {
  results: (bot: string, count: number, number: string) => string
  errors: (bot: string, count: number, number: string) => string
  /** How often an error happened. */
  times: (number: string) => string
  /** Of results or errors that are not listed. */
  more: (number: string) => string
  openResult: string
  openResults: string
  /** At the top of an email that may have been sent already. */
  mayRepeat: string
  /** Why somebody gets the email. */
  reason: string
  stop: string
  page: {
    stop: (bot: string) => string
    stopButton: string
    stopped: string
    gone: string
  }
}

const en: NotificationTexts = {
  results: (bot, count, number) => (count === 1 ? `New result of ${bot}` : `${number} new results of ${bot}`),
  errors: (bot, count, number) => (count === 1 ? `${bot} failed once` : `${bot} failed ${number} times`),
  times: (number) => `${number} times`,
  more: (number) => `${number} more`,
  openResult: 'Open the result',
  openResults: 'Open all results',
  mayRepeat: 'You may have got this email already: the server stopped while it was sending it.',
  reason: 'You get this email because you asked for it in the results of this bot.',
  stop: 'Stop these emails',
  page: {
    stop: (bot) => `Stop this notification of ${bot}?`,
    stopButton: 'Stop emails',
    stopped: 'Stopped. You get no further emails of this notification.',
    gone: 'This notification was stopped',
  },
}

const de: NotificationTexts = {
  results: (bot, count, number) => (count === 1 ? `Neues Ergebnis von ${bot}` : `${number} neue Ergebnisse von ${bot}`),
  errors: (bot, count, number) => (count === 1 ? `Fehler in ${bot}` : `${number} Fehler in ${bot}`),
  times: (number) => `${number}-mal`,
  more: (number) => `${number} weitere`,
  openResult: 'Ergebnis öffnen',
  openResults: 'Alle Ergebnisse öffnen',
  mayRepeat:
    'Vielleicht haben Sie diese E-Mail schon erhalten: Der Server wurde unterbrochen, während er sie versendete.',
  reason: 'Sie erhalten diese E-Mail, weil Sie das in den Ergebnissen dieses Bots so eingestellt haben.',
  stop: 'Diese E-Mails abbestellen',
  page: {
    stop: (bot) => `Diese Benachrichtigung über ${bot} abbestellen?`,
    stopButton: 'E-Mails abbestellen',
    stopped: 'Abbestellt. Sie erhalten keine weiteren E-Mails dieser Benachrichtigung.',
    gone: 'Diese Benachrichtigung wurde abbestellt',
  },
}

const es: NotificationTexts = {
  results: (bot, count, number) =>
    count === 1 ? `Nuevo resultado de ${bot}` : `${number} nuevos resultados de ${bot}`,
  errors: (bot, count, number) => (count === 1 ? `Error en ${bot}` : `${number} errores en ${bot}`),
  times: (number) => `${number} veces`,
  more: (number) => `${number} más`,
  openResult: 'Abrir el resultado',
  openResults: 'Abrir todos los resultados',
  mayRepeat: 'Es posible que ya hayas recibido este correo: el servidor se detuvo mientras lo enviaba.',
  reason: 'Recibes este correo porque lo pediste en los resultados de este bot.',
  stop: 'Dejar de recibir estos correos',
  page: {
    stop: (bot) => `¿Detener esta notificación de ${bot}?`,
    stopButton: 'Darse de baja',
    stopped: 'Hecho. No recibirás más correos de esta notificación.',
    gone: 'Esta notificación se detuvo',
  },
}

const fr: NotificationTexts = {
  results: (bot, count, number) =>
    count === 1 ? `Nouveau résultat de ${bot}` : `${number} nouveaux résultats de ${bot}`,
  errors: (bot, count, number) => (count === 1 ? `Erreur dans ${bot}` : `${number} erreurs dans ${bot}`),
  times: (number) => `${number} fois`,
  more: (number) => `${number} de plus`,
  openResult: 'Ouvrir le résultat',
  openResults: 'Ouvrir tous les résultats',
  mayRepeat: 'Vous avez peut-être déjà reçu cet e-mail : le serveur s’est arrêté pendant l’envoi.',
  reason: 'Vous recevez cet e-mail car vous l’avez demandé dans les résultats de ce bot.',
  stop: 'Ne plus recevoir ces e-mails',
  page: {
    stop: (bot) => `Arrêter cette notification de ${bot} ?`,
    stopButton: 'Se désabonner',
    stopped: 'C’est fait. Vous ne recevrez plus d’e-mails de cette notification.',
    gone: 'Cette notification a été arrêtée',
  },
}

const it: NotificationTexts = {
  results: (bot, count, number) => (count === 1 ? `Nuovo risultato di ${bot}` : `${number} nuovi risultati di ${bot}`),
  errors: (bot, count, number) => (count === 1 ? `Errore in ${bot}` : `${number} errori in ${bot}`),
  times: (number) => `${number} volte`,
  more: (number) => `altri ${number}`,
  openResult: 'Apri il risultato',
  openResults: 'Apri tutti i risultati',
  mayRepeat: 'Forse hai già ricevuto questa e-mail: il server si è fermato durante l’invio.',
  reason: 'Ricevi questa e-mail perché l’hai chiesta nei risultati di questo bot.',
  stop: 'Non ricevere più queste e-mail',
  page: {
    stop: (bot) => `Interrompere questa notifica di ${bot}?`,
    stopButton: 'Annulla l’iscrizione',
    stopped: 'Fatto. Non riceverai altre e-mail di questa notifica.',
    gone: 'Questa notifica è stata interrotta',
  },
}

const pt: NotificationTexts = {
  results: (bot, count, number) => (count === 1 ? `Novo resultado de ${bot}` : `${number} novos resultados de ${bot}`),
  errors: (bot, count, number) => (count === 1 ? `Erro em ${bot}` : `${number} erros em ${bot}`),
  times: (number) => `${number} vezes`,
  more: (number) => `mais ${number}`,
  openResult: 'Abrir o resultado',
  openResults: 'Abrir todos os resultados',
  mayRepeat: 'Talvez você já tenha recebido este e-mail: o servidor parou enquanto o enviava.',
  reason: 'Você recebe este e-mail porque o pediu nos resultados deste bot.',
  stop: 'Parar de receber estes e-mails',
  page: {
    stop: (bot) => `Parar esta notificação de ${bot}?`,
    stopButton: 'Parar e-mails',
    stopped: 'Pronto. Você não receberá mais e-mails desta notificação.',
    gone: 'Esta notificação foi parada',
  },
}

const catalogues: Readonly<Record<string, NotificationTexts>> = { en, de, es, fr, it, pt }

/** Returns the texts in the first of the given languages, best first, that is available, and the language to format numbers and times in. */
export function notificationTextsIn(languages: readonly string[]): { locale: string; texts: NotificationTexts } {
  const locale = availableIn(catalogues, languages)
  return { locale: locale === 'pt' ? 'pt-BR' : locale, texts: catalogues[locale] ?? en }
}
