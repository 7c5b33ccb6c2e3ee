import { definitionOf } from '../../blocks/registry.js'
import { pageWithoutVideo } from '../../media/video-address.js'
import type { Rule } from '../rule.js'

export const pageWithoutVideoRule: Rule = {
  id: 'page-without-video',
  severity: 'warning',
  summary: 'The address of a Video is a page of a service, such as Loom, that is not played',
  *find({ blocks }) {
    for (const { block, location } of blocks) {
      const video = definitionOf(block.type)?.video?.(block)
      const service = video?.url && !video.url.includes('{{') ? pageWithoutVideo(video.url) : undefined
      if (!video || !service) continue
      yield {
        location: { ...location, path: `${location.path}.${video.path}` },
        message: `This page of ${service} is not played: give the address of one video or of a file, or show the player in an Embed block.`,
      }
    }
  },
}
