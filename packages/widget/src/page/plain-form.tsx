import type { PageModel } from '@colloquy/chat'
import { type ComponentChildren, createContext } from 'preact'
import { useContext } from 'preact/hooks'
import type { Input, InputOf } from '../conversation/wire.js'
import { FieldError } from '../inputs/field.js'
import type { Texts } from '../texts/more-en.js'

/** Context shared by the forms of one page. */
export interface PlainServices {
  form: PageModel['form']
  people: PageModel['people']
  texts: Texts
  language: string
  /** Id of the element that shows the question. */
  questionId: string
  /** Why the last answer was rejected; shown at the form. */
  problem: string | undefined
  /** The last answer was not accepted, and the question says why. */
  isAskedAgain: boolean
  /** The visitor is in the middle of the conversation, and answers next. */
  takesFocus: boolean
}

export const PlainContext = createContext<PlainServices>(undefined as unknown as PlainServices)
export const usePlain = (): PlainServices => useContext(PlainContext)

export interface PlainInputProps<T extends Input['type'] = Input['type']> {
  input: InputOf<T>
  prefilled: string
}

interface PlainFormProps {
  class?: string
  hasFiles?: boolean
  children: ComponentChildren
}

/** A form of the page. When a browser without scripts sends it, it says so, because the following items must then work without scripts. */
export function PlainForm({ class: name, hasFiles, children }: PlainFormProps) {
  const { form, problem } = usePlain()
  return (
    <form class={name} method="post" action={form.action} enctype={hasFiles ? 'multipart/form-data' : undefined}>
      {Object.entries(form.hidden).map(([key, value]) => (
        <input key={key} type="hidden" name={key} value={value} />
      ))}
      <noscript>
        <input type="hidden" name="scripts" value="off" />
      </noscript>
      {children}
      <FieldError id="problem" text={problem} />
    </form>
  )
}

/** Links a field to its question, which names it unless the field has its own name, and to the error of the last answer. */
export function useTies({ hasName = false } = {}) {
  const { questionId, problem, isAskedAgain, takesFocus } = usePlain()
  return {
    'aria-labelledby': hasName ? undefined : questionId,
    'aria-describedby':
      [problem && 'problem', isAskedAgain && 'invalid', hasName && questionId].filter(Boolean).join(' ') || undefined,
    'aria-invalid': problem || isAskedAgain ? ('true' as const) : undefined,
    autofocus: takesFocus || undefined,
  }
}
