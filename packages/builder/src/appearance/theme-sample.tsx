import type { Theme } from '@colloquy/flow'
import type { CSSProperties } from 'react'
import { t } from '../i18n/i18n.js'
import { familyOf } from './font-field.js'
import { sampleFamily } from './served-fonts.js'
import { pageStyle, partStyle, radiusOf } from './theme-style.js'
import './appearance.css'

/** A short conversation in the colours of a theme. */
export function ThemeSample({ theme }: { theme: Theme }) {
  const { chat = {} } = theme
  const borderRadius = radiusOf(theme)
  const part = (look: typeof chat.buttons, back: string, text: string): CSSProperties => ({
    ...partStyle(look, back, text),
    borderRadius,
  })
  return (
    <aside
      className="sample"
      style={{ ...pageStyle(theme), fontFamily: sampleFamily(familyOf(theme.general?.font) ?? 'Open Sans') }}
      aria-hidden
    >
      <p style={part(chat.hostBubbles, '#f7f8ff', '#303235')}>{t('Hello! What shall we call you?')}</p>
      <p className="sample-guest" style={part(chat.guestBubbles, '#ff8e21', '#ffffff')}>
        Ada
      </p>
      <p style={part(chat.hostBubbles, '#f7f8ff', '#303235')}>{t('Nice to meet you, Ada. How can we help?')}</p>
      <div className="sample-row">
        {[t('A question'), t('A quote')].map((text) => (
          <span key={text} style={part(chat.buttons, '#0042da', '#ffffff')}>
            {text}
          </span>
        ))}
      </div>
      <span className="sample-input" style={part(chat.inputs, '#ffffff', '#303235')}>
        {t('Write an answer…')}
      </span>
    </aside>
  )
}
