import type { Theme } from '@colloquy/flow'
import { mix, type Rgb, white } from './colours.js'
import { gradientMiddle } from './gradient.js'

/**
 * The colour behind the messages: that of the chat's panel on that of the page. A gradient of `gradient` counts with its middle;
 * undefined for other pictures without a panel, and for colours that `read` does not know.
 */
export function groundOf(theme: Theme, read: (text: string) => Rgb | undefined): Rgb | undefined {
  const { container } = theme.chat ?? {}
  const page = pageColour(theme, read)
  const panel = container?.backgroundColor
  if (!panel || panel === 'transparent') return page
  const solid = read(panel)
  const opacity = container.opacity ?? 1
  if (!solid) return undefined
  return opacity === 1 ? solid : page && mix(page, solid, opacity)
}

function pageColour({ general }: Theme, read: (text: string) => Rgb | undefined): Rgb | undefined {
  const { type = 'Color', content } = general?.background ?? {}
  if (type === 'None') return white
  if (type === 'Color') return read(content ?? '#ffffff')
  return gradientMiddle(content)
}
