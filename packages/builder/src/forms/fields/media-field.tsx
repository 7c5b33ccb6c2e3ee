import { ImageOff } from 'lucide-react'
import { Picture } from '../../design/picture.js'
import { safePicture } from '../../design/safe-address.js'
import { useBotEditor } from '../../editor/bot-editor.js'
import { UploadButton, useUpload } from '../../editor/upload-button.js'
import { t } from '../../i18n/i18n.js'
import { TextField } from './text-field.js'

export type MediaKind = 'image' | 'video' | 'audio' | 'captions'

interface MediaFieldProps {
  label: string
  kind: MediaKind
  value: string
  onChange(value: string): void
}

/** A picture, film, sound or file of captions: by its address, or as a file that is kept with the bot. */
export function MediaField({ label, kind, value, onChange }: MediaFieldProps) {
  const { isReadOnly } = useBotEditor()
  const upload = useUpload(onChange)
  const picture = kind === 'image' ? safePicture(value) : undefined
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the button below takes files, too
    <div
      className="media-field"
      onDragOver={(event) => event.dataTransfer.types.includes('Files') && event.preventDefault()}
      onDrop={(event) => {
        event.preventDefault()
        if (!isReadOnly) void upload.take(event.dataTransfer.files[0])
      }}
    >
      <TextField label={label} placeholder="https://" value={value} onChange={onChange} />
      <div className="row">
        {picture && <Picture className="media-sample" src={picture} fallback={<NoPicture />} />}
        <UploadButton
          {...upload}
          label={t('File for {label}', { label })}
          accept={kind === 'captions' ? '.vtt,text/vtt' : `${kind}/*`}
        />
      </div>
    </div>
  )
}

const NoPicture = () => (
  <span
    className="media-sample broken"
    role="img"
    aria-label={t('The picture does not load')}
    title={t('The picture does not load')}
  >
    <ImageOff size={16} aria-hidden />
  </span>
)
