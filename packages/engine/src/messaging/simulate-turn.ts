import type { ChannelDefinition, Picture } from '@colloquy/channels'
import { type ChannelSettings, type ChannelTurn, type ShownTurn, stepsOfTurn } from './steps-of-turn.js'

/** A step of a channel, without sending anything. */
export type SimulatedStep =
  | {
      kind: 'message'
      /** The body of the call that would be made. */
      payload: object
      /** The payload as the app shows it. */
      picture: Picture
      /** Texts of the author that the payload has in part only, or not at all. */
      cut?: readonly string[]
      /** Milliseconds before the message in which the bot appears to type. */
      pause: number
    }
  | { kind: 'wait'; seconds: number }

export interface SimulatedTurn {
  steps: SimulatedStep[]
  waitsFor: ChannelTurn['waitsFor']
}

/** The payloads that would be sent for a turn to a contact of a channel, as the contact would see them. `to`: as `render` gets it. */
export function simulateTurn(
  turn: ShownTurn,
  { render, show, capabilities }: Pick<ChannelDefinition, 'render' | 'show' | 'capabilities'>,
  to: string,
  settings: Omit<ChannelSettings, 'capabilities'>,
): SimulatedTurn {
  const { steps, waitsFor } = stepsOfTurn(turn, { ...settings, capabilities })
  const simulated = steps.map((step): SimulatedStep => {
    if (step.kind === 'wait') return step
    const { message, pause } = step
    const payload = render(message, to)
    return { kind: 'message', payload, picture: show(payload), ...(message.cut && { cut: message.cut }), pause }
  })
  return { steps: simulated, waitsFor }
}
