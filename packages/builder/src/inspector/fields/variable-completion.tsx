import type { Variable } from '@colloquy/flow'
import { Braces } from 'lucide-react'
import { type KeyboardEvent, useState } from 'react'
import { t } from '../../i18n/i18n.js'

interface Asked {
  /** Where the braces begin. */
  from: number
  /** What stands behind them. */
  name: string
}

const most = 8

/** Names of variables to complete what is typed behind `{{` in a text field. */
export function useVariableCompletion(
  id: string,
  variables: readonly Variable[],
  put: (text: string, at: number) => void,
) {
  const [asked, setAsked] = useState<Asked>()
  const [index, setIndex] = useState(0)
  const wanted = asked?.name.trim().toLowerCase() ?? ''
  const found = asked ? variables.filter(({ name }) => name.toLowerCase().includes(wanted)).slice(0, most) : []
  const isOpen = found.length > 0
  const close = () => setAsked(undefined)
  /** Looks at the text in front of the cursor; `at` is where it stands. */
  const look = (text: string, at: number) => {
    const [all, name] = /\{\{([^{}]{0,60})$/.exec(text.slice(Math.max(0, at - 64), at)) ?? []
    setAsked(all === undefined || name === undefined ? undefined : { from: at - all.length, name })
    setIndex(0)
  }
  const choose = (text: string, at: number, { name }: Variable) => {
    if (!asked) return
    const before = `${text.slice(0, asked.from)}{{${name}}}`
    close()
    put(before + text.slice(at).replace(/^\}\}/, ''), before.length)
  }
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement | HTMLTextAreaElement>) => {
    if (!isOpen) return
    const { value, selectionStart } = event.currentTarget
    if (event.key === 'ArrowDown') setIndex((index + 1) % found.length)
    else if (event.key === 'ArrowUp') setIndex((index + found.length - 1) % found.length)
    else if (event.key === 'Enter' || event.key === 'Tab') choose(value, selectionStart ?? value.length, found[index]!)
    else if (event.key === 'Escape') close()
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  return {
    look,
    /** For the field. */
    field: {
      onKeyDown,
      onBlur: close,
      'aria-autocomplete': 'list' as const,
      'aria-controls': isOpen ? `${id}-variables` : undefined,
      'aria-activedescendant': isOpen ? `${id}-variable-${index}` : undefined,
    },
    list: isOpen && (
      <div className="menu completions" role="listbox" id={`${id}-variables`} aria-label={t('Variables')}>
        {found.map((variable, position) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the field takes the keys
          <div
            key={variable.id}
            id={`${id}-variable-${position}`}
            className="menu-item"
            role="option"
            tabIndex={-1}
            aria-selected={position === index}
            onPointerDown={(event) => event.preventDefault()}
            onClick={(event) => {
              const field = event.currentTarget.closest('.text-with-menu')?.querySelector<HTMLInputElement>('.text')
              if (field) choose(field.value, field.selectionStart ?? field.value.length, variable)
            }}
          >
            <Braces size={14} aria-hidden />
            <span className="grow cut">{variable.name}</span>
          </div>
        ))}
      </div>
    ),
  }
}
