import type { Flow, Theme } from '@colloquy/flow'
import { type FirstImpression, firstImpression } from '@colloquy/flow/blocks'

/** A drawing or an address; longer ones are pictures that the page of the bot itself loads. */
const longestBackground = 10_000

/** What a stored bot looks like on a card, and what it says there. */
export function drawCard({ flow, theme }: { flow: string; theme: string }): FirstImpression & { theme: Theme } {
  const { general = {}, chat = {} } = JSON.parse(theme) as Theme
  const { background } = general
  const isShort = (background?.content?.length ?? 0) <= longestBackground
  const { container, hostBubbles, guestBubbles, buttons, inputs, roundness } = chat
  return {
    ...firstImpression(JSON.parse(flow) as Flow),
    theme: {
      general: isShort && background ? { background } : {},
      chat: { container, hostBubbles, guestBubbles, buttons, inputs, roundness },
    },
  }
}
