import { useState } from 'react'
import { t } from '../../i18n/i18n.js'
import { TextField } from './text-field.js'

interface NumberOrTextFieldProps {
  label: string
  value: string | number | undefined
  /** Any text will do; else only a number or one variable. */
  isAny: boolean
  placeholder?: string | undefined
  onChange(value: string | number | undefined): void
}

/** A number, or a variable that holds one. Anything else is shown as wrong and does not count. */
export function NumberOrTextField({ label, value, isAny, placeholder, onChange }: NumberOrTextFieldProps) {
  const [isWrong, setWrong] = useState(false)
  const change = (text: string) => {
    const isNumber = text.trim() !== '' && !Number.isNaN(Number(text)) && !/^\s*0\d/.test(text)
    const isRight = isAny || text === '' || isNumber || /^\{\{[^{}]+\}\}$/.test(text)
    setWrong(!isRight)
    if (text === '') onChange(undefined)
    else if (isRight)
      onChange(isNumber && String(Number(text)) === text ? Number(text) : isNumber && !isAny ? Number(text) : text)
  }
  return (
    <TextField
      label={label}
      value={String(value ?? '')}
      placeholder={placeholder}
      problem={isWrong ? t('A number, or one variable such as {{Count}}') : undefined}
      onChange={change}
    />
  )
}
