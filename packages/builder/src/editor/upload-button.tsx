import { Upload } from 'lucide-react'
import { useRef, useState } from 'react'
import { showError } from '../design/toasts.js'
import { t } from '../i18n/i18n.js'
import { uploadFile } from '../service/upload.js'
import { useBotEditor } from './bot-editor.js'

/** Uploads a file for the open bot and passes its address on. Errors are shown. */
export function useUpload(onKept: (address: string) => void) {
  const { bot } = useBotEditor()
  const [isBusy, setBusy] = useState(false)
  const take = async (file: File | undefined) => {
    if (!file) return
    setBusy(true)
    try {
      onKept(await uploadFile(bot.id, file))
    } catch (error) {
      showError(error)
    }
    setBusy(false)
  }
  return { take, isBusy }
}

interface UploadButtonProps extends ReturnType<typeof useUpload> {
  /** Purpose of the file, for screen readers. */
  label: string
  /** Accepted types, in the syntax of HTML's `accept`. */
  accept: string
}

/** A button that asks for a file. */
export function UploadButton({ label, accept, take, isBusy }: UploadButtonProps) {
  const picker = useRef<HTMLInputElement>(null)
  return (
    <>
      <button type="button" className="button small" disabled={isBusy} onClick={() => picker.current?.click()}>
        <Upload size={13} /> {isBusy ? t('Uploading…') : t('Upload a file')}
      </button>
      <input
        ref={picker}
        type="file"
        hidden
        aria-label={label}
        accept={accept}
        onChange={(event) => {
          void take(event.target.files?.[0])
          event.target.value = ''
        }}
      />
    </>
  )
}
