import { useState } from 'preact/hooks'
import { useTexts } from '../view/use-texts.js'
import { Field } from './field.js'
import type { InputProps } from './input-props.js'
import { shownTime } from './shown-date.js'

export default function TimeInput({ input, reply, prefilled, questionId }: InputProps<'time input'>) {
  const texts = useTexts()
  const [value, setValue] = useState(/^\d\d:\d\d$/.test(prefilled) ? prefilled : '')
  const [error, setError] = useState<string>()
  const submit = () => {
    if (!value) return setError(texts.chooseOne)
    reply({
      message: { type: 'text', text: value },
      ...(!input.options?.format && { label: shownTime(value, navigator.language) }),
    })
  }
  return (
    <Field
      label={texts.time}
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
