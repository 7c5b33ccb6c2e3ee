import type { Theme } from '@colloquy/flow'
import type { CSSProperties, ReactNode } from 'react'
import { t } from '../i18n/i18n.js'
import { familyOf } from './font-field.js'
import { sampleFamily } from './served-fonts.js'
import { cornersStyle, pageStyle, panelStyle, partStyle } from './theme-style.js'

interface ThemeCardProps {
  name: string
  theme: Theme
  isWorn?: boolean
  mark?: ReactNode
  /** Called with true while the card is pointed at or focused. */
  onTry(isTried: boolean): void
  onWear(): void
}

/** A theme as a small chat, which dresses the bot. */
export function ThemeCard({ name, theme, isWorn = false, mark, onTry, onWear }: ThemeCardProps) {
  return (
    <button
      type="button"
      className="theme-card"
      aria-pressed={isWorn}
      onPointerEnter={({ pointerType }) => pointerType === 'mouse' && onTry(true)}
      onPointerLeave={() => onTry(false)}
      onFocus={({ target }) => target.matches(':focus-visible') && onTry(true)}
      onBlur={() => onTry(false)}
      onClick={() => {
        onTry(false)
        onWear()
      }}
    >
      <MiniChat theme={theme} />
      <span className="row theme-card-name">
        <span className="grow cut">{name}</span>
        {mark}
      </span>
    </button>
  )
}

function MiniChat({ theme }: { theme: Theme }) {
  const { chat = {} } = theme
  const part = (look: typeof chat.buttons, back: string, text: string): CSSProperties => ({
    ...partStyle(look, back, text),
    ...cornersStyle(theme, look),
  })
  return (
    <span
      className="mini-chat"
      style={{ ...pageStyle(theme), fontFamily: sampleFamily(familyOf(theme.general?.font) ?? 'Open Sans') }}
      aria-hidden
    >
      <span className="mini-panel" style={panelStyle(theme)}>
        <span className="mini-host" style={part(chat.hostBubbles, '#f7f8ff', '#303235')}>
          {t('How can we help?')}
        </span>
        <span className="mini-guest" style={part(chat.guestBubbles, '#ff8e21', '#ffffff')}>
          {t('A new site')}
        </span>
        <span className="mini-button" style={part(chat.buttons, '#0042da', '#ffffff')}>
          {t('Let’s go')}
        </span>
      </span>
    </span>
  )
}
