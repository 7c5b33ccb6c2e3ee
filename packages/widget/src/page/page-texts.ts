import type { NoticeKind } from '@colloquy/chat'

/** The messages of the hosted page, which the widget does not need. */
const en: PageTexts = {
  needsScript: 'This step needs JavaScript. Please switch it on and load the page again.',
  mayGoOn: 'This step needs JavaScript. You can go on without it.',
  answeredAlready: 'This question has been answered already. This is where the conversation stands.',
  attached: 'Attachments',
  earlier: 'Earlier messages are not shown.',
  newMessages: 'New messages appear here by themselves.',
  showNew: 'Show them in the chat',
  tryAgain: 'Try again',
  notices: {
    'not found': {
      title: 'There is nothing at this address',
      advice: 'Check the address, or ask the person who sent you the link.',
    },
    closed: { title: 'This chat is closed', advice: 'You can close this page now.' },
    refused: { title: 'This chat is not available at the moment', advice: 'Please try again later.' },
    'no cookie': {
      title: 'This page needs cookies',
      advice: 'Your answer was not saved. Allow cookies, or open the page in its own tab.',
    },
    busy: { title: 'Too many requests', advice: 'Please wait a minute, then try again.' },
    failed: { title: 'This chat is not reachable at the moment', advice: 'Please try again in a minute.' },
    rejected: { title: 'Your answer could not be accepted', advice: 'Go back and check it, or load the page again.' },
  },
}

interface PageTexts {
  needsScript: string
  mayGoOn: string
  answeredAlready: string
  attached: string
  earlier: string
  newMessages: string
  showNew: string
  tryAgain: string
  notices: Record<NoticeKind, { title: string; advice: string }>
}

const languages: Record<string, PageTexts> = {
  en,
  de: {
    needsScript: 'Dieser Schritt braucht JavaScript. Bitte schalten Sie es ein und laden Sie die Seite neu.',
    mayGoOn: 'Dieser Schritt braucht JavaScript. Sie können ohne ihn fortfahren.',
    answeredAlready: 'Diese Frage ist schon beantwortet. So weit ist das Gespräch.',
    attached: 'Anhänge',
    earlier: 'Frühere Nachrichten werden nicht angezeigt.',
    newMessages: 'Neue Nachrichten erscheinen hier von selbst.',
    showNew: 'Im Chat zeigen',
    tryAgain: 'Erneut versuchen',
    notices: {
      'not found': {
        title: 'Unter dieser Adresse gibt es nichts',
        advice: 'Prüfen Sie die Adresse, oder fragen Sie die Person, die Ihnen den Link geschickt hat.',
      },
      closed: { title: 'Dieser Chat ist geschlossen', advice: 'Sie können diese Seite jetzt schließen.' },
      refused: {
        title: 'Dieser Chat ist gerade nicht verfügbar',
        advice: 'Bitte versuchen Sie es später noch einmal.',
      },
      'no cookie': {
        title: 'Diese Seite braucht Cookies',
        advice:
          'Ihre Antwort wurde nicht gespeichert. Erlauben Sie Cookies, oder öffnen Sie die Seite in einem eigenen Tab.',
      },
      busy: {
        title: 'Zu viele Anfragen',
        advice: 'Bitte warten Sie eine Minute und versuchen Sie es dann noch einmal.',
      },
      failed: {
        title: 'Dieser Chat ist gerade nicht erreichbar',
        advice: 'Bitte versuchen Sie es in einer Minute noch einmal.',
      },
      rejected: {
        title: 'Ihre Antwort konnte nicht angenommen werden',
        advice: 'Gehen Sie zurück und prüfen Sie sie, oder laden Sie die Seite neu.',
      },
    },
  },
  fr: {
    needsScript: 'Cette étape a besoin de JavaScript. Activez-le puis rechargez la page.',
    mayGoOn: 'Cette étape a besoin de JavaScript. Vous pouvez continuer sans elle.',
    answeredAlready: 'Cette question a déjà reçu une réponse. Voici où en est la conversation.',
    attached: 'Pièces jointes',
    earlier: 'Les messages précédents ne sont pas affichés.',
    newMessages: 'Les nouveaux messages apparaissent ici d’eux-mêmes.',
    showNew: 'Les afficher dans la conversation',
    tryAgain: 'Réessayer',
    notices: {
      'not found': {
        title: 'Il n’y a rien à cette adresse',
        advice: 'Vérifiez l’adresse ou demandez à la personne qui vous a envoyé le lien.',
      },
      closed: { title: 'Cette conversation est fermée', advice: 'Vous pouvez maintenant fermer cette page.' },
      refused: {
        title: 'Cette conversation n’est pas disponible pour le moment',
        advice: 'Veuillez réessayer plus tard.',
      },
      'no cookie': {
        title: 'Cette page a besoin de cookies',
        advice:
          'Votre réponse n’a pas été enregistrée. Autorisez les cookies ou ouvrez la page dans son propre onglet.',
      },
      busy: { title: 'Trop de requêtes', advice: 'Veuillez patienter une minute, puis réessayer.' },
      failed: {
        title: 'Cette conversation est injoignable pour le moment',
        advice: 'Veuillez réessayer dans une minute.',
      },
      rejected: {
        title: 'Votre réponse n’a pas pu être acceptée',
        advice: 'Revenez en arrière pour la vérifier ou rechargez la page.',
      },
    },
  },
  es: {
    needsScript: 'Este paso necesita JavaScript. Actívelo y vuelva a cargar la página.',
    mayGoOn: 'Este paso necesita JavaScript. Puede continuar sin él.',
    answeredAlready: 'Esta pregunta ya tiene respuesta. La conversación está en este punto.',
    attached: 'Archivos adjuntos',
    earlier: 'Los mensajes anteriores no se muestran.',
    newMessages: 'Los mensajes nuevos aparecen aquí por sí solos.',
    showNew: 'Mostrarlos en el chat',
    tryAgain: 'Intentar de nuevo',
    notices: {
      'not found': {
        title: 'No hay nada en esta dirección',
        advice: 'Compruebe la dirección o pregunte a la persona que le envió el enlace.',
      },
      closed: { title: 'Esta conversación está cerrada', advice: 'Ya puede cerrar esta página.' },
      refused: {
        title: 'Esta conversación no está disponible en este momento',
        advice: 'Inténtelo de nuevo más tarde.',
      },
      'no cookie': {
        title: 'Esta página necesita cookies',
        advice: 'Su respuesta no se ha guardado. Permita las cookies o abra la página en su propia pestaña.',
      },
      busy: { title: 'Demasiadas solicitudes', advice: 'Espere un minuto e inténtelo de nuevo.' },
      failed: {
        title: 'No se puede acceder a esta conversación en este momento',
        advice: 'Inténtelo de nuevo dentro de un minuto.',
      },
      rejected: {
        title: 'No se ha podido aceptar su respuesta',
        advice: 'Vuelva atrás y revísela, o recargue la página.',
      },
    },
  },
  pt: {
    needsScript: 'Este passo precisa de JavaScript. Ative-o e carregue a página de novo.',
    mayGoOn: 'Este passo precisa de JavaScript. Pode continuar sem ele.',
    answeredAlready: 'Esta pergunta já foi respondida. A conversa está neste ponto.',
    attached: 'Anexos',
    earlier: 'As mensagens anteriores não são mostradas.',
    newMessages: 'As novas mensagens aparecem aqui automaticamente.',
    showNew: 'Mostrá-las no chat',
    tryAgain: 'Tentar novamente',
    notices: {
      'not found': {
        title: 'Não há nada neste endereço',
        advice: 'Verifique o endereço ou pergunte à pessoa que lhe enviou a ligação.',
      },
      closed: { title: 'Esta conversa está encerrada', advice: 'Já pode fechar esta página.' },
      refused: { title: 'Esta conversa não está disponível neste momento', advice: 'Tente novamente mais tarde.' },
      'no cookie': {
        title: 'Esta página precisa de cookies',
        advice: 'A sua resposta não foi guardada. Permita os cookies ou abra a página num separador próprio.',
      },
      busy: { title: 'Demasiados pedidos', advice: 'Aguarde um minuto e tente novamente.' },
      failed: {
        title: 'Não é possível aceder a esta conversa neste momento',
        advice: 'Tente novamente dentro de um minuto.',
      },
      rejected: {
        title: 'Não foi possível aceitar a sua resposta',
        advice: 'Volte atrás e verifique-a, ou recarregue a página.',
      },
    },
  },
  'pt-br': {
    needsScript: 'Esta etapa precisa de JavaScript. Ative-o e carregue a página de novo.',
    mayGoOn: 'Esta etapa precisa de JavaScript. Você pode continuar sem ele.',
    answeredAlready: 'Esta pergunta já foi respondida. A conversa está neste ponto.',
    attached: 'Anexos',
    earlier: 'As mensagens anteriores não são mostradas.',
    newMessages: 'As novas mensagens aparecem aqui automaticamente.',
    showNew: 'Mostrar no chat',
    tryAgain: 'Tentar de novo',
    notices: {
      'not found': {
        title: 'Não há nada neste endereço',
        advice: 'Confira o endereço ou pergunte à pessoa que enviou o link.',
      },
      closed: { title: 'Esta conversa está encerrada', advice: 'Você já pode fechar esta página.' },
      refused: { title: 'Esta conversa não está disponível no momento', advice: 'Tente de novo mais tarde.' },
      'no cookie': {
        title: 'Esta página precisa de cookies',
        advice: 'A sua resposta não foi salva. Permita os cookies ou abra a página em outra aba.',
      },
      busy: { title: 'Muitas solicitações', advice: 'Aguarde um minuto e tente de novo.' },
      failed: {
        title: 'Não é possível acessar esta conversa no momento',
        advice: 'Tente de novo em um minuto.',
      },
      rejected: {
        title: 'Não foi possível aceitar a sua resposta',
        advice: 'Volte e confira a resposta, ou recarregue a página.',
      },
    },
  },
  it: {
    needsScript: 'Questo passo richiede JavaScript. Attivalo e ricarica la pagina.',
    mayGoOn: 'Questo passo richiede JavaScript. Puoi continuare senza.',
    answeredAlready: 'A questa domanda è già stata data una risposta. La conversazione è a questo punto.',
    attached: 'Allegati',
    earlier: 'I messaggi precedenti non vengono mostrati.',
    newMessages: 'I nuovi messaggi appaiono qui da soli.',
    showNew: 'Mostrali nella chat',
    tryAgain: 'Riprova',
    notices: {
      'not found': {
        title: 'A questo indirizzo non c’è nulla',
        advice: 'Controlla l’indirizzo o chiedi alla persona che ti ha inviato il link.',
      },
      closed: { title: 'Questa conversazione è chiusa', advice: 'Ora puoi chiudere questa pagina.' },
      refused: { title: 'Questa conversazione non è disponibile in questo momento', advice: 'Riprova più tardi.' },
      'no cookie': {
        title: 'Questa pagina ha bisogno dei cookie',
        advice: 'La tua risposta non è stata salvata. Consenti i cookie o apri la pagina in una scheda a parte.',
      },
      busy: { title: 'Troppe richieste', advice: 'Attendi un minuto, poi riprova.' },
      failed: { title: 'Questa conversazione non è raggiungibile in questo momento', advice: 'Riprova tra un minuto.' },
      rejected: {
        title: 'Non è stato possibile accettare la tua risposta',
        advice: 'Torna indietro e controllala, oppure ricarica la pagina.',
      },
    },
  },
  ar: {
    needsScript: 'تحتاج هذه الخطوة إلى JavaScript. يرجى تفعيله وإعادة تحميل الصفحة.',
    mayGoOn: 'تحتاج هذه الخطوة إلى JavaScript. يمكنك المتابعة من دونها.',
    answeredAlready: 'سبقت الإجابة عن هذا السؤال. إلى هنا وصلت المحادثة.',
    attached: 'المرفقات',
    earlier: 'لا تُعرض الرسائل السابقة.',
    newMessages: 'تظهر الرسائل الجديدة هنا تلقائيًا.',
    showNew: 'عرضها في المحادثة',
    tryAgain: 'إعادة المحاولة',
    notices: {
      'not found': {
        title: 'لا يوجد شيء في هذا العنوان',
        advice: 'تحقق من العنوان، أو اسأل الشخص الذي أرسل إليك الرابط.',
      },
      closed: { title: 'هذه المحادثة مغلقة', advice: 'يمكنك إغلاق هذه الصفحة الآن.' },
      refused: { title: 'هذه المحادثة غير متاحة في الوقت الحالي', advice: 'يرجى المحاولة مرة أخرى لاحقًا.' },
      'no cookie': {
        title: 'تحتاج هذه الصفحة إلى ملفات تعريف الارتباط',
        advice: 'لم تُحفظ إجابتك. اسمح بملفات تعريف الارتباط، أو افتح الصفحة في علامة تبويب مستقلة.',
      },
      busy: { title: 'طلبات كثيرة جدًا', advice: 'يرجى الانتظار دقيقة ثم المحاولة مرة أخرى.' },
      failed: { title: 'يتعذر الوصول إلى هذه المحادثة في الوقت الحالي', advice: 'يرجى المحاولة مرة أخرى بعد دقيقة.' },
      rejected: { title: 'تعذر قبول إجابتك', advice: 'ارجع وتحقق منها، أو أعد تحميل الصفحة.' },
    },
  },
}

export const pageTexts = (language: string): PageTexts => languages[language] ?? en
