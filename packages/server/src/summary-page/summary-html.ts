import { escaped } from '../hosted-page/html-page.js'
import { originOf } from '../results/result-query.js'
import { localTimes } from '../results/time-filter.js'
import { boundsOf, type LinkSpan } from './link-span.js'
import type { SharedQuestion, SharedSummary } from './shared-summary.js'
import { styles } from './styles.js'
import type { SummaryTexts } from './texts.js'

interface Frame {
  locale: string
  texts: SummaryTexts
  nonce: string
}

interface SummaryPage extends Frame {
  /** Name of the bot. */
  name: string
  span: LinkSpan
  /** Time at which it was computed. */
  at: number
  summary: SharedSummary
}

/** Renders the whole page, without scripts. Escapes all texts. */
export function summaryHtml(page: SummaryPage): string {
  const { name, texts, locale, span, at, summary } = page
  const { views, starts, completions } = summary.counts
  const isFiltered = originOf(span) !== undefined
  const facts = [periodOf(page), texts.asOf(`${dayOf(page, at)}, ${localTimes(span.timeZone)(at).slice(11, 16)}`)]
  const metrics: [string, string][] = [
    [texts.views, views.toLocaleString(locale)],
    [texts.starts, starts.toLocaleString(locale)],
    [texts.completions, completions.toLocaleString(locale)],
    [texts.completionRate, percent(page, completions, starts)],
  ]
  return frame(
    page,
    name,
    `<header><h1>${escaped(name)}</h1><p>${escaped(facts.join(' · '))}</p>` +
      `${isFiltered ? `<p>${escaped(texts.filtered)}</p>` : ''}</header>` +
      `<dl class="card figures">${metrics.map(metric).join('')}</dl>` +
      (summary.readFrom === null
        ? ''
        : `<p class="note">${escaped(texts.readFrom(dayOf(page, summary.readFrom)))}</p>`) +
      (summary.results === 0
        ? `<p class="card">${escaped(texts.noResults)}</p>`
        : summary.questions.map((question) => card(page, question)).join('')),
  )
}

/** Page for a link that is unknown, revoked, expired, or whose bot is no longer shown; it does not reveal which. */
export const gonePage = (page: Frame): string =>
  frame(page, page.texts.gone, `<h1>${escaped(page.texts.gone)}</h1><p>${escaped(page.texts.askAgain)}</p>`)

const frame = ({ locale, nonce }: Frame, title: string, content: string): string => `<!doctype html>
<html lang="${locale}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex, nofollow">
<meta name="referrer" content="no-referrer">
<link rel="icon" href="data:,">
<title>${escaped(title)}</title>
<style nonce="${nonce}">${styles}</style>
</head>
<body>
<main>${content}</main>
</body>
</html>
`

function card(page: SummaryPage, { title, answers, results, summary }: SharedQuestion): string {
  const { texts, locale } = page
  const all = page.summary.results
  const share = texts.chats(results.toLocaleString(locale), all.toLocaleString(locale), percent(page, results, all))
  const head = `<h2>${escaped(title)}</h2><p>${escaped(`${texts.answers(answers.toLocaleString(locale))} · ${share}`)}</p>`
  return `<section class="card">${head}${answers === 0 ? `<p>${escaped(texts.noAnswers)}</p>` : content(page, title, answers, summary)}</section>`
}

function content(page: SummaryPage, title: string, answers: number, summary: SharedQuestion['summary']): string {
  const { texts } = page
  const number = (value: number) => value.toLocaleString(page.locale, { maximumFractionDigits: 2 })
  switch (summary.kind) {
    case 'choices': {
      const rows = summary.choices.map(({ label, answers }) => ({ name: label, answers }))
      if (summary.others > 0) rows.push({ name: texts.other, answers: summary.others })
      return bars(page, title, rows, answers) + (summary.isMultiple ? `<p>${escaped(texts.several)}</p>` : '')
    }
    case 'numbers': {
      const { average, median, nps, unread } = summary
      const rows = summary.bars.map(({ from, to, answers }) => ({
        name: from === to ? number(from) : texts.range(number(from), number(to)),
        answers,
      }))
      const metrics: [string, string][] = [
        ...(nps ? [['NPS', nps.score > 0 ? `+${nps.score}` : String(nps.score)] as [string, string]] : []),
        ...(average === null ? [] : [[texts.average, number(average)] as [string, string]]),
        ...(median === null ? [] : [[texts.median, number(median)] as [string, string]]),
      ]
      const groups = nps && texts.nps(number(nps.promoters), number(nps.passives), number(nps.detractors))
      return (
        (metrics.length > 0 ? `<dl class="figures">${metrics.map(metric).join('')}</dl>` : '') +
        (groups ? `<p>${escaped(groups)}</p>` : '') +
        (rows.length > 0
          ? bars(page, title, rows, answers - unread, ' class="compact"')
          : `<p>${escaped(texts.hidden)}</p>`) +
        (unread > 0 ? `<p>${escaped(texts.unread(number(unread)))}</p>` : '')
      )
    }
    case 'texts': {
      if (!summary.newest) return `<p>${escaped(texts.hidden)}</p>`
      const items = summary.newest.map(({ text, isCut }) => `<li>${escaped(isCut ? `${text}…` : text)}</li>`)
      return `<p>${escaped(texts.newest)}</p><ul>${items.join('')}</ul>`
    }
  }
}

/** Renders the number of each answer: a table with a bar in each row; in compact ones, names are next to their bars. */
function bars(
  page: SummaryPage,
  title: string,
  rows: { name: string; answers: number }[],
  whole: number,
  attributes = '',
): string {
  const { texts, locale } = page
  const max = Math.max(1, ...rows.map(({ answers }) => answers))
  const lines = rows.map(
    ({ name, answers }) =>
      `<tr><th scope="row"><div><span>${escaped(name)}</span>` +
      '<svg viewBox="0 0 100 8" preserveAspectRatio="none" aria-hidden="true">' +
      `<rect width="${(answers / max) * 100}" height="8"/></svg></div></th>` +
      `<td>${answers.toLocaleString(locale)}</td><td class="share">${percent(page, answers, whole)}</td></tr>`,
  )
  const heads = [texts.answer, texts.count, texts.share].map((head) => `<th scope="col">${escaped(head)}</th>`)
  return (
    `<table${attributes}><caption class="unseen">${escaped(title)}</caption>` +
    `<thead class="unseen"><tr>${heads.join('')}</tr></thead><tbody>${lines.join('')}</tbody></table>`
  )
}

const metric = ([name, value]: [string, string]): string =>
  `<div><dt>${escaped(name)}</dt><dd>${escaped(value)}</dd></div>`

const percent = ({ locale }: SummaryPage, part: number, whole: number): string =>
  (whole === 0 ? 0 : part / whole).toLocaleString(locale, { style: 'percent' })

function periodOf(page: SummaryPage): string {
  const { span, texts, at } = page
  if (!span.fixed) return texts.periods[span.timeFilter]
  const { from, to = at } = boundsOf(span, at)
  const last = dayOf(page, to - 1)
  return from === undefined ? `${texts.periods.allTime} – ${last}` : texts.range(dayOf(page, from), last)
}

/** Formats a day in the link's time zone for the reader's locale. */
function dayOf({ span, locale }: SummaryPage, at: number): string {
  const day = localTimes(span.timeZone)(at).slice(0, 10)
  return new Date(day).toLocaleDateString(locale, { dateStyle: 'medium', timeZone: 'UTC' })
}
