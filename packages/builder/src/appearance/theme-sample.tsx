import type { Theme } from '@colloquy/flow'
import type { CSSProperties } from 'react'
import { safePicture } from '../design/safe-address.js'
import { legible } from './legible.js'
import './appearance.css'

/** A short conversation in the colours of a theme. Values that are no colours have no effect. */
export function ThemeSample({ theme }: { theme: Theme }) {
  const { general = {}, chat = {} } = theme
  const radius = { none: 0, medium: 8, large: 20 }[chat.roundness ?? 'medium']
  const picture = general.background?.type === 'Image' ? safePicture(general.background.content ?? '') : undefined
  const page: CSSProperties = {
    backgroundColor: general.background?.type === 'Color' ? colour(general.background.content) : undefined,
    backgroundImage: picture && `url("${encodeURI(picture)}")`,
  }
  const part = (
    look: { backgroundColor?: string; color?: string } | undefined,
    back: string,
    text: string,
  ): CSSProperties => {
    const backgroundColor = colour(look?.backgroundColor) ?? back
    return { backgroundColor, color: legible(colour(look?.color) ?? text, backgroundColor), borderRadius: radius }
  }
  return (
    <aside className="sample" style={page} aria-hidden>
      <p style={part(chat.hostBubbles, '#f7f8ff', '#303235')}>Hello! What shall we call you?</p>
      <p className="sample-guest" style={part(chat.guestBubbles, '#ff8e21', '#ffffff')}>
        Ada
      </p>
      <p style={part(chat.hostBubbles, '#f7f8ff', '#303235')}>Nice to meet you, Ada. How can we help?</p>
      <div className="sample-row">
        {['A question', 'A quote'].map((text) => (
          <span key={text} style={part(chat.buttons, '#0042da', '#ffffff')}>
            {text}
          </span>
        ))}
      </div>
      <span className="sample-input" style={part(chat.inputs, '#ffffff', '#303235')}>
        Write an answer…
      </span>
    </aside>
  )
}

/** Only what the browser takes for a colour. */
const colour = (value: string | undefined): string | undefined =>
  value && CSS.supports('color', value) ? value : undefined
