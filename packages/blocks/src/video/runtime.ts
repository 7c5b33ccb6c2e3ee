import type { Message } from '@colloquy/chat'
import type { BlockRuntime } from '@colloquy/engine'
import { videoSource } from '@colloquy/flow'
import { blockExits } from '../common/block-exits.js'
import { finiteNumber } from '../common/finite-number.js'

type VideoContent = Extract<Message, { type: 'video' }>['content']

/** Plays a video. The provider is recognized here, since placeholders may change the address. */
export const videoRuntime: BlockRuntime<'video'> = {
  type: 'video',
  kind: 'bubble',
  enter(block, context) {
    if (!block.content) return { kind: 'continue' }
    const { height, ...rest } = context.expandDeep(block.content)
    const content: VideoContent = { ...rest }
    const pixels = finiteNumber(height)
    if (pixels !== undefined) content.height = pixels
    if (content.url) {
      delete content.id
      delete content.queryParamsStr
      Object.assign(content, videoSource(content.url))
    }
    return { kind: 'say', message: { id: block.id, type: 'video', content } }
  },
  exits: blockExits,
}
