import type { ComponentType } from 'preact'
import type { Input } from '../conversation/wire.js'
import { lazyView } from '../view/lazy-view.js'
import { ChoiceInput, WideChoiceInput } from './choice-input.js'
import type { InputProps } from './input-props.js'
import { TextInput } from './text-input.js'

type Views = { [T in Input['type']]: ComponentType<InputProps<T>> & { preload?: () => void } }

/** One view for each kind of input. Those that visitors meet most come with the chat, the others when they are needed. */
export const inputViews = {
  'text input': TextInput,
  'email input': TextInput,
  'url input': TextInput,
  'choice input': ChoiceInput,
  'number input': lazyView(() => import('./number-input.js')),
  'phone number input': lazyView(() => import('./phone-input.js')),
  'date input': lazyView(() => import('./date-input.js')),
  'time input': lazyView(() => import('./time-input.js')),
  'rating input': lazyView(() => import('./rating-input.js')),
  'picture choice input': WideChoiceInput,
  cards: lazyView(() => import('./cards-input.js')),
  'file input': lazyView(() => import('./file-input.js')),
  'payment input': lazyView(() => import('./payment-input.js')),
} satisfies Views

export function InputView(props: InputProps) {
  const View = inputViews[props.input.type] as ComponentType<InputProps>
  return View ? <View {...props} /> : null
}
