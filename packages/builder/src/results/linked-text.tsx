import { Download, Paperclip } from 'lucide-react'
import { Picture } from '../design/picture.js'
import { safePicture } from '../design/safe-address.js'
import { t } from '../i18n/i18n.js'
import './results.css'

/**
 * A text with clickable web addresses. Images, audio and video are shown, with a link to the file; with `isShort`, on one line and with
 * files shown by type.
 */
export function LinkedText({ text, isShort = false }: { text: string; isShort?: boolean }) {
  if (!text.includes('://')) return text
  return text.split(address).map((part, index) => {
    // biome-ignore lint/suspicious/noArrayIndexKey: parts of a text that does not change
    if (index % 2 === 1) return <Linked key={index} address={part} isShort={isShort} />
    return isShort || part.trim() !== ',' ? part : ' '
  })
}

/** Media of a message: an image, a clip, or a link if a browser cannot play it. */
export function Media({ address, kind }: { address: string; kind: MediaKind }) {
  const safe = safePicture(address)
  if (!safe) return <span>{address}</span>
  if (kind === 'image')
    return (
      <a href={safe} target="_blank" rel="noreferrer noopener">
        <Picture src={safe} loading="lazy" fallback={safe} />
      </a>
    )
  // biome-ignore lint/a11y/useMediaCaption: visitors and authors provide none
  if (kind === 'audio') return <audio src={safe} controls preload="none" />
  if (mediaKindOf(safe) !== 'video') return <PlainLink address={safe} text={safe} />
  // biome-ignore lint/a11y/useMediaCaption: visitors and authors provide none
  return <video src={safe} controls preload="metadata" />
}

type MediaKind = 'image' | 'audio' | 'video'

function Linked({ address, isShort }: { address: string; isShort: boolean }) {
  const kind = mediaKindOf(address)
  const isFile = ownFile.test(address)
  const extension = extensionOf(address).toUpperCase()
  if (isShort)
    return isFile ? (
      <a className="link file" href={address} target="_blank" rel="noreferrer noopener" title={t('Open the file')}>
        <Paperclip size={12} aria-hidden /> {extension}
      </a>
    ) : (
      <PlainLink address={address} text={address} />
    )
  if (!isFile) return <PlainLink address={address} text={address} />
  return (
    <span className="shown-file">
      {kind && <Media address={address} kind={kind} />}
      <a className="link file" href={address} download>
        <Download size={13} aria-hidden /> {t('Download {extension}', { extension })}
      </a>
    </span>
  )
}

const PlainLink = ({ address, text }: { address: string; text: string }) => (
  <a className="link" href={address} target="_blank" rel="noreferrer noopener">
    {text}
  </a>
)

/** A web address, without the punctuation of the surrounding sentence. */
const address = /(https?:\/\/[^\s,"'<>]*[^\s,"'<>.;:!?)\]])/
/** Addresses of uploaded files, public and private. */
const ownFile = /\/api\/(files|bots\/[^/]+\/results\/[^/]+\/blocks\/[^/]+)\/[a-z0-9]+\.[a-z0-9]+$/

const extensionOf = (path: string): string =>
  /\.([a-z0-9]{1,5})$/i.exec(path.split(/[?#]/, 1)[0] ?? '')?.[1]?.toLowerCase() ?? ''

const kinds: Record<MediaKind, readonly string[]> = {
  image: ['png', 'jpg', 'jpeg', 'gif', 'webp', 'avif'],
  audio: ['mp3', 'wav', 'ogg', 'oga', 'm4a', 'aac', 'weba', 'opus'],
  video: ['mp4', 'webm', 'mov', 'ogv', 'm4v'],
}

function mediaKindOf(path: string): MediaKind | undefined {
  const extension = extensionOf(path)
  return (Object.keys(kinds) as MediaKind[]).find((kind) => kinds[kind].includes(extension))
}
