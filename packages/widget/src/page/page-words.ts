/** The words that only a page without scripts needs. */
const en = {
  goOn: 'Continue',
  needsScript: 'This step needs JavaScript. Please switch it on and load the page again.',
  mayGoOn: 'This step needs JavaScript. You can go on without it.',
  answeredAlready: 'This question has been answered already. This is where the conversation stands.',
  noCookie:
    'Your answer was not taken: this page needs cookies. Please allow them, or open the page in a tab of its own.',
  refused: 'This conversation cannot be started at the moment.',
  attached: 'Attachments',
}

type PageWords = Record<keyof typeof en, string>

const languages: Record<string, PageWords> = {
  en,
  de: {
    goOn: 'Weiter',
    needsScript: 'Dieser Schritt braucht JavaScript. Bitte schalten Sie es ein und laden Sie die Seite neu.',
    mayGoOn: 'Dieser Schritt braucht JavaScript. Sie können ohne ihn fortfahren.',
    answeredAlready: 'Diese Frage ist schon beantwortet. So weit ist das Gespräch.',
    noCookie:
      'Ihre Antwort wurde nicht angenommen: Diese Seite braucht Cookies. Bitte erlauben Sie sie, oder öffnen Sie die Seite in einem eigenen Tab.',
    refused: 'Dieses Gespräch kann im Augenblick nicht begonnen werden.',
    attached: 'Anhänge',
  },
  fr: {
    goOn: 'Continuer',
    needsScript: 'Cette étape a besoin de JavaScript. Activez-le puis rechargez la page.',
    mayGoOn: 'Cette étape a besoin de JavaScript. Vous pouvez continuer sans elle.',
    answeredAlready: 'Cette question a déjà reçu une réponse. Voici où en est la conversation.',
    noCookie:
      'Votre réponse n’a pas été prise en compte : cette page a besoin de cookies. Autorisez-les ou ouvrez la page dans son propre onglet.',
    refused: 'Cette conversation ne peut pas commencer pour le moment.',
    attached: 'Pièces jointes',
  },
  es: {
    goOn: 'Continuar',
    needsScript: 'Este paso necesita JavaScript. Actívelo y vuelva a cargar la página.',
    mayGoOn: 'Este paso necesita JavaScript. Puede continuar sin él.',
    answeredAlready: 'Esta pregunta ya tiene respuesta. La conversación está en este punto.',
    noCookie:
      'Su respuesta no se ha recibido: esta página necesita cookies. Permítalas o abra la página en su propia pestaña.',
    refused: 'Esta conversación no puede empezar en este momento.',
    attached: 'Archivos adjuntos',
  },
  pt: {
    goOn: 'Continuar',
    needsScript: 'Este passo precisa de JavaScript. Ative-o e carregue a página de novo.',
    mayGoOn: 'Este passo precisa de JavaScript. Pode continuar sem ele.',
    answeredAlready: 'Esta pergunta já foi respondida. A conversa está neste ponto.',
    noCookie:
      'A sua resposta não foi recebida: esta página precisa de cookies. Permita-os ou abra a página num separador próprio.',
    refused: 'Esta conversa não pode começar neste momento.',
    attached: 'Anexos',
  },
  it: {
    goOn: 'Continua',
    needsScript: 'Questo passo richiede JavaScript. Attivalo e ricarica la pagina.',
    mayGoOn: 'Questo passo richiede JavaScript. Puoi continuare senza.',
    answeredAlready: 'A questa domanda è già stata data una risposta. La conversazione è a questo punto.',
    noCookie:
      'La tua risposta non è stata accolta: questa pagina ha bisogno dei cookie. Consentili o apri la pagina in una scheda a parte.',
    refused: 'Questa conversazione non può iniziare in questo momento.',
    attached: 'Allegati',
  },
  ar: {
    goOn: 'متابعة',
    needsScript: 'تحتاج هذه الخطوة إلى JavaScript. يرجى تفعيله وإعادة تحميل الصفحة.',
    mayGoOn: 'تحتاج هذه الخطوة إلى JavaScript. يمكنك المتابعة من دونها.',
    answeredAlready: 'سبقت الإجابة عن هذا السؤال. إلى هنا وصلت المحادثة.',
    noCookie:
      'لم تُقبل إجابتك: تحتاج هذه الصفحة إلى ملفات تعريف الارتباط. يرجى السماح بها أو فتح الصفحة في علامة تبويب مستقلة.',
    refused: 'لا يمكن بدء هذه المحادثة في الوقت الحالي.',
    attached: 'المرفقات',
  },
}

export const pageWords = (language: string): PageWords => languages[language] ?? en
