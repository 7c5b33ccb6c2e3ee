import { useState } from 'preact/hooks'
import { filled } from '../texts/filled.js'
import { useServices, useStyles } from '../view/chat-context.js'
import { useTexts } from '../view/use-texts.js'
import { Field } from './field.js'
import type { InputProps } from './input-props.js'
import styles from './number-input.css?inline'
import { bareNumber, numberSign, shownNumber } from './number-text.js'

export default function NumberInput({ input, reply, prefilled, questionId }: InputProps<'number input'>) {
  useStyles(styles)
  const { language } = useServices()
  const texts = useTexts()
  const [value, setValue] = useState(prefilled)
  const [error, setError] = useState<string>()
  const { labels, locale = language, style, currency, unit, ...limits } = input.options ?? {}
  const look = { locale, style, currency, unit }
  const [min, max, step] = [numberOf(limits.min), numberOf(limits.max), numberOf(limits.step) ?? 1]
  const submit = () => {
    const bare = bareNumber(value, locale)
    if (bare === undefined) return setError(texts.notNumber)
    const isLow = min !== undefined && Number(bare) < min
    const isHigh = max !== undefined && Number(bare) > max
    if (isLow || isHigh) {
      const range = { min: shownNumber(String(min), look), max: shownNumber(String(max), look) }
      const sentence = min !== undefined && max !== undefined ? texts.between : isLow ? texts.atLeast : texts.atMost
      return setError(filled(sentence, range))
    }
    const shown = shownNumber(bare, look)
    reply({ message: { type: 'text', text: bare }, ...(style && style !== 'decimal' && { label: shown }) })
  }
  const stepBy = (direction: number) => {
    const from = Number(bareNumber(value, locale) ?? min ?? 0)
    const digits = Math.max(...[step, from].map((number) => String(number).split('.')[1]?.length ?? 0))
    const next = Math.min(max ?? Infinity, Math.max(min ?? -Infinity, from + direction * step))
    setValue(next.toFixed(digits))
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
      after={numberSign(look) && <span class="sign">{numberSign(look)}</span>}
    />
  )
}

const numberOf = (value: number | string | undefined): number | undefined => {
  const number = typeof value === 'number' ? value : Number.parseFloat(value ?? '')
  return Number.isFinite(number) ? number : undefined
}
