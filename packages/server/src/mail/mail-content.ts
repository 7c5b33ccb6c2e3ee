import { escapeHtml } from '@colloquy/api'

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

export interface MailEntry {
  title: string
  /** A label and a value, or only a value. */
  lines: [label: string, value: string][]
  link?: MailLink
}

export interface MailLink {
  label: string
  url: string
}

/** Writes an email as text and as HTML. */
export const written = (content: MailContent) => ({
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
