import type { Block, Theme } from '@colloquy/flow'
import { definitionOf, plainText } from '@colloquy/flow/blocks'
import { itemsOf } from '@colloquy/flow/operations'
import { pageStyle, partStyle, radiusOf } from '../appearance/theme-style.js'
import type { Template } from '../catalogue/templates.js'
import { t } from '../i18n/i18n.js'
import './template-picture.css'

/** What a visitor sees first, in the looks of the template: drawn from the template itself. */
export function TemplatePicture({ bot }: Template) {
  const theme = (bot.theme ?? {}) as Theme
  const blocks = (bot.groups ?? []).flatMap((group) => group.blocks) as Block[]
  const inputAt = blocks.findIndex(({ type }) => type.endsWith('input'))
  const lines = blocks
    .slice(0, inputAt)
    .map((block) => plainText((block as { content?: { richText?: unknown } }).content?.richText))
    .filter(Boolean)
    .slice(-3)
  const input = blocks[inputAt]
  const chat = theme.chat ?? {}
  const borderRadius = Math.min(radiusOf(theme), 12)
  return (
    <span className="template-picture" style={pageStyle(theme)} aria-hidden>
      {lines.map((line) => (
        <span
          key={line}
          className="template-line"
          style={{ ...partStyle(chat.hostBubbles, '#f7f8ff', '#303235'), borderRadius }}
        >
          {line}
        </span>
      ))}
      {input && <TemplateInput input={input} theme={theme} borderRadius={borderRadius} />}
    </span>
  )
}

function TemplateInput({ input, theme, borderRadius }: { input: Block; theme: Theme; borderRadius: number }) {
  const button = { ...partStyle(theme.chat?.buttons, '#0042da', '#ffffff'), borderRadius }
  const items = itemsOf(input).slice(0, 4)
  if (items.length > 0) {
    return (
      <span className="template-answers">
        {items.map(({ id, content }) => (
          <span key={id} style={button}>
            {String(content ?? '')}
          </span>
        ))}
      </span>
    )
  }
  const { labels, length, startsAt } = ((input as { options?: object }).options ?? {}) as {
    labels?: { placeholder?: string; button?: string }
    length?: number
    startsAt?: number
  }
  if (definitionOf(input.type)?.asks === 'scale') {
    const first = startsAt ?? 1
    return (
      <span className="template-answers">
        {Array.from({ length: Math.min(11, (length ?? 5) - first + 1) }, (_, index) => index + first).map((number) => (
          <span key={number} style={button}>
            {number}
          </span>
        ))}
      </span>
    )
  }
  return (
    <span className="template-input" style={{ ...partStyle(theme.chat?.inputs, '#ffffff', '#303235'), borderRadius }}>
      <span className="cut grow">{labels?.placeholder ?? '…'}</span>
      <span style={button}>{labels?.button ?? t('Send')}</span>
    </span>
  )
}
