import type { ChannelDefinition } from '../../define.js'
import type { Capabilities, ChannelEvent, ChannelType } from '../../index.js'
import { type ChannelWire, isOffered, type NotApplicable, type OptionalParts, type Part } from '../channel-wire.js'

/** The channel of a case. */
export interface CaseChannel {
  readonly channel: ChannelDefinition<ChannelType>
  readonly wire: ChannelWire
}

/** One promise of every channel. */
export interface ConformanceCase<On = CaseChannel> {
  /** A statement about the channel. */
  readonly name: string
  /** The case is about channels with this part only. */
  readonly part?: Part
  /** The case is about channels for whose capabilities it is truthy. */
  needs?(capabilities: Capabilities): unknown
  run(on: On): void | Promise<void>
}

/** A case of the channels that have a part. */
export function given<P extends Part, On extends CaseChannel = CaseChannel>(
  part: P,
  name: string,
  run: (part: Exclude<OptionalParts[P], NotApplicable>, on: On) => void | Promise<void>,
): ConformanceCase<On> {
  return {
    name,
    part,
    run(on) {
      const offered = on.wire[part]
      if (!isOffered(offered)) throw new Error(`This case does not apply: ${(offered as NotApplicable).reason}`)
      return run(offered as Exclude<OptionalParts[P], NotApplicable>, on)
    },
  }
}

/** True if a case holds for a channel. */
export const applies = (
  { part, needs }: Pick<ConformanceCase, 'part' | 'needs'>,
  { channel, wire }: CaseChannel,
): boolean =>
  (part === undefined || isOffered(wire[part])) && (needs === undefined || Boolean(needs(channel.capabilities)))

/** The events that a channel reads in a payload. Throws if it cannot be read. */
export function eventsIn({ channel, wire }: CaseChannel, payload: unknown): readonly ChannelEvent[] {
  const events = channel.read(payload, wire.data)
  if ('problem' in events) throw new Error(`${events.path}: ${events.problem}`)
  return events
}

export const bytesOf = (payload: unknown): Uint8Array =>
  new TextEncoder().encode(typeof payload === 'string' ? payload : JSON.stringify(payload))

/** A time in whole seconds, as all apps have. */
export const sentAt = 1_700_000_000_000

export const textMessage = (text: string, from = '4915', id = '1001') => ({ id, from, at: sentAt, content: { text } })
