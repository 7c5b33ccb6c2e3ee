import type { Theme } from '@colloquy/flow'
import type { Path } from '@colloquy/flow/operations'
import { t } from '../i18n/i18n.js'
import { contrast, hexOf, minContrast, mix, parseHex, type Rgb, readableOn, white } from './colours.js'
import { groundOf } from './page-ground.js'
import { themeDefaults } from './theme-defaults.js'

/** A text of the chat and the color behind it. */
export interface ContrastPair {
  label: string
  /** Contrast ratio from 1 to 21. */
  ratio: number
  /** Path of the text color in the theme. */
  path: Path
  /** The nearest text color that is legible. */
  readable: string
}

type Parts = NonNullable<Theme['chat']>
type PartName = 'hostBubbles' | 'guestBubbles' | 'buttons' | 'inputs'

export const partLabels: Readonly<Record<PartName, string>> = {
  hostBubbles: t('Bot messages'),
  guestBubbles: t('Visitor messages'),
  buttons: t('Buttons'),
  inputs: t('Fields'),
}
export const partNames = Object.keys(partLabels) as PartName[]

type ReadColour = (text: string) => Rgb | undefined

/** All pairs of a theme whose colors are known. `read` resolves CSS colors other than hexadecimal ones. */
export function contrastPairs(theme: Theme, read: ReadColour = parseHex): ContrastPair[] {
  const chat: Parts = theme.chat ?? {}
  const defaults = themeDefaults.chat as Record<PartName, { backgroundColor: string; color: string }>
  const ground = groundOf(theme, read)
  const behind = (name: PartName) => {
    const solid = read(chat[name]?.backgroundColor ?? defaults[name].backgroundColor)
    return solid && ground && mix(ground, solid, chat[name]?.opacity ?? 1)
  }
  const pair = (label: string, path: Path, text: string, background: Rgb | undefined): ContrastPair[] => {
    const ink = read(text)
    if (!ink || !background) return []
    return [{ label, path, ratio: contrast(ink, background), readable: hexOf(readableOn(ink, background)) }]
  }
  const plain = ground && hexOf(readableOn([32, 32, 32], ground, 7))
  return [
    ...pair(t('Page'), ['chat', 'container', 'color'], chat.container?.color ?? plain ?? '', ground),
    ...partNames.flatMap((name) =>
      pair(partLabels[name], ['chat', name, 'color'], chat[name]?.color ?? defaults[name].color, behind(name)),
    ),
    ...pair(
      t('Placeholder'),
      ['chat', 'inputs', 'placeholderColor'],
      chat.inputs?.placeholderColor ?? '#9095a0',
      behind('inputs') ?? white,
    ),
  ]
}

export const unreadable = (pairs: readonly ContrastPair[]): ContrastPair[] =>
  pairs.filter(({ ratio }) => ratio < minContrast)
