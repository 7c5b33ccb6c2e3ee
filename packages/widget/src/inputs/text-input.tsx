import type { Prompt } from '@colloquy/flow'
import type { InputHTMLAttributes } from 'preact'
import { useState } from 'preact/hooks'
import type { SentFile } from '../conversation/chat-state.js'
import { promptOf } from '../conversation/prompt-of.js'
import { useServices } from '../view/chat-context.js'
import { lazyView } from '../view/lazy-view.js'
import { Field } from './field.js'
import type { InputProps } from './input-props.js'

type TextTypes = 'text input' | 'email input' | 'url input'

/** Attachments and voice recording, loaded if the author enables them. */
const TextExtras = lazyView(() => import('./text-extras.js'))

/** Text, email addresses and web addresses: the service validates them. */
export function TextInput({ input, reply, prefilled, questionId }: InputProps<TextTypes>) {
  const { texts } = useServices()
  const [value, setValue] = useState(prefilled)
  const [files, setFiles] = useState<readonly SentFile[]>([])
  const [error, setError] = useState<string>()
  const [isBusy, setBusy] = useState(false)
  const { options } = input
  const extras = options as InputProps<'text input'>['input']['options']
  const prompt = promptOf(input)
  const submit = () => {
    const text = readyToSend(prompt, value)
    if (isBusy) return
    if (text === '' && files.length === 0) return setError(texts.notEmpty)
    const attachedFileUrls = files.map((file) => file.url)
    reply({
      message: { type: 'text', text, ...(files.length > 0 && { attachedFileUrls }) },
      ...(files.length > 0 && { files: [...files] }),
    })
  }
  const hasExtras = extras?.attachments?.isEnabled || extras?.audioClip?.isEnabled
  return (
    <Field
      label={options?.labels?.placeholder || texts[placeholders[prompt] ?? 'typeAnswer']}
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
      attributes={{ ...attributes[prompt], ...(extras?.inputMode && { inputMode: extras.inputMode }) }}
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

export const placeholders: { readonly [P in Prompt]?: 'typeEmail' | 'typeUrl' } = { email: 'typeEmail', url: 'typeUrl' }

export const attributes: { readonly [P in Prompt]?: InputHTMLAttributes } = {
  email: { type: 'email', inputMode: 'email', autocomplete: 'email', spellcheck: false },
  url: { type: 'url', inputMode: 'url', autocomplete: 'url', spellcheck: false },
}

/** Adds the scheme to a web address, like the address bar of a browser, and removes the blanks that keyboards add to email addresses. */
export function readyToSend(prompt: Prompt, value: string): string {
  const text = value.trim()
  if (prompt === 'text') return text && value
  return prompt === 'url' && text !== '' && !/^https?:\/\//i.test(text) ? `https://${text}` : text
}
