import { escapeHtml } from '@colloquy/api'
import { resultColumns } from '@colloquy/flow'
import type { AnswerRow, BotRow, DueNotice, NotificationRule, ResultRow } from '@colloquy/storage'
import { notificationTextsIn } from '../mail/emails/notification-texts.js'
import { oneLine, quoted } from '../mail/quoted.js'
import type { Needs } from '../service.js'
import { shownFlow } from '../stored-bots/shown-flow.js'

/** Contents of an email, of which both its text and its HTML are made. */
interface MailContent {
  locale: string
  subject: string
  /** Says that the email may be a repetition. */
  warning: string | undefined
  entries: MailEntry[]
  /** Number of entries that are omitted, as text. */
  more: string | undefined
  links: MailLink[]
  reason: string
  stop: MailLink
}

interface MailEntry {
  title: string
  /** A label and a value, or only a value. */
  lines: [label: string, value: string][]
  link?: MailLink
}

interface MailLink {
  label: string
  url: string
}

interface Recipient {
  rule: NotificationRule
  /** Languages of the person, best first. */
  languages: readonly string[]
  /** Address of the builder. */
  publicUrl: string
  stopUrl: string
  /** Nobody knows whether an earlier attempt has sent the same. */
  mayRepeat: boolean
}

/** Writes the email about completed results: the answers of the first ones, and the number of the others. */
export async function resultsMail(
  { storage }: Needs<'storage'>,
  bot: BotRow,
  results: readonly ResultRow[],
  { rule, languages, publicUrl, stopUrl, mayRepeat }: Recipient,
) {
  const { locale, texts } = notificationTextsIn(languages)
  const number = (value: number) => value.toLocaleString(locale)
  const time = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short', timeZone: rule.timeZone })
  const { groups, variables } = await shownFlow(storage, bot)
  const labels = new Map(
    resultColumns(groups, variables).flatMap(({ label, source }) =>
      'blockId' in source ? [[source.blockId, label] as const] : [],
    ),
  )
  const shown = results.slice(0, maxEntries)
  const all = `${publicUrl}/bots/${bot.id}/results`
  const entries: MailEntry[] = []
  for (const { id, createdAt } of shown) {
    const answers = await storage.results.shortAnswers(id, maxCharacters + 1)
    entries.push({
      title: time.format(createdAt),
      lines: answers.slice(0, maxLines).map((answer) => lineOf(answer, labels)),
      link: { label: texts.openResult, url: `${all}/${id}` },
    })
  }
  return written({
    locale,
    subject: texts.results(quoted(bot.name), results.length, number(results.length)),
    warning: mayRepeat ? texts.mayRepeat : undefined,
    entries,
    more: results.length > shown.length ? texts.more(number(results.length - shown.length)) : undefined,
    links: results.length > 1 ? [{ label: texts.openResults, url: all }] : [],
    reason: texts.reason,
    stop: { label: texts.stop, url: stopUrl },
  })
}

/** Writes the email about a bot that failed: each error, how often it happened, and a result in which it did. */
export function errorsMail(
  bot: BotRow,
  errors: readonly DueNotice[],
  { rule, languages, publicUrl, stopUrl, mayRepeat }: Recipient,
) {
  const { locale, texts } = notificationTextsIn(languages)
  const number = (value: number) => value.toLocaleString(locale)
  const time = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short', timeZone: rule.timeZone })
  const count = errors.reduce((sum, error) => sum + error.count, 0)
  const shown = errors.slice(0, maxEntries)
  return written({
    locale,
    subject: texts.errors(quoted(bot.name), count, number(count)),
    warning: mayRepeat ? texts.mayRepeat : undefined,
    entries: shown.map(({ subject, count: times, createdAt, resultId }) => ({
      title: oneLine(subject, maxCharacters),
      lines: [['', times > 1 ? `${time.format(createdAt)}, ${texts.times(number(times))}` : time.format(createdAt)]],
      link: { label: texts.openResult, url: `${publicUrl}/bots/${bot.id}/results/${resultId}` },
    })),
    more: errors.length > shown.length ? texts.more(number(errors.length - shown.length)) : undefined,
    links: [],
    reason: texts.reason,
    stop: { label: texts.stop, url: stopUrl },
  })
}

function lineOf(
  { blockId, content, attachedFileUrls }: AnswerRow,
  labels: ReadonlyMap<string, string>,
): [string, string] {
  const files: string[] = attachedFileUrls === null ? [] : JSON.parse(attachedFileUrls)
  const text = [content, ...files].filter((it) => it !== '').join(', ')
  return [oneLine(labels.get(blockId) ?? '', maxCharacters), oneLine(text, maxCharacters)]
}

const written = (content: MailContent) => ({
  subject: content.subject,
  text: textOf(content),
  html: htmlOf(content),
  unsubscribeUrl: content.stop.url,
})

function textOf({ warning, entries, more, links, reason, stop }: MailContent): string {
  const linkText = ({ label, url }: MailLink) => `${label}:\n${url}`
  const entryText = ({ title, lines, link }: MailEntry) =>
    [
      title,
      ...lines.map(([label, value]) => (label === '' ? value : `${label}: ${value}`)),
      ...(link ? [link.url] : []),
    ].join('\n')
  const parts = [
    ...(warning === undefined ? [] : [warning]),
    ...entries.map(entryText),
    ...(more === undefined ? [] : [more]),
    ...links.map(linkText),
  ]
  return `${[...parts, `-- \n${reason}`, linkText(stop)].join('\n\n')}\n`
}

function htmlOf({ locale, subject, warning, entries, more, links, reason, stop }: MailContent): string {
  const linkHtml = ({ label, url }: MailLink) => `<a href="${escapeHtml(url)}" style="${link}">${escapeHtml(label)}</a>`
  const lineHtml = ([label, value]: [string, string]) =>
    `<tr>${label === '' ? '' : `<td style="${cell}${soft}white-space:nowrap;">${escapeHtml(label)}</td>`}` +
    `<td style="${cell}"${label === '' ? ' colspan="2"' : ''}>${escapeHtml(value)}</td></tr>`
  const entryHtml = ({ title, lines, link: to }: MailEntry) =>
    `<div style="${card}"><div style="font-weight:600;">${escapeHtml(title)}</div>` +
    `<table role="presentation" style="margin:8px 0;border-collapse:collapse;">${lines.map(lineHtml).join('')}</table>` +
    `${to ? linkHtml(to) : ''}</div>`
  const body = [
    `<h1 style="margin:0 0 16px;font-size:20px;line-height:1.3;">${escapeHtml(subject)}</h1>`,
    ...(warning === undefined ? [] : [`<p style="${soft}">${escapeHtml(warning)}</p>`]),
    ...entries.map(entryHtml),
    ...(more === undefined ? [] : [`<p style="${soft}">${escapeHtml(more)}</p>`]),
    ...links.map((to) => `<p>${linkHtml(to)}</p>`),
    `<p style="margin-top:24px;font-size:13px;${soft}">${escapeHtml(reason)}<br>${linkHtml(stop)}</p>`,
  ]
  return (
    `<!doctype html><html lang="${locale}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"></head>` +
    `<body style="margin:0;padding:24px 16px;font:15px/1.5 system-ui,sans-serif;"><div style="max-width:600px;margin:0 auto;">${body.join('')}</div></body></html>`
  )
}

/** Colours that can be read on light and dark backgrounds: mail programs choose the one. */
const soft = 'color:#6b7280;'
const link = 'color:#4f46e5;'
const card = 'margin:0 0 12px;padding:16px;border:1px solid #8884;border-radius:12px;'
const cell = 'padding:2px 16px 2px 0;vertical-align:top;overflow-wrap:anywhere;'

const maxEntries = 20
const maxLines = 30
const maxCharacters = 300
