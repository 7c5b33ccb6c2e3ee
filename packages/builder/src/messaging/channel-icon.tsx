import type { ChannelDefinition } from '@colloquy/channels'

/** The icon of a channel, from its definition. */
export function ChannelIcon({ channel, size = 16 }: { channel: Pick<ChannelDefinition, 'icon'>; size?: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 24 24" fill="currentColor" aria-hidden="true">
      <path d={channel.icon} />
    </svg>
  )
}
