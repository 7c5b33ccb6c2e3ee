import { asciiDigits, withoutUnseen } from '@colloquy/flow/readers'
import { useMemo, useState } from 'preact/hooks'
import { useServices, useStyles } from '../view/chat-context.js'
import { useTexts } from '../view/use-texts.js'
import { type Country, countries } from './countries.js'
import { Field } from './field.js'
import type { InputProps } from './input-props.js'
import styles from './phone-input.css?inline'

/** A country and a number; the service decides whether the number is valid. */
export default function PhoneInput({ input, reply, prefilled, questionId }: InputProps<'phone number input'>) {
  useStyles(styles)
  const { language } = useServices()
  const texts = useTexts()
  const list = useMemo(() => countries(language), [language])
  const { labels, defaultCountryCode } = input.options ?? {}
  const [code, setCode] = useState(() => firstCountry(list, defaultCountryCode))
  const [value, setValue] = useState(prefilled)
  const [error, setError] = useState<string>()
  const country = list.find((one) => one.code === code)
  const submit = () => {
    if (!/\p{Nd}/u.test(value)) return setError(value.trim() ? texts.notPhone : texts.notEmpty)
    reply({ message: { type: 'text', text: fullNumber(value, country?.calling) } })
  }
  return (
    <Field
      label={labels?.placeholder || texts.typePhone}
      button={labels?.button}
      value={value}
      onValue={(text) => {
        setValue(text)
        setError(undefined)
        const typed = countryOf(text, list, code)
        if (typed !== undefined) setCode(typed)
      }}
      onSubmit={submit}
      error={error}
      questionId={questionId}
      attributes={{ type: 'tel', inputMode: 'tel', autocomplete: 'tel', dir: 'ltr' }}
      before={
        <span class="country">
          <span aria-hidden="true">{country ? `${country.flag} +${country.calling}` : '🌐 +'}</span>
          <select aria-label={texts.country} value={code} onChange={(event) => setCode(event.currentTarget.value)}>
            <option value="">{texts.international}</option>
            {list.map((one) => (
              <option key={one.code} value={one.code}>
                {one.name} (+{one.calling})
              </option>
            ))}
          </select>
        </span>
      }
    />
  )
}

/** The country that the author set, else that of the visitor's browser; none if neither is known, or if "INT" is set. */
function firstCountry(list: readonly Country[], set: string | undefined): string {
  const code = set?.toUpperCase() || regionOf(navigator.language)
  return list.some((one) => one.code === code) ? String(code) : ''
}

function regionOf(language: string): string | undefined {
  try {
    return new Intl.Locale(language).maximize().region
  } catch {
    return undefined
  }
}

const inAscii = (text: string) => asciiDigits(withoutUnseen(text)).replace('\uff0b', '+')

/** The number with its country code. A number with a plus already has one; leading zeros are for domestic calls. */
export function fullNumber(text: string, calling: string | undefined): string {
  const trimmed = inAscii(text).replace(/[()]/g, '').trim()
  if (trimmed.startsWith('+')) return trimmed
  if (/^00[1-9]/.test(trimmed)) return `+${trimmed.slice(2)}`
  if (!calling) return `+${trimmed}`
  // Italian numbers keep the leading zero that others drop.
  return `+${calling} ${calling === '39' ? trimmed : trimmed.replace(/^0/, '')}`
}

/** The country of a number that was typed or filled in completely; the current one if it matches. */
function countryOf(text: string, list: ReturnType<typeof countries>, code: string): string | undefined {
  const plain = inAscii(text).trim()
  if (!plain.startsWith('+')) return undefined
  const digits = plain.replace(/\D/g, '')
  const fitting = list.filter((one) => digits.startsWith(one.calling))
  const longest = Math.max(0, ...fitting.map((one) => one.calling.length))
  const best = fitting.filter((one) => one.calling.length === longest)
  if (best.some((one) => one.code === code)) return code
  return (best.find((one) => mainCountries.has(one.code)) ?? best[0])?.code
}

/** The countries that most callers mean, among those that share a calling code. */
const mainCountries = new Set(['US', 'GB', 'IT', 'RU', 'MA', 'AU', 'NO', 'FI', 'GP', 'RE', 'CW', 'SH'])
