import { escapeHtml, withHtmlBreaks } from '@colloquy/flow'
import { isEmail } from '../email-input/is-email.js'

export interface Notification {
  /** The answers, in order. */
  values: readonly (readonly [name: string, value: string])[]
  /** Milliseconds since 1970. */
  now: number
  botName?: string
  /** Address of the bot's results. */
  resultsUrl?: string
}

/** The default email about new answers, as text and as HTML. */
export function notification({ values, now, botName, resultsUrl }: Notification): { text: string; html: string } {
  const title = botName ? `New answers from ${botName}` : 'New answers'
  const time = `${new Date(now).toISOString().slice(0, 16).replace('T', ' ')} UTC`
  return {
    text: [
      `${title}\n${time}`,
      ...(values.length === 0 ? [nothing] : values.map(([name, value]) => `${name}:\n${value}`)),
      ...(resultsUrl ? [`All results: ${resultsUrl}`] : []),
    ].join('\n\n'),
    html: page(title, [
      `<h1 style="margin:0;font-size:20px;line-height:28px;font-weight:600;color:#1c2430">${escapeHtml(title)}</h1>`,
      `<p style="margin:4px 0 20px;font-size:13px;line-height:20px;color:#667085">${time}</p>`,
      values.length === 0
        ? `<p style="margin:0;font-size:15px;line-height:22px;color:#1c2430">${nothing}</p>`
        : table(values.map(([name, value]) => row(name, value)).join('')),
      ...(resultsUrl ? [button('See all results', resultsUrl)] : []),
    ]),
  }
}

const nothing = 'Nothing was answered yet.'
const fonts = "-apple-system,BlinkMacSystemFont,'Segoe UI',Roboto,Helvetica,Arial,sans-serif"
const layout = 'role="presentation" cellpadding="0" cellspacing="0" border="0"'

/** Uses tables and inline styles: the only layout that all mail clients render alike. */
function page(title: string, parts: string[]): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light">
<title>${escapeHtml(title)}</title>
</head>
<body style="margin:0;padding:0;background-color:#f4f5f7">
<table ${layout} width="100%" style="background-color:#f4f5f7">
<tr><td align="center" style="padding:32px 16px">
<table ${layout} width="100%" style="max-width:600px;background-color:#ffffff;border:1px solid #e4e7ec;border-radius:12px">
<tr><td style="padding:28px 32px 32px;font-family:${fonts}">
${parts.join('\n')}
</td></tr>
</table>
</td></tr>
</table>
</body>
</html>`
}

function table(rows: string): string {
  return `<table cellpadding="0" cellspacing="0" border="0" width="100%" style="border-collapse:collapse">${rows}</table>`
}

function row(name: string, value: string): string {
  const cell =
    'border-top:1px solid #e4e7ec;padding:12px 0;vertical-align:top;text-align:left;font-size:15px;line-height:22px'
  return (
    `<tr><th scope="row" width="35%" style="${cell};padding-right:16px;font-weight:500;color:#667085">${escapeHtml(name)}</th>` +
    `<td style="${cell};color:#1c2430;word-break:break-word">${shown(value)}</td></tr>`
  )
}

function shown(value: string): string {
  const text = value.trim()
  if (!isEmail(text)) return withHtmlBreaks(escapeHtml(value))
  const href = `mailto:${encodeURIComponent(text).replaceAll('%40', '@')}`
  return `<a href="${escapeHtml(href)}" style="color:#1d5fd1">${escapeHtml(text)}</a>`
}

function button(label: string, url: string): string {
  return (
    `<table ${layout} style="margin-top:24px"><tr><td style="border-radius:8px;background-color:#1d5fd1">` +
    `<a href="${escapeHtml(url)}" style="display:inline-block;padding:11px 20px;font-size:15px;line-height:22px;` +
    `font-weight:600;color:#ffffff;text-decoration:none">${label}</a></td></tr></table>`
  )
}
