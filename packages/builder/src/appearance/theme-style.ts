import type { Theme } from '@colloquy/flow'
import type { CSSProperties } from 'react'
import { safePicture } from '../design/safe-address.js'
import { legible } from './legible.js'

type Look = { backgroundColor?: string | undefined; color?: string | undefined } | undefined

/** The background of a chat. Values that are no colours, and addresses that are no pictures, have no effect. */
export function pageStyle({ general = {} }: Theme): CSSProperties {
  const { type, content } = general.background ?? {}
  const picture = type === 'Image' ? safePicture(content ?? '') : undefined
  return {
    backgroundColor: type === 'Color' ? colour(content) : undefined,
    backgroundImage: picture && `url("${encodeURI(picture)}")`,
  }
}

/** A part of a chat: its own colours or else those that are given, made legible as the widget makes them. */
export function partStyle(look: Look, back: string, text: string): CSSProperties {
  const backgroundColor = colour(look?.backgroundColor) ?? back
  return { backgroundColor, color: legible(colour(look?.color) ?? text, backgroundColor) }
}

/** Pixels. */
export const radiusOf = ({ chat }: Theme): number => ({ none: 0, medium: 8, large: 20 })[chat?.roundness ?? 'medium']

/** Only what the browser takes for a colour. */
const colour = (value: string | undefined): string | undefined =>
  value && CSS.supports('color', value) ? value : undefined
