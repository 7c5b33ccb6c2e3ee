import { useEffect, useRef, useState } from 'preact/hooks'
import type { Entry } from '../conversation/chat-state.js'
import type { Texts } from '../texts/more-en.js'
import { useTexts } from '../texts/use-texts.js'
import { useChatState, useServices } from './chat-context.js'
import { languageOf } from './language-of.js'

/**
 * Announces a bot's turn to screen readers: once, when it is complete; streamed text sentence by sentence. Marks the language of each text,
 * as far as it is known.
 */
export default function Announcer() {
  const texts = useTexts()
  const { root, languages } = useServices()
  const { entries, steps, turn, isEnded, isTyping } = useChatState()
  const [text, setText] = useState('')
  const announced = useRef(0)
  const streamed = useRef(0)
  const isComplete = steps.length === 0 && !isTyping
  const stream = entries.at(-1)?.kind === 'stream' ? (entries.at(-1) as { text: string; isOver?: boolean }) : undefined

  useEffect(() => {
    if (!isComplete || announced.current === turn || turn === 0) return
    announced.current = turn
    const said = entries
      .filter((entry) => entry.turn === turn && entry.kind === 'bot')
      .map((entry) => spoken(entry, texts))
    setText([...said, isEnded ? texts.over : ''].filter(Boolean).join('\n'))
  }, [isComplete, turn])

  useEffect(() => {
    if (!stream) {
      streamed.current = 0
      return
    }
    const end = stream.isOver ? stream.text.length : lastSentenceEnd(stream.text)
    if (end <= streamed.current) return
    setText(stream.text.slice(streamed.current, end))
    streamed.current = end
  }, [stream?.text, stream?.isOver])

  useEffect(() => {
    for (const bubble of root.querySelectorAll<HTMLElement>('.bubble:not(.typing, [lang])')) {
      const language = languageOf(bubble.textContent, languages)
      if (language !== undefined) bubble.lang = language
    }
  }, [entries])

  return (
    <div class="sr" role="status" aria-live="polite" lang={languageOf(text, languages)}>
      {text}
    </div>
  )
}

function spoken(entry: Entry, texts: Texts): string {
  if (entry.kind !== 'bot') return entry.text
  const { message } = entry
  if (message.type === 'text') return message.content.plainText
  if (message.type === 'image') return message.content.clickLink?.alt ?? texts.image
  return message.type === 'video' || message.type === 'audio' ? texts[message.type] : texts.page
}

const lastSentenceEnd = (text: string): number => {
  const ends = [...text.matchAll(/[.!?…。؟]\s|\n/g)]
  const last = ends.at(-1)
  return last ? last.index + last[0].length : 0
}
