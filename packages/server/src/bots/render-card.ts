import type { Flow, Theme } from '@colloquy/flow'
import { type FlowOpening, flowOpening } from '@colloquy/flow/opening'

/** In characters: enough for an SVG or an address. Longer ones are pictures that only the bot's own page loads. */
const maxBackground = 10_000

/** Returns how a stored bot looks on a card, and its first text. */
export function renderCard({ flow, theme }: { flow: string; theme: string }): FlowOpening & { theme: Theme } {
  const { general = {}, chat = {} } = JSON.parse(theme) as Theme
  const { background } = general
  const isShort = (background?.content?.length ?? 0) <= maxBackground
  const { container, hostBubbles, guestBubbles, buttons, inputs, roundness } = chat
  return {
    ...flowOpening(JSON.parse(flow) as Flow),
    theme: {
      general: isShort && background ? { background } : {},
      chat: { container, hostBubbles, guestBubbles, buttons, inputs, roundness },
    },
  }
}
