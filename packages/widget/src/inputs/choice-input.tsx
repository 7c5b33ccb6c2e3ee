import { useChatState } from '../view/chat-context.js'
import { lazyView } from '../view/lazy-view.js'
import type { InputProps } from './input-props.js'

/** Choices with pictures, with a search, or with several answers. */
export const WideChoiceInput = lazyView(() => import('./wide-choice-input.js'))

/** Buttons that each send an answer. */
export function ChoiceInput(props: InputProps<'choice input'>) {
  const { input, reply, questionId } = props
  const { session } = useChatState()
  if (input.options?.isMultipleChoice || input.options?.isSearchable) return <WideChoiceInput {...props} />
  const layout = session?.bot.theme.chat?.buttonsInput?.layout ?? 'wrap'
  return (
    <div class={`options ${layout}`} role="radiogroup" aria-labelledby={questionId}>
      {input.items.map(({ id, content, value }, index) => (
        // biome-ignore lint/a11y/useSemanticElements: it sends its answer when pressed, which arrow keys must not do
        <button
          key={id}
          type="button"
          role="radio"
          aria-checked="false"
          tabIndex={index && -1}
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
