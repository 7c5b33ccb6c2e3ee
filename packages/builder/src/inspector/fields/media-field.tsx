import { Upload } from 'lucide-react'
import { useRef, useState } from 'react'
import { useStudio } from '../../bot/studio.js'
import { safePicture } from '../../design/safe-address.js'
import { sayError } from '../../design/toasts.js'
import { uploadFile } from '../../service/upload.js'
import { TextField } from './text-field.js'

export type MediaKind = 'image' | 'video' | 'audio'

interface MediaFieldProps {
  label: string
  kind: MediaKind
  value: string
  onChange(value: string): void
}

/** A picture, film or sound: by its address, or as a file that is kept with the bot. */
export function MediaField({ label, kind, value, onChange }: MediaFieldProps) {
  const { bot } = useStudio()
  const picker = useRef<HTMLInputElement>(null)
  const [isBusy, setBusy] = useState(false)
  const take = async (file: File | undefined) => {
    if (!file) return
    setBusy(true)
    try {
      onChange(await uploadFile(bot.id, file))
    } catch (error) {
      sayError(error)
    }
    setBusy(false)
  }
  const picture = kind === 'image' ? safePicture(value) : undefined
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the button below takes files, too
    <div
      className="media-field"
      onDragOver={(event) => event.dataTransfer.types.includes('Files') && event.preventDefault()}
      onDrop={(event) => {
        event.preventDefault()
        void take(event.dataTransfer.files[0])
      }}
    >
      <TextField label={label} placeholder="https://" value={value} onChange={onChange} />
      <div className="row">
        {picture && <img className="media-sample" src={picture} alt="" />}
        <button type="button" className="button small" disabled={isBusy} onClick={() => picker.current?.click()}>
          <Upload size={13} /> {isBusy ? 'Uploading…' : 'Upload a file'}
        </button>
        <input
          ref={picker}
          type="file"
          hidden
          aria-label={`File for ${label}`}
          accept={`${kind}/*`}
          onChange={(event) => {
            void take(event.target.files?.[0])
            event.target.value = ''
          }}
        />
      </div>
    </div>
  )
}
