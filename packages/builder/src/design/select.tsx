import { searchable } from '@colloquy/flow/searchable'
import { type KeyboardEvent, useId, useRef, useState } from 'react'
import { groupsOf, nameIn, type SelectButtonProps, type SelectProps } from './choices.js'
import { Field } from './field.js'
import { onDemand, Part } from './on-demand.js'

const SelectWindow = onDemand(() => import('./select-window.js'), { isSoon: true })

/** A choice of a few values. Its list loads when it is first opened. */
export function Select({ label, hint, isLabelHidden, ...select }: SelectProps) {
  const id = useId()
  return (
    <Field id={id} label={label} hint={hint} isLabelHidden={isLabelHidden}>
      <SelectButton id={id} label={label} describedBy={hint ? `${id}-hint` : undefined} {...select} />
    </Field>
  )
}

/** The button of a select without its label. */
export function SelectButton(props: SelectButtonProps) {
  const { id, value, choices, disabled, required, autoFocus, describedBy, onChange } = props
  const [openedIn, setOpenedIn] = useState<'page' | 'dialog'>()
  const typed = useRef({ text: '', at: 0 })
  const all = groupsOf(choices).flatMap(([, list]) => list)
  const open = ({ currentTarget }: { currentTarget: Element }) =>
    setOpenedIn(currentTarget.closest('.dialog') ? 'dialog' : 'page')
  const onKeyDown = (event: KeyboardEvent) => {
    const { key } = event
    if (key === 'ArrowDown' || key === 'ArrowUp') {
      event.preventDefault()
      open(event)
    }
    if (key.length > 1 || event.ctrlKey || event.metaKey || event.altKey) return
    const isFurther = event.timeStamp - typed.current.at < pause
    if (key === ' ') {
      if (!isFurther) return
      // Between words it is a letter, and does not press the button.
      event.preventDefault()
    }
    typed.current = { text: (isFurther ? typed.current.text : '') + key, at: event.timeStamp }
    const found = all.find(([, name]) => searchable(name).startsWith(searchable(typed.current.text)))
    if (found) onChange(found[0])
  }
  const closed = (
    <button
      id={id}
      type="button"
      role="combobox"
      className="text select"
      data-value={value}
      aria-haspopup="listbox"
      aria-expanded={false}
      aria-required={required}
      aria-describedby={describedBy}
      disabled={disabled}
      // biome-ignore lint/a11y/noAutofocus: who opens a form writes in it next
      autoFocus={autoFocus}
      onClick={open}
      onKeyDown={onKeyDown}
    >
      <span className="cut">{nameIn(all, value)}</span>
    </button>
  )
  if (!openedIn) return closed
  return (
    <Part waiting={closed}>
      <SelectWindow {...props} isInDialog={openedIn === 'dialog'} />
    </Part>
  )
}

/** Milliseconds within which letters belong to one word. */
const pause = 700
