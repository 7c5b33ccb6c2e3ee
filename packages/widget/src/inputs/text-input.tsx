import type { InputHTMLAttributes } from 'preact'
import { useState } from 'preact/hooks'
import type { SentFile } from '../conversation/chat-state.js'
import { useServices } from '../view/chat-context.js'
import { lazyView } from '../view/lazy-view.js'
import { Field } from './field.js'
import type { InputProps } from './input-props.js'

type TextTypes = 'text input' | 'email input' | 'url input'

/** Attachments and voice, fetched where the author wants them. */
const TextExtras = lazyView(() => import('./text-extras.js'))

/** Text, e-mail addresses and web addresses: the service says what is wrong with them. */
export function TextInput({ input, reply, prefilled, questionId }: InputProps<TextTypes>) {
  const { words } = useServices()
  const [value, setValue] = useState(prefilled)
  const [files, setFiles] = useState<readonly SentFile[]>([])
  const [error, setError] = useState<string>()
  const [isBusy, setBusy] = useState(false)
  const { options } = input
  const extras = input.type === 'text input' ? (options as InputProps<'text input'>['input']['options']) : undefined
  const submit = () => {
    const text = readyToSend(input.type, value)
    if (isBusy) return
    if (text === '' && files.length === 0) return setError(words.notEmpty)
    const attachedFileUrls = files.map((file) => file.url)
    reply({
      message: { type: 'text', text, ...(files.length > 0 && { attachedFileUrls }) },
      ...(files.length > 0 && { files: [...files] }),
    })
  }
  const hasExtras = extras?.attachments?.isEnabled || extras?.audioClip?.isEnabled
  return (
    <Field
      label={options?.labels?.placeholder || words[placeholders[input.type]]}
      button={options?.labels?.button}
      value={value}
      onValue={(text) => {
        setValue(text)
        setError(undefined)
      }}
      onSubmit={submit}
      error={error}
      isLong={extras?.isLong}
      isBusy={isBusy}
      questionId={questionId}
      attributes={{ ...attributes[input.type], ...(extras?.inputMode && { inputMode: extras.inputMode }) }}
      after={
        hasExtras && (
          <TextExtras
            blockId={input.id}
            canAttach={extras?.attachments?.isEnabled === true}
            canRecord={extras?.audioClip?.isEnabled === true}
            files={files}
            onFiles={setFiles}
            onBusy={setBusy}
            onError={setError}
            onVoice={(file) => reply({ message: { type: 'audio', url: file.url }, files: [file] })}
          />
        )
      }
    />
  )
}

export const placeholders = { 'text input': 'typeAnswer', 'email input': 'typeEmail', 'url input': 'typeUrl' } as const

export const attributes: Record<TextTypes, InputHTMLAttributes> = {
  'text input': {},
  'email input': { type: 'email', inputMode: 'email', autocomplete: 'email', autocapitalize: 'off', spellcheck: false },
  'url input': { type: 'url', inputMode: 'url', autocomplete: 'url', autocapitalize: 'off', spellcheck: false },
}

/** A web address gets its scheme, as it would in the address line of a browser; keyboards add blanks to e-mail addresses. */
export function readyToSend(type: TextTypes, value: string): string {
  if (type === 'text input') return value.trim() === '' ? '' : value
  const text = value.trim()
  return type === 'url input' && text !== '' && !/^https?:\/\//i.test(text) ? `https://${text}` : text
}
