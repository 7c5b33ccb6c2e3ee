import { useChatState } from '../view/chat-context.js'
import { lazyView } from '../view/lazy-view.js'
import type { InputProps } from './input-props.js'
import { moveFocus } from './move-focus.js'

/** Choices with pictures, to search, or of which several can be taken. */
export const WideChoiceInput = lazyView(() => import('./wide-choice-input.js'))

/** Buttons, each of them an answer. */
export function ChoiceInput(props: InputProps<'choice input'>) {
  const { input, reply, questionId } = props
  const { session } = useChatState()
  if (input.options?.isMultipleChoice || input.options?.isSearchable) return <WideChoiceInput {...props} />
  const layout = session?.bot.theme.chat?.buttonsInput?.layout ?? 'wrap'
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would draw its own frame
    <div class={`options ${layout}`} role="group" aria-labelledby={questionId} onKeyDown={moveFocus}>
      {input.items.map(({ id, content, value }) => (
        <button
          key={id}
          type="button"
          class="button"
          part="button"
          data-item-id={id}
          dir="auto"
          onClick={() =>
            reply({
              message: { type: 'text', text: value || content || '', metadata: { replyId: id } },
              label: content,
            })
          }
        >
          {content}
        </button>
      ))}
    </div>
  )
}
