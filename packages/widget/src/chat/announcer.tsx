import { useEffect, useRef, useState } from 'preact/hooks'
import type { Entry } from '../conversation/chat-state.js'
import { plainTextOf, streamedNodes, withClosedMarks } from '../messages/streamed-nodes.js'
import type { Texts } from '../texts/more-en.js'
import { useChatState, useServices } from '../view/chat-context.js'
import { languageOf } from '../view/language-of.js'
import { useTexts } from '../view/use-texts.js'

/** Announcements that stay in the page: screen readers read those that are added, in their order. */
const maxKept = 8

/**
 * Announces a bot's turn to screen readers: its messages once, when none is left to show; streamed text sentence by sentence, without the
 * marks of its Markdown. Sets the language of each text, as far as it is known.
 */
export function Announcer() {
  const texts = useTexts()
  const { root, languages } = useServices()
  const { entries, steps, turn, isEnded, isTyping } = useChatState()
  const [said, setSaid] = useState<readonly { id: number; text: string }[]>([])
  const lastId = useRef(0)
  const announced = useRef(0)
  const streamed = useRef(0)
  // Streamed text comes from an action after the messages of its turn, which are announced before it.
  const isComplete = steps.every(({ kind }) => kind !== 'message') && (steps.length > 0 || !isTyping)
  const last = entries.at(-1)
  const stream = last?.kind === 'stream' ? last : undefined
  const say = (text: string) => {
    const one = { id: ++lastId.current, text }
    if (text.trim()) setSaid((before) => [...before.slice(1 - maxKept), one])
  }

  useEffect(() => {
    if (!isComplete || announced.current === turn || turn === 0) return
    announced.current = turn
    const messages = entries
      .filter((entry) => entry.turn === turn && entry.kind === 'bot')
      .map((entry) => spoken(entry, texts))
    say([...messages, isEnded ? texts.over : ''].filter(Boolean).join('\n'))
  }, [isComplete, turn])

  useEffect(() => {
    if (!stream) {
      streamed.current = 0
      return
    }
    const text = plainTextOf(streamedNodes(stream.isOver ? stream.text : withClosedMarks(stream.text)))
    const end = stream.isOver ? text.length : lastSentenceEnd(text)
    if (end <= streamed.current) return
    say(text.slice(streamed.current, end))
    streamed.current = end
  }, [stream?.text, stream?.isOver])

  useEffect(() => {
    for (const bubble of root.querySelectorAll<HTMLElement>('.bubble:not(.typing, [lang])')) {
      const language = languageOf(bubble.textContent, languages)
      if (language !== undefined) bubble.lang = language
    }
  }, [entries])

  return (
    <div class="sr" role="status" aria-live="polite" aria-atomic={false}>
      {said.map(({ id, text }) => (
        <p key={id} lang={languageOf(text, languages)}>
          {text}
        </p>
      ))}
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
  const last = [...text.matchAll(/[.!?…。؟]\s|\n/g)].at(-1)
  return last ? last.index + last[0].length : 0
}
