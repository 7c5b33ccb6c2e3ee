import type { Prompt } from '@colloquy/flow'
import type { ComponentType } from 'preact'
import { promptOf, type TypeOf } from '../conversation/prompt-of.js'
import { lazyView } from '../view/lazy-view.js'
import { ChoiceInput, WideChoiceInput } from './choice-input.js'
import type { InputProps } from './input-props.js'
import { TextInput } from './text-input.js'

type Views = { [P in Prompt]: ComponentType<InputProps<TypeOf<P>>> & { preload?: () => void } }

/** One view for each prompt. The most frequent ones are part of the chat, the others are loaded on demand. */
export const inputViews = {
  text: TextInput,
  email: TextInput,
  url: TextInput,
  choice: ChoiceInput,
  number: lazyView(() => import('./number-input.js')),
  phone: lazyView(() => import('./phone-input.js')),
  date: lazyView(() => import('./date-input.js')),
  time: lazyView(() => import('./time-input.js')),
  scale: lazyView(() => import('./rating-input.js')),
  pictures: WideChoiceInput,
  cards: lazyView(() => import('./cards-input.js')),
  file: lazyView(() => import('./file-input.js')),
  payment: lazyView(() => import('./payment-input.js')),
} satisfies Views

export function InputView(props: InputProps) {
  const View = (inputViews[promptOf(props.input)] ??
    (props.input.items ? ChoiceInput : TextInput)) as ComponentType<InputProps>
  return <View {...props} />
}
