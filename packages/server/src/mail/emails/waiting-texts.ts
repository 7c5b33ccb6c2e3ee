import { availableIn } from './emails.js'

/** Texts of emails about visitors who wait, and of the page that stops them. Names are passed in quotation marks. */
export interface WaitingTexts {
  subject: (who: string) => string
  waits: (minutes: string) => string
  lastMessage: string
  open: string
  /** Why somebody gets the email. */
  reason: string
  stop: string
  visitor: string
  page: {
    stop: string
    stopButton: string
    stopped: string
  }
}

const en: WaitingTexts = {
  subject: (who) => `${who} waits for an answer`,
  waits: (number) => `Waiting for ${number} minutes`,
  lastMessage: 'Last message',
  open: 'Open the conversation',
  reason: 'You get this email because nobody had this inbox open.',
  stop: 'Stop these emails',
  visitor: 'A visitor',
  page: {
    stop: 'Stop emails about visitors who wait?',
    stopButton: 'Stop emails',
    stopped: 'Stopped. You can turn them on again in the settings of your account.',
  },
}

const de: WaitingTexts = {
  subject: (who) => `${who} wartet auf eine Antwort`,
  waits: (number) => `Wartet seit ${number} Minuten`,
  lastMessage: 'Letzte Nachricht',
  open: 'Gespräch öffnen',
  reason: 'Sie erhalten diese E-Mail, weil niemand diesen Posteingang geöffnet hatte.',
  stop: 'Diese E-Mails abbestellen',
  visitor: 'Ein Besucher',
  page: {
    stop: 'E-Mails über wartende Besucher abbestellen?',
    stopButton: 'E-Mails abbestellen',
    stopped: 'Abbestellt. In den Einstellungen Ihres Kontos können Sie sie wieder einschalten.',
  },
}

const es: WaitingTexts = {
  subject: (who) => `${who} espera una respuesta`,
  waits: (number) => `Espera desde hace ${number} minutos`,
  lastMessage: 'Último mensaje',
  open: 'Abrir la conversación',
  reason: 'Recibes este correo porque nadie tenía abierta esta bandeja de entrada.',
  stop: 'Dejar de recibir estos correos',
  visitor: 'Un visitante',
  page: {
    stop: '¿Dejar de recibir correos sobre visitantes que esperan?',
    stopButton: 'Darse de baja',
    stopped: 'Hecho. Puedes volver a activarlos en los ajustes de tu cuenta.',
  },
}

const fr: WaitingTexts = {
  subject: (who) => `${who} attend une réponse`,
  waits: (number) => `Attend depuis ${number} minutes`,
  lastMessage: 'Dernier message',
  open: 'Ouvrir la conversation',
  reason: 'Vous recevez cet e-mail car personne n’avait ouvert cette boîte de réception.',
  stop: 'Ne plus recevoir ces e-mails',
  visitor: 'Un visiteur',
  page: {
    stop: 'Ne plus recevoir d’e-mails sur les visiteurs qui attendent ?',
    stopButton: 'Se désabonner',
    stopped: 'C’est fait. Vous pouvez les réactiver dans les paramètres de votre compte.',
  },
}

const it: WaitingTexts = {
  subject: (who) => `${who} aspetta una risposta`,
  waits: (number) => `Aspetta da ${number} minuti`,
  lastMessage: 'Ultimo messaggio',
  open: 'Apri la conversazione',
  reason: 'Ricevi questa e-mail perché nessuno aveva aperto questa posta in arrivo.',
  stop: 'Non ricevere più queste e-mail',
  visitor: 'Un visitatore',
  page: {
    stop: 'Non ricevere più e-mail sui visitatori che aspettano?',
    stopButton: 'Annulla l’iscrizione',
    stopped: 'Fatto. Puoi riattivarle nelle impostazioni del tuo account.',
  },
}

const pt: WaitingTexts = {
  subject: (who) => `${who} espera por uma resposta`,
  waits: (number) => `Espera há ${number} minutos`,
  lastMessage: 'Última mensagem',
  open: 'Abrir a conversa',
  reason: 'Você recebe este e-mail porque ninguém estava com esta caixa de entrada aberta.',
  stop: 'Parar de receber estes e-mails',
  visitor: 'Um visitante',
  page: {
    stop: 'Parar e-mails sobre visitantes que esperam?',
    stopButton: 'Parar e-mails',
    stopped: 'Pronto. Você pode ativá-los de novo nas configurações da sua conta.',
  },
}

const catalogues: Readonly<Record<string, WaitingTexts>> = { en, de, es, fr, it, pt }

/** Returns the texts in the first of the given languages, best first, that is available, and the language to format numbers in. */
export function waitingTextsIn(languages: readonly string[]): { locale: string; texts: WaitingTexts } {
  const locale = availableIn(catalogues, languages)
  return { locale: locale === 'pt' ? 'pt-BR' : locale, texts: catalogues[locale] ?? en }
}
