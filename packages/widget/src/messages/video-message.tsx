import { useTexts } from '../view/use-texts.js'
import { Captions } from './captions.js'
import type { MessageProps } from './message-props.js'
import { aspectRatio, videoSource } from './video-source.js'

export function VideoMessage({ message }: MessageProps<'video'>) {
  const texts = useTexts()
  const { content } = message
  const source = videoSource(content)
  if (!source) return null
  const isFixed = content.height !== undefined && content.aspectRatio === undefined && source.kind === 'player'
  const size = isFixed
    ? { height: `${content.height}px` }
    : { aspectRatio: aspectRatio(content.aspectRatio), maxWidth: /^\d+(px|%)$/.exec(content.maxWidth ?? '')?.[0] }
  const isPlaying = content.isAutoplayEnabled !== false
  return (
    <div class="media wide host" part="host-bubble">
      {source.kind === 'file' ? (
        <video
          class="frame"
          style={size}
          src={source.url}
          controls={content.areControlsDisplayed !== false}
          autoplay={isPlaying}
          muted={isPlaying && content.areControlsDisplayed === false}
          playsInline
          aria-label={texts.video}
        >
          <Captions url={content.captionsUrl} language={content.captionsLanguage} />
        </video>
      ) : (
        <iframe
          class="frame"
          style={size}
          src={source.url}
          title={texts.video}
          loading="lazy"
          allow="autoplay; fullscreen; encrypted-media; picture-in-picture"
          referrerpolicy="strict-origin-when-cross-origin"
        />
      )}
    </div>
  )
}
