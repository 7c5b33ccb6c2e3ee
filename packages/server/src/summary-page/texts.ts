import type { TimeFilter } from '@colloquy/api'

/** Texts of the page of a shared summary. */
export interface SummaryTexts {
  periods: Readonly<Record<TimeFilter, string>>
  /** Note that the summary covers only a part of all results. */
  filtered: string
  asOf: (time: string) => string
  views: string
  starts: string
  completions: string
  completionRate: string
  answer: string
  count: string
  share: string
  answers: (count: string) => string
  chats: (some: string, all: string, share: string) => string
  noAnswers: string
  noResults: string
  other: string
  several: string
  average: string
  median: string
  nps: (promoters: string, passives: string, detractors: string) => string
  unread: (count: string) => string
  newest: string
  hidden: string
  readFrom: (day: string) => string
  range: (from: string, to: string) => string
  gone: string
  askAgain: string
}

const en: SummaryTexts = {
  periods: {
    today: 'Today',
    last7Days: 'Last 7 days',
    last30Days: 'Last 30 days',
    monthToDate: 'This month',
    lastMonth: 'Last month',
    yearToDate: 'This year',
    allTime: 'All time',
  },
  filtered: 'Some of the results: those of one environment, version or variant',
  asOf: (time) => `As of ${time}`,
  views: 'Views',
  starts: 'Starts',
  completions: 'Completions',
  completionRate: 'Completion rate',
  answer: 'Answer',
  count: 'Count',
  share: 'Percentage',
  answers: (count) => `Answers: ${count}`,
  chats: (some, all, share) => `from ${some} of ${all} chats (${share})`,
  noAnswers: 'No answers yet.',
  noResults: 'No answers in this period.',
  other: 'Other',
  several: 'Visitors could select several choices, so percentages add up to more than 100 %.',
  average: 'Average',
  median: 'Median',
  nps: (promoters, passives, detractors) =>
    `Promoters (9–10): ${promoters}, passives (7–8): ${passives}, detractors (0–6): ${detractors}`,
  unread: (count) => `Outside of the scale or without a number: ${count}`,
  newest: 'The newest answers',
  hidden: 'Written answers are not shown here.',
  readFrom: (day) => `There are too many results for one summary: it leaves out those from before ${day}.`,
  range: (from, to) => `${from} to ${to}`,
  gone: 'This summary is no longer shared',
  askAgain: 'Ask the person who sent you the link for a new one.',
}

const de: SummaryTexts = {
  periods: {
    today: 'Heute',
    last7Days: 'Letzte 7 Tage',
    last30Days: 'Letzte 30 Tage',
    monthToDate: 'Dieser Monat',
    lastMonth: 'Letzter Monat',
    yearToDate: 'Dieses Jahr',
    allTime: 'Gesamter Zeitraum',
  },
  filtered: 'Ein Teil der Ergebnisse: die einer Umgebung, Version oder Variante',
  asOf: (time) => `Stand: ${time}`,
  views: 'Aufrufe',
  starts: 'Starts',
  completions: 'Abschlüsse',
  completionRate: 'Abschlussquote',
  answer: 'Antwort',
  count: 'Anzahl',
  share: 'Anteil',
  answers: (count) => `Antworten: ${count}`,
  chats: (some, all, share) => `aus ${some} von ${all} Chats (${share})`,
  noAnswers: 'Noch keine Antworten.',
  noResults: 'Keine Antworten in diesem Zeitraum.',
  other: 'Andere',
  several: 'Mehrere Antworten waren möglich: Die Anteile ergeben zusammen mehr als 100 %.',
  average: 'Durchschnitt',
  median: 'Median',
  nps: (promoters, passives, detractors) =>
    `Promotoren (9–10): ${promoters}, Passive (7–8): ${passives}, Detraktoren (0–6): ${detractors}`,
  unread: (count) => `Außerhalb der Skala oder ohne Zahl: ${count}`,
  newest: 'Die neuesten Antworten',
  hidden: 'Geschriebene Antworten werden hier nicht angezeigt.',
  readFrom: (day) => `Es gibt zu viele Ergebnisse für eine Zusammenfassung: Die vor dem ${day} fehlen.`,
  range: (from, to) => `${from} bis ${to}`,
  gone: 'Diese Zusammenfassung wird nicht mehr geteilt',
  askAgain: 'Bitten Sie die Person, von der Sie den Link haben, um einen neuen.',
}

const es: SummaryTexts = {
  periods: {
    today: 'Hoy',
    last7Days: 'Últimos 7 días',
    last30Days: 'Últimos 30 días',
    monthToDate: 'Este mes',
    lastMonth: 'El mes pasado',
    yearToDate: 'Este año',
    allTime: 'Todo el período',
  },
  filtered: 'Una parte de los resultados: los de un entorno, una versión o una variante',
  asOf: (time) => `Actualizado: ${time}`,
  views: 'Visitas',
  starts: 'Inicios',
  completions: 'Finalizaciones',
  completionRate: 'Tasa de finalización',
  answer: 'Respuesta',
  count: 'Cantidad',
  share: 'Porcentaje',
  answers: (count) => `Respuestas: ${count}`,
  chats: (some, all, share) => `de ${some} de ${all} chats (${share})`,
  noAnswers: 'Aún no hay respuestas.',
  noResults: 'No hay respuestas en este período.',
  other: 'Otras',
  several: 'Se podían elegir varias opciones: los porcentajes suman más del 100 %.',
  average: 'Media',
  median: 'Mediana',
  nps: (promoters, passives, detractors) =>
    `Promotores (9–10): ${promoters}, pasivos (7–8): ${passives}, detractores (0–6): ${detractors}`,
  unread: (count) => `Fuera de la escala o sin número: ${count}`,
  newest: 'Las respuestas más recientes',
  hidden: 'Las respuestas escritas no se muestran aquí.',
  readFrom: (day) => `Hay demasiados resultados para un resumen: faltan los anteriores al ${day}.`,
  range: (from, to) => `${from} a ${to}`,
  gone: 'Este resumen ya no se comparte',
  askAgain: 'Pida un enlace nuevo a quien se lo envió.',
}

const fr: SummaryTexts = {
  periods: {
    today: 'Aujourd’hui',
    last7Days: '7 derniers jours',
    last30Days: '30 derniers jours',
    monthToDate: 'Ce mois-ci',
    lastMonth: 'Le mois dernier',
    yearToDate: 'Cette année',
    allTime: 'Toute la période',
  },
  filtered: 'Une partie des résultats : ceux d’un environnement, d’une version ou d’une variante',
  asOf: (time) => `État : ${time}`,
  views: 'Vues',
  starts: 'Débuts',
  completions: 'Conversations terminées',
  completionRate: 'Taux d’achèvement',
  answer: 'Réponse',
  count: 'Nombre',
  share: 'Pourcentage',
  answers: (count) => `Réponses : ${count}`,
  chats: (some, all, share) => `dans ${some} chats sur ${all} (${share})`,
  noAnswers: 'Pas encore de réponses.',
  noResults: 'Aucune réponse sur cette période.',
  other: 'Autres',
  several: 'Plusieurs choix étaient possibles : le total des parts dépasse 100 %.',
  average: 'Moyenne',
  median: 'Médiane',
  nps: (promoters, passives, detractors) =>
    `Promoteurs (9–10) : ${promoters}, passifs (7–8) : ${passives}, détracteurs (0–6) : ${detractors}`,
  unread: (count) => `Hors de l’échelle ou sans nombre : ${count}`,
  newest: 'Les réponses les plus récentes',
  hidden: 'Les réponses écrites ne sont pas affichées ici.',
  readFrom: (day) => `Il y a trop de résultats pour un résumé : ceux d’avant le ${day} manquent.`,
  range: (from, to) => `${from} au ${to}`,
  gone: 'Ce résumé n’est plus partagé',
  askAgain: 'Demandez un nouveau lien à la personne qui vous l’a envoyé.',
}

const it: SummaryTexts = {
  periods: {
    today: 'Oggi',
    last7Days: 'Ultimi 7 giorni',
    last30Days: 'Ultimi 30 giorni',
    monthToDate: 'Questo mese',
    lastMonth: 'Il mese scorso',
    yearToDate: 'Quest’anno',
    allTime: 'Tutto il periodo',
  },
  filtered: 'Una parte dei risultati: quelli di un ambiente, una versione o una variante',
  asOf: (time) => `Aggiornato: ${time}`,
  views: 'Visualizzazioni',
  starts: 'Avvii',
  completions: 'Completamenti',
  completionRate: 'Tasso di completamento',
  answer: 'Risposta',
  count: 'Numero',
  share: 'Percentuale',
  answers: (count) => `Risposte: ${count}`,
  chats: (some, all, share) => `da ${some} chat su ${all} (${share})`,
  noAnswers: 'Ancora nessuna risposta.',
  noResults: 'Nessuna risposta in questo periodo.',
  other: 'Altro',
  several: 'Erano possibili più scelte: le percentuali superano il 100 %.',
  average: 'Media',
  median: 'Mediana',
  nps: (promoters, passives, detractors) =>
    `Promotori (9–10): ${promoters}, passivi (7–8): ${passives}, detrattori (0–6): ${detractors}`,
  unread: (count) => `Fuori dalla scala o senza numero: ${count}`,
  newest: 'Le risposte più recenti',
  hidden: 'Le risposte scritte non sono mostrate qui.',
  readFrom: (day) => `Ci sono troppi risultati per un riepilogo: mancano quelli precedenti al ${day}.`,
  range: (from, to) => `${from} – ${to}`,
  gone: 'Questo riepilogo non è più condiviso',
  askAgain: 'Chieda un nuovo link a chi glielo ha inviato.',
}

const ptBR: SummaryTexts = {
  periods: {
    today: 'Hoje',
    last7Days: 'Últimos 7 dias',
    last30Days: 'Últimos 30 dias',
    monthToDate: 'Este mês',
    lastMonth: 'Mês passado',
    yearToDate: 'Este ano',
    allTime: 'Todo o período',
  },
  filtered: 'Uma parte dos resultados: os de um ambiente, uma versão ou uma variante',
  asOf: (time) => `Atualizado em ${time}`,
  views: 'Visualizações',
  starts: 'Inícios',
  completions: 'Conclusões',
  completionRate: 'Taxa de conclusão',
  answer: 'Resposta',
  count: 'Quantidade',
  share: 'Porcentagem',
  answers: (count) => `Respostas: ${count}`,
  chats: (some, all, share) => `de ${some} de ${all} chats (${share})`,
  noAnswers: 'Ainda não há respostas.',
  noResults: 'Nenhuma resposta neste período.',
  other: 'Outras',
  several: 'Era possível escolher várias opções: as porcentagens somam mais de 100 %.',
  average: 'Média',
  median: 'Mediana',
  nps: (promoters, passives, detractors) =>
    `Promotores (9–10): ${promoters}, neutros (7–8): ${passives}, detratores (0–6): ${detractors}`,
  unread: (count) => `Fora da escala ou sem número: ${count}`,
  newest: 'As respostas mais recentes',
  hidden: 'As respostas escritas não são mostradas aqui.',
  readFrom: (day) => `Há resultados demais para um resumo: faltam os anteriores a ${day}.`,
  range: (from, to) => `${from} a ${to}`,
  gone: 'Este resumo não é mais compartilhado',
  askAgain: 'Peça um novo link a quem o enviou.',
}

export type SummaryLocale = 'en' | 'de' | 'es' | 'fr' | 'it' | 'pt-BR'

const languages: Readonly<Record<string, { locale: SummaryLocale; texts: SummaryTexts }>> = {
  en: { locale: 'en', texts: en },
  de: { locale: 'de', texts: de },
  es: { locale: 'es', texts: es },
  fr: { locale: 'fr', texts: fr },
  it: { locale: 'it', texts: it },
  pt: { locale: 'pt-BR', texts: ptBR },
}

/** Returns the texts in the first of the given languages, best first, that is available; otherwise in English. */
export function textsIn(tags: readonly string[]): { locale: SummaryLocale; texts: SummaryTexts } {
  for (const tag of tags) {
    const base = tag.split('-', 1)[0]!.toLowerCase()
    if (Object.hasOwn(languages, base)) return languages[base]!
  }
  return { locale: 'en', texts: en }
}
