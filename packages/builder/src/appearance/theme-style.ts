import type { Theme } from '@colloquy/flow'
import type { CSSProperties } from 'react'
import { safePicture } from '../design/safe-address.js'
import { legible } from './legible.js'

type BubbleStyle = NonNullable<Theme['chat']>['hostBubbles']

/** The background of a chat. Values that are not colors, and addresses that are not pictures, have no effect. */
export function pageStyle({ general = {} }: Theme): CSSProperties {
  const { type = 'Color', content } = general.background ?? {}
  const picture = type === 'Image' ? pictureOf(content) : undefined
  return {
    backgroundColor: type === 'Color' ? colour(content) : undefined,
    backgroundImage: picture && `url("${picture}")`,
  }
}

/** An SVG used as a background runs no scripts and loads nothing. */
const pictureOf = (content = ''): string | undefined =>
  /^data:image\/svg\+xml,[\w%.~!*()'-]+$/.test(content)
    ? content
    : safePicture(content) && encodeURI(safePicture(content)!)

/** The panel behind the messages. */
export const panelStyle = ({ chat }: Theme): CSSProperties => ({
  backgroundColor: colour(chat?.container?.backgroundColor),
})

/** Style of a part of a chat: its own colors or the given ones, made legible the same way as in the widget. */
export function partStyle(look: BubbleStyle, back: string, text: string): CSSProperties {
  const backgroundColor = colour(look?.backgroundColor) ?? back
  const { thickness, color } = look?.border ?? {}
  return {
    backgroundColor,
    color: legible(colour(look?.color) ?? text, backgroundColor),
    ...(thickness && { border: `1px solid ${colour(color) ?? backgroundColor}` }),
  }
}

/** The corners of one part. */
export const cornersStyle = (theme: Theme, look: BubbleStyle): CSSProperties => {
  const { roundeness = 'medium', customRoundeness = 6 } = look?.border ?? { roundeness: theme.chat?.roundness }
  return { borderRadius: { none: 0, medium: 6, large: 20, custom: customRoundeness }[roundeness] }
}

/** Radius in pixels. */
export const radiusOf = ({ chat }: Theme): number => ({ none: 0, medium: 8, large: 20 })[chat?.roundness ?? 'medium']

/** Returns the value only if the browser accepts it as a color. */
const colour = (value: string | undefined): string | undefined =>
  value && CSS.supports('color', value) ? value : undefined
