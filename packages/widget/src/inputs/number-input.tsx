import { readNumber, signsOf } from '@colloquy/flow/readers'
import { useState } from 'preact/hooks'
import { useServices, useStyles } from '../view/chat-context.js'
import { useTexts } from '../view/use-texts.js'
import { Field } from './field.js'
import type { InputProps } from './input-props.js'
import styles from './number-input.css?inline'
import { readBounded, shownNumber, typedNumber } from './number-text.js'

export default function NumberInput({ input, reply, prefilled, questionId }: InputProps<'number input'>) {
  useStyles(styles)
  const { language } = useServices()
  const texts = useTexts()
  const [error, setError] = useState<string>()
  const { labels, locale = language, style, currency, unit, ...limits } = input.options ?? {}
  const look = { locale, style, currency, unit }
  const [sign] = signsOf(look)
  // The service sends them as numbers, or not at all.
  const { min, max, step = 1 } = limits as { min?: number; max?: number; step?: number }
  const [value, setValue] = useState(() => typedNumber(prefilled, locale))
  const submit = () => {
    const read = readBounded(value, { ...look, min, max }, texts)
    if ('problem' in read) return setError(read.problem)
    const label = style && style !== 'decimal' && { label: shownNumber(read.bare, look) }
    reply({ message: { type: 'text', text: read.bare }, ...label })
  }
  const stepBy = (direction: number) => {
    const from = Number(readNumber(value, { locale, signs: signsOf(look) }) ?? min ?? 0)
    const digits = Math.max(...[step, from].map((number) => String(number).split('.')[1]?.length ?? 0))
    const next = Math.min(max ?? Infinity, Math.max(min ?? -Infinity, from + direction * step))
    setValue(typedNumber(next.toFixed(digits), locale))
    setError(undefined)
  }
  return (
    <Field
      label={labels?.placeholder || texts.typeNumber}
      button={labels?.button}
      value={value}
      onValue={(text) => {
        setValue(text)
        setError(undefined)
      }}
      onSubmit={submit}
      error={error}
      questionId={questionId}
      attributes={{ inputMode: min !== undefined && min >= 0 ? 'decimal' : 'text', autocomplete: 'off' }}
      onKeyDown={(event) => {
        if (event.key !== 'ArrowUp' && event.key !== 'ArrowDown') return
        event.preventDefault()
        stepBy(event.key === 'ArrowUp' ? 1 : -1)
      }}
      after={sign && <span class="sign">{sign}</span>}
    />
  )
}
