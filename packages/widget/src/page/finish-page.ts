import type { RenderedChat } from '@colloquy/chat'
import type { Theme } from '../conversation/wire.js'
import pageStyles from './page.css?inline'

interface Drawing {
  html: string
  sheets: Iterable<string>
  /** The rules of the theme. */
  look: string
  language: string
  /** Left to right by default. */
  direction: RenderedChat['direction'] | undefined
  theme: Theme
}

/** Joins the rendered page and its styles, so that a strict policy allows all of it. */
export function finishPage({ html, sheets, look, language, direction = 'ltr', theme }: Drawing): RenderedChat {
  const { text, rules } = withoutStyleAttributes(html)
  const { font } = theme.general ?? {}
  const family = typeof font === 'string' || font === undefined ? font : font.type === 'Custom' ? '' : font.family
  return {
    language,
    direction,
    html: text,
    css: [...sheets, look, pageStyles, rules, theme.customCss ?? ''].join('\n').replaceAll('</', '\\3c /'),
    fontFamily: family ?? 'Open Sans',
  }
}

/** A strict policy allows no styles in attributes: each becomes a rule. Quotes within texts and values are escaped. */
function withoutStyleAttributes(html: string): { text: string; rules: string } {
  const rules: string[] = []
  const text = html.replace(/ style="([^"&]*)"/g, (_, style) => {
    rules.push(`[data-drawn="${rules.length}"]{${style}}`)
    return ` data-drawn="${rules.length - 1}"`
  })
  return { text, rules: rules.join('\n') }
}
