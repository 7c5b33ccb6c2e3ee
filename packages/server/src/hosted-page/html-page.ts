import type { RenderedChat } from '@colloquy/chat'
import { readUrl } from '@colloquy/ports/urls'
import { needsOtherFaces, type PageFiles, type PageFont } from './page-files.js'

/** Content of a bot's page. `htmlPage` escapes its texts. */
export interface HtmlPage {
  nonce: string
  title: string
  metadata: Metadata
  /** Address of the page for link previews; undefined if it should not be linked to. */
  address: string | undefined
  /** Elements that the author adds to the head, on an origin where they can do no harm. */
  headCode: string
  files: PageFiles
  language: string
  /** The rendered chat; undefined if none was started. */
  rendered: RenderedChat | undefined
  /** The widget's element; undefined on a notice, which has its own heading. */
  widget: { bot: string; scripts: 'page' | 'frame' } | undefined
}

interface Metadata {
  description?: string
  imageUrl?: string
  favIconUrl?: string
  allowIndexing?: boolean
}

export function htmlPage(page: HtmlPage): string {
  const { nonce, title, rendered, widget, files } = page
  const font = files.fonts.get(rendered?.fontFamily ?? '')
  return `<!doctype html>
<html lang="${page.language}"${rendered?.direction === 'rtl' ? ' dir="rtl"' : ''}>
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover, interactive-widget=resizes-content">
<title>${escaped(title)}</title>
${metaTags(page)}
${font?.main ? `<link rel="preload" href="${font.main.address}" as="font" type="font/woff2" crossorigin>\n` : ''}<style nonce="${nonce}">${frameStyles}${font ? rulesFor(font, rendered?.html ?? '') : ''}</style>
${widget ? scriptTags(files) : ''}${page.headCode}
</head>
<body>
<main>${widget ? `<h1>${escaped(title)}</h1>` : ''}${body(page)}</main>${recordBlock(rendered)}
</body>
</html>
`
}

/**
 * The widget adds the other rules when it has taken over. The visually hidden heading uses the font of the chat, since looking up another
 * one delays the first paint.
 */
const rulesFor = ({ family, main, rules }: PageFont, text: string): string =>
  `h1{font:16px "${family}"}${main && !needsOtherFaces(text) ? main.rules : rules}`

const frameStyles =
  'html,body,main{height:100%;margin:0}body{height:100dvh}' +
  'h1{position:absolute;width:1px;height:1px;margin:-1px;overflow:hidden;clip-path:inset(50%)}'

function metaTags({ title, metadata, address }: HtmlPage): string {
  const { description, imageUrl, favIconUrl, allowIndexing } = metadata
  const image = webAddress(imageUrl)
  const tags = [
    description && `<meta name="description" content="${escaped(description)}">`,
    allowIndexing !== true && '<meta name="robots" content="noindex">',
    `<link rel="icon" href="${escaped(webAddress(favIconUrl) ?? 'data:,')}">`,
    '<meta property="og:type" content="website">',
    `<meta property="og:title" content="${escaped(title)}">`,
    address && `<meta property="og:url" content="${escaped(address)}">`,
    description && `<meta property="og:description" content="${escaped(description)}">`,
    image && `<meta property="og:image" content="${escaped(image)}">`,
    `<meta name="twitter:card" content="${image ? 'summary_large_image' : 'summary'}">`,
  ]
  return tags.filter(Boolean).join('\n')
}

/** Requests scripts at once, but after the font and images of the content that can be read already. */
function scriptTags({ scripts }: PageFiles): string {
  const preloads = scripts.map((address) => `<link rel="modulepreload" href="${address}" fetchpriority="low">\n`)
  return `<script type="module" src="/widget.js" fetchpriority="low"></script>\n${preloads.join('')}`
}

/** Puts the chat into the widget's own shadow root, in which its styles and the author's mean the same before and after its script runs. */
function body({ nonce, rendered, widget }: HtmlPage): string {
  const chat = rendered
    ? `<template shadowrootmode="open"><div class="body"><style nonce="${nonce}">${rendered.css}</style>${rendered.html}</div></template>`
    : ''
  if (!widget) return `<div>${chat}</div>`
  const handed = rendered ? ' is-handed-over' : ''
  const { bot, scripts } = widget
  return `<colloquy-standard bot="${escaped(bot)}" scripts="${scripts}" owns-page${handed}>${chat}</colloquy-standard>`
}

/** A block of data, which browsers do not run. */
function recordBlock(rendered: RenderedChat | undefined): string {
  if (rendered?.record === undefined) return ''
  const json = JSON.stringify(rendered.record).replaceAll('<', '\\u003c')
  return `\n<script type="application/json" id="colloquy-record">${json}</script>`
}

function webAddress(text: string | undefined): string | undefined {
  const url = text ? readUrl(text) : undefined
  if (url === undefined) return undefined
  const { protocol, href } = url
  return /^https?:$/.test(protocol) ? href : undefined
}

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }
/** Escapes a text for HTML, attributes included. */
export const escaped = (text: string): string => text.replace(/[&<>"']/g, (sign) => entities[sign] ?? '')
