import { acceptAttribute, acceptedExtension, extensionsOf, listedTypes } from '@colloquy/flow/file-types'
import { useId, useState } from 'preact/hooks'
import type { SentFile } from '../conversation/chat-state.js'
import { filled } from '../texts/filled.js'
import { useServices, useStyles } from '../view/chat-context.js'
import { Icon } from '../view/icon.js'
import { useInvalidId } from '../view/invalid-reply.js'
import { useTexts } from '../view/use-texts.js'
import { FieldError } from './field.js'
import styles from './file-input.css?inline'
import type { InputProps } from './input-props.js'
import { uploadProblem } from './upload-problem.js'
import { uploadFile } from './uploads.js'

/** Files that are selected, dropped or taken with the camera. Uploaded files are not uploaded again after a failure. */
export default function FileInput({ input, reply, questionId }: InputProps<'file input'>) {
  useStyles(styles)
  const { connection, conversation } = useServices()
  const texts = useTexts()
  const id = useId()
  const invalidId = useInvalidId()
  const [files, setFiles] = useState<readonly File[]>([])
  const [sent, setSent] = useState<ReadonlyMap<File, SentFile>>(new Map())
  const [shares, setShares] = useState<ReadonlyMap<File, number>>(new Map())
  const [error, setError] = useState<string>()
  const [isBusy, setBusy] = useState(false)
  const [isOver, setOver] = useState(false)
  const { isRequired = true, isMultipleAllowed = false, labels, allowedFileTypes, capture } = input.options ?? {}
  const types = listedTypes(allowedFileTypes)

  const take = (list: Iterable<File>) => {
    const added = [...list].slice(0, isMultipleAllowed ? undefined : 1)
    const listed = types && extensionsOf(types)
    const good = added.filter((file) => !listed || acceptedExtension(file, listed))
    const wrong = added.find((file) => !good.includes(file))
    setError(wrong && filled(texts.wrongType, { file: wrong.name }))
    if (good.length > 0) setFiles(isMultipleAllowed ? [...files, ...good] : good)
  }
  const upload = async () => {
    if (isBusy) return
    if (files.length === 0) return setError(texts.chooseOne)
    const { session } = conversation.state
    const target = { connection, sessionId: session?.sessionId ?? '', blockId: input.id }
    const done = new Map(sent)
    setBusy(true)
    setError(undefined)
    const put = async (file: File) => {
      if (done.has(file)) return
      done.set(file, await uploadFile(file, target, (share) => setShares((old) => new Map(old).set(file, share))))
    }
    const results = await Promise.allSettled(files.map(put))
    setSent(done)
    setBusy(false)
    for (const [index, result] of results.entries()) {
      const { name } = files[index] as File
      if (result.status === 'rejected')
        return setError(uploadProblem(result.reason, name, texts, session?.bot.settings))
    }
    const uploaded = files.map((file) => done.get(file) as SentFile)
    const label =
      files.length > 1
        ? (labels?.success?.multiple || texts.uploadedMany).replaceAll('{total}', String(files.length))
        : labels?.success?.single || texts.uploaded
    reply({
      message: { type: 'text', text: uploaded.map((file) => encodeURI(file.url)).join(', ') },
      label,
      files: uploaded,
    })
  }

  return (
    <form
      class="file-form"
      onSubmit={(event) => {
        event.preventDefault()
        void upload()
      }}
    >
      <label
        class={`drop ${isOver ? 'over' : ''}`}
        part="field"
        onDragOver={(event) => {
          event.preventDefault()
          setOver(true)
        }}
        onDragLeave={() => setOver(false)}
        onDrop={(event) => {
          event.preventDefault()
          setOver(false)
          take(event.dataTransfer?.files ?? [])
        }}
      >
        <input
          type="file"
          id={id}
          class="drop-input"
          multiple={isMultipleAllowed}
          accept={types && acceptAttribute(types)}
          {...(capture && { capture })}
          disabled={isBusy}
          aria-describedby={[`${id}-error`, invalidId, questionId].filter(Boolean).join(' ')}
          aria-invalid={error || (invalidId && files.length === 0) ? 'true' : undefined}
          onChange={(event) => {
            take(event.currentTarget.files ?? [])
            event.currentTarget.value = ''
          }}
        />
        <Icon name="cloud" />
        <span>
          <strong>{plainText(labels?.placeholder) || (isMultipleAllowed ? texts.pickFiles : texts.pickFile)}</strong>{' '}
          {!labels?.placeholder && texts.orDrop}
        </span>
      </label>
      <ChosenFiles
        files={files}
        shareOf={(file) => (sent.has(file) ? 1 : isBusy ? (shares.get(file) ?? 0) : undefined)}
        onRemove={(file) => setFiles(files.filter((one) => one !== file))}
      />
      <FieldError id={`${id}-error`} text={error} />
      <div class="actions">
        {files.length > 1 && !isBusy && (
          <button type="button" class="button quiet" onClick={() => setFiles([])}>
            {labels?.clear || texts.clear}
          </button>
        )}
        {!isRequired && files.length === 0 && (
          <button type="button" class="button quiet" onClick={() => reply({ label: labels?.skip || texts.skip })}>
            {labels?.skip || texts.skip}
          </button>
        )}
        {files.length > 0 && (
          <button type="submit" class="button" part="button" disabled={isBusy}>
            {labels?.button || texts.upload}
          </button>
        )}
      </div>
    </form>
  )
}

interface ChosenFilesProps {
  files: readonly File[]
  /** Progress of a file's upload, from 0 to 1; undefined before its start. */
  shareOf(file: File): number | undefined
  onRemove(file: File): void
}

/** Files with the progress of their uploads; those that are not being uploaded can be removed. */
function ChosenFiles({ files, shareOf, onRemove }: ChosenFilesProps) {
  const texts = useTexts()
  if (files.length === 0) return null
  return (
    <ul class="files">
      {files.map((file) => {
        const share = shareOf(file)
        return (
          <li key={`${file.name}-${file.lastModified}`}>
            <Icon name="file" />
            <span class="file-name">{file.name}</span>
            {share === undefined ? (
              <button
                type="button"
                class="plain"
                aria-label={filled(texts.remove, { name: file.name })}
                onClick={() => onRemove(file)}
              >
                <Icon name="cross" />
              </button>
            ) : (
              <progress max={1} value={share} aria-label={filled(texts.uploading, { name: file.name })} />
            )}
          </li>
        )
      })}
    </ul>
  )
}

/** Authors may have written their label as HTML; its text is shown without the tags. */
export const plainText = (html: string | undefined): string =>
  (html ?? '')
    .replace(/<[^<>]*>/g, ' ')
    .replace(/&nbsp;/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()
