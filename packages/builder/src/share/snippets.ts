/** Position of a chat in a page. */
export type Kind = 'standard' | 'bubble' | 'popup'

/** Appearance of the embedded chat, as far as a snippet sets it. */
export interface EmbedOptions {
  /** CSS lengths of an inline chat. */
  width: string
  height: string
  placement: 'left' | 'right'
  size: 'medium' | 'large'
  /** Color of the round button; empty for the default. */
  colour: string
  /** Color of the icon on the round button; empty for one with enough contrast. */
  iconColour: string
  /** Text beside the round button; empty for none. */
  invitation: string
  /** Seconds until the invitation appears, or the window opens by itself; undefined for never. */
  delay: number | undefined
}

export const defaultEmbedOptions: EmbedOptions = {
  width: '100%',
  height: '600px',
  placement: 'right',
  size: 'medium',
  colour: '',
  iconColour: '',
  invitation: '',
  delay: undefined,
}

/** Address of a bot: the origin of the widget and of chats, and the bot's public id, which has only letters, digits and dashes. */
export interface EmbedAddress {
  origin: string
  publicId: string
  /** Address of the bot's own page. */
  page: string
}

/** For any page: the script once, and the element where the chat should be. */
export function htmlSnippet(kind: Kind, options: EmbedOptions, { origin, publicId }: EmbedAddress): string {
  const attributes = Object.entries(attributesOf(kind, options, publicId)).map(
    ([name, value]) => ` ${name}=${quoted(value)}`,
  )
  return [
    `<script type="module" src="${origin}/widget.js"></script>`,
    `<colloquy-${kind}${attributes.join('')}></colloquy-${kind}>`,
    ...(kind === 'popup' ? [`<button type="button" onclick="Colloquy.open()">Chat with us</button>`] : []),
  ].join('\n')
}

/** For pages that call the widget from a script. */
export function scriptSnippet(kind: Kind, options: EmbedOptions, { origin, publicId }: EmbedAddress): string {
  const start = `init${kind[0]!.toUpperCase()}${kind.slice(1)}`
  const { style: _, ...attributes } = attributesOf(kind, options, publicId)
  const values = Object.entries(attributes).map(([name, value]) => [
    name.replace(/-(.)/g, (_sign, letter: string) => letter.toUpperCase()),
    name === 'bot' ? value : JSON.parse(value),
  ])
  const given = { ...(kind === 'standard' && { into: '#chat' }), ...Object.fromEntries(values) }
  const element = `<div id="chat" style="width: ${escaped(options.width)}; height: ${escaped(options.height)}"></div>\n`
  // HTML ends the script at the first `</script`.
  const json = JSON.stringify(given).replaceAll('<', '\\u003c')
  return `${kind === 'standard' ? element : ''}<script type="module">
  import { ${start} } from '${origin}/widget.js'
  ${start}(${json})
</script>`
}

/** For Tag Manager, which allows neither modules nor custom elements: a plain script adds both. */
export function tagSnippet(kind: Exclude<Kind, 'standard'>, options: EmbedOptions, address: EmbedAddress): string {
  const attributes = Object.entries(attributesOf(kind, options, address.publicId))
  const lines = attributes.map(
    ([name, value]) => `  chat.setAttribute('${name}', ${JSON.stringify(value).replaceAll('<', '\\u003c')})`,
  )
  return `<script>
(function () {
  var script = document.createElement('script')
  script.type = 'module'
  script.src = '${address.origin}/widget.js'
  document.head.appendChild(script)
  var chat = document.createElement('colloquy-${kind}')
${lines.join('\n')}
  document.body.appendChild(chat)
})()
</script>`
}

/** The same component for the App Router, which runs it in the browser. */
export const nextSnippet = (kind: Kind, options: EmbedOptions, address: EmbedAddress): string =>
  `'use client'\n\n${reactSnippet(kind, options, address)}`

/** A component that needs only React. */
export function reactSnippet(kind: Kind, options: EmbedOptions, { origin, publicId }: EmbedAddress): string {
  const { style: _, ...attributes } = attributesOf(kind, options, publicId)
  const style =
    kind === 'standard' ? ` style={${JSON.stringify({ width: options.width, height: options.height })}}` : ''
  const props = Object.entries(attributes).map(([name, value]) => ` ${name}={${JSON.stringify(value)}}`)
  const element = `<colloquy-${kind}${props.join('')}${style} />`
  const opener = `<button type="button" onClick={() => window.Colloquy.open()}>Chat with us</button>`
  const shown = kind === 'popup' ? `(\n    <>\n      ${element}\n      ${opener}\n    </>\n  )` : element
  return `import { useEffect } from 'react'

export function Chat() {
  useEffect(() => {
    import(/* webpackIgnore: true */ /* @vite-ignore */ '${origin}/widget.js')
  }, [])
  return ${shown}
}`
}

/** For pages that do not allow scripts. */
export const frameSnippet = ({ width, height }: EmbedOptions, { page }: EmbedAddress): string =>
  `<iframe src="${escaped(page)}" title="Chat" style="border: 0; width: ${escaped(width)}; height: ${escaped(height)}" allow="microphone; camera"></iframe>`

/** A chat over HTTP: its start, and a reply in the session that the first response names. */
export const apiSnippet = ({
  origin,
  publicId,
}: Omit<EmbedAddress, 'page'>): string => `curl -X POST ${origin}/api/v1/bots/${publicId}/startChat \\
  -H 'content-type: application/json' -d '{}'

curl -X POST ${origin}/api/v1/sessions/SESSION_ID/continueChat \\
  -H 'content-type: application/json' -d '{"message":"Hello"}'`

function attributesOf(kind: Kind, options: EmbedOptions, bot: string): Record<string, string> {
  const { width, height, placement, size, colour, iconColour, invitation, delay } = options
  const milliseconds = delay === undefined ? undefined : Math.round(delay * 1000)
  if (kind === 'standard') return { bot, style: `display: block; width: ${width}; height: ${height}` }
  if (kind === 'popup') return { bot, ...(milliseconds !== undefined && { 'auto-show-delay': String(milliseconds) }) }
  const launcher = {
    ...(placement === 'left' && { placement }),
    ...(size === 'large' && { size }),
    ...(colour !== '' && { backgroundColor: colour }),
    ...(iconColour !== '' && { iconColor: iconColour }),
  }
  const preview = { message: invitation, ...(milliseconds !== undefined && { autoShowDelay: milliseconds }) }
  return {
    bot,
    ...(Object.keys(launcher).length > 0 && { launcher: JSON.stringify(launcher) }),
    ...(invitation !== '' && { 'preview-message': JSON.stringify(preview) }),
  }
}

/** An attribute value in the quotes that it does not contain itself: JSON stays legible in single ones. */
const quoted = (text: string): string =>
  text.includes('"') ? `'${escaped(text).replaceAll('&quot;', '"').replaceAll("'", '&#39;')}'` : `"${escaped(text)}"`

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
const escaped = (text: string): string => text.replace(/[&<>"]/g, (sign) => entities[sign] ?? '')
