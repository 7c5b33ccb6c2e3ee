import type { Message } from '@colloquy/chat'
import { safeSource } from '../theme/safe-address.js'

type VideoContent = Extract<Message, { type: 'video' }>['content']

const players = {
  youtube: { base: 'https://www.youtube.com/embed', autoplay: 'autoplay=1' },
  vimeo: { base: 'https://player.vimeo.com/video', autoplay: 'autoplay=1' },
  tiktok: { base: 'https://www.tiktok.com/embed/v2', autoplay: '' },
  gumlet: { base: 'https://play.gumlet.io/embed', autoplay: 'autoplay=true' },
} as const

export type VideoSource = { kind: 'file'; url: string } | { kind: 'player'; url: string }

/** Source of a video: a player of its provider, or a file played here. Undefined if its address is invalid. */
export function videoSource(content: VideoContent): VideoSource | undefined {
  const { type = 'url', id, queryParamsStr, isAutoplayEnabled = true } = content
  if (type === 'url') {
    const url = safeSource(content.url)
    return url ? { kind: 'file', url } : undefined
  }
  if (!id || !/^[\w-]+$/.test(id)) return undefined
  const { base, autoplay } = players[type]
  // An author who copied the address without cookies wants the player without cookies.
  const player = content.url?.includes('-nocookie.com') ? base.replace('.com', '-nocookie.com') : base
  const query = new URLSearchParams([
    ...new URLSearchParams(queryParamsStr ?? ''),
    ...new URLSearchParams(isAutoplayEnabled ? autoplay : ''),
  ]).toString()
  return { kind: 'player', url: `${player}/${id}${query && `?${query}`}` }
}

/** Width over height as CSS takes it, from forms such as `16/9` and `16:9`. */
export function aspectRatio(text: string | undefined): string {
  const found = /^\s*(\d{1,4}(?:\.\d+)?)\s*[/:]\s*(\d{1,4}(?:\.\d+)?)\s*$/.exec(text ?? '')
  return found && Number(found[1]) > 0 && Number(found[2]) > 0 ? `${found[1]} / ${found[2]}` : '16 / 9'
}
