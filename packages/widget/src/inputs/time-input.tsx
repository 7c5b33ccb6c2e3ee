import { useState } from 'preact/hooks'
import { useAllWords } from '../words/use-all-words.js'
import { Field } from './field.js'
import type { InputProps } from './input-props.js'
import { shownTime } from './shown-date.js'

export default function TimeInput({ input, reply, prefilled, questionId }: InputProps<'time input'>) {
  const words = useAllWords()
  const [value, setValue] = useState(/^\d\d:\d\d$/.test(prefilled) ? prefilled : '')
  const [error, setError] = useState<string>()
  const submit = () => {
    if (!value) return setError(words.chooseOne)
    reply({
      message: { type: 'text', text: value },
      ...(!input.options?.format && { label: shownTime(value, navigator.language) }),
    })
  }
  return (
    <Field
      label={words.time}
      button={input.options?.labels?.button}
      value={value}
      onValue={(text) => {
        setValue(text)
        setError(undefined)
      }}
      onSubmit={submit}
      error={error}
      questionId={questionId}
      attributes={{ type: 'time' }}
    />
  )
}
