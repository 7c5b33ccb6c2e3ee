import { useEffect, useRef, useState } from 'preact/hooks'
import type { SentFile } from '../conversation/chat-state.js'
import { filled } from '../texts/filled.js'
import { useServices, useStyles } from '../view/chat-context.js'
import { Icon } from '../view/icon.js'
import { useTexts } from '../view/use-texts.js'
import styles from './text-extras.css?inline'
import { uploadProblem } from './upload-problem.js'
import { uploadFile } from './uploads.js'

interface TextExtrasProps {
  blockId: string
  canAttach: boolean
  canRecord: boolean
  files: readonly SentFile[]
  onFiles(files: readonly SentFile[]): void
  onBusy(isBusy: boolean): void
  onError(text: string): void
  onVoice(file: SentFile): void
}

/** Additional controls of a text field: attachments and a recorder. */
export default function TextExtras(props: TextExtrasProps) {
  useStyles(styles)
  const { connection, conversation } = useServices()
  const texts = useTexts()
  const picker = useRef<HTMLInputElement>(null)
  const recorder = useRef<Recorder | undefined>(undefined)
  const [seconds, setSeconds] = useState<number>()
  useEffect(() => () => recorder.current?.cancel(), [])

  const send = async (list: readonly File[]) => {
    const { session } = conversation.state
    const target = { connection, sessionId: session?.sessionId ?? '', blockId: props.blockId }
    props.onBusy(true)
    const results = await Promise.allSettled(list.map((file) => uploadFile(file, target, () => {})))
    props.onBusy(false)
    return results.flatMap((result, index) => {
      if (result.status === 'fulfilled') return [result.value]
      props.onError(uploadProblem(result.reason, list[index]?.name ?? '', texts, session?.bot.settings))
      return []
    })
  }
  const attach = async () => {
    const list = [...(picker.current?.files ?? [])]
    const sent = await send(list)
    props.onFiles([...props.files, ...sent])
    if (picker.current) picker.current.value = ''
  }
  const record = async () => {
    try {
      recorder.current = await startRecording(setSeconds)
      setSeconds(0)
    } catch {
      props.onError(texts.noMicrophone)
    }
  }
  const finish = async () => {
    const file = await recorder.current?.stop()
    setSeconds(undefined)
    const [sent] = file ? await send([file]) : []
    if (sent) props.onVoice({ ...sent, name: texts.voiceMessage })
  }
  const cancel = () => {
    recorder.current?.cancel()
    setSeconds(undefined)
  }

  if (seconds !== undefined)
    return (
      <span class="recorder">
        <span class="pulse" aria-hidden="true" />
        <span role="timer">{filled(texts.recording, { time: clockText(seconds) })}</span>
        <IconButton name="trash" label={texts.cancelRecording} onClick={cancel} />
        <IconButton name="check" label={texts.stopRecording} onClick={finish} />
      </span>
    )
  return (
    <>
      {props.files.length > 0 && (
        <ul class="attached">
          {props.files.map((file) => (
            <li key={file.url}>
              <span>{file.name}</span>
              <IconButton
                name="cross"
                label={filled(texts.remove, { name: file.name })}
                onClick={() => props.onFiles(props.files.filter((one) => one !== file))}
              />
            </li>
          ))}
        </ul>
      )}
      {props.canAttach && (
        <>
          <input ref={picker} type="file" multiple hidden aria-label={texts.attach} onChange={attach} />
          <IconButton name="clip" label={texts.attach} onClick={() => picker.current?.click()} />
        </>
      )}
      {props.canRecord && <IconButton name="mic" label={texts.record} onClick={record} />}
    </>
  )
}

function IconButton({
  name,
  label,
  onClick,
}: {
  name: Parameters<typeof Icon>[0]['name']
  label: string
  onClick(): void
}) {
  return (
    <button type="button" class="icon-button" aria-label={label} title={label} onClick={onClick}>
      <Icon name={name} />
    </button>
  )
}

interface Recorder {
  /** Resolves to the recording. */
  stop(): Promise<File>
  cancel(): void
}

async function startRecording(onSecond: (seconds: number) => void): Promise<Recorder> {
  const stream = await navigator.mediaDevices.getUserMedia({ audio: true })
  const media = new MediaRecorder(stream)
  const parts: Blob[] = []
  const began = Date.now()
  const timer = setInterval(() => onSecond(Math.round((Date.now() - began) / 1000)), 1000)
  media.ondataavailable = ({ data }) => parts.push(data)
  media.start()
  const cancel = () => {
    clearInterval(timer)
    if (media.state !== 'inactive') media.stop()
    for (const track of stream.getTracks()) track.stop()
  }
  return {
    cancel,
    stop: () =>
      new Promise((resolve) => {
        media.onstop = () => {
          const type = media.mimeType.split(';')[0] || 'audio/webm'
          resolve(new File(parts, `voice.${type.split('/')[1]}`, { type }))
        }
        cancel()
      }),
  }
}

const clockText = (seconds: number) => `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
