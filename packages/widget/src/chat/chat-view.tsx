import { useEffect, useRef } from 'preact/hooks'
import { promptOf } from '../conversation/prompt-of.js'
import { inputViews } from '../inputs/input-views.js'
import { messageViews } from '../messages/message-views.js'
import { useChatState, useServices } from '../view/chat-context.js'
import { chatDirection } from '../view/direction.js'
import { lazyView } from '../view/lazy-view.js'
import { NoticeBar } from '../view/notice-bar.js'
import { Composer } from './composer.js'
import { Transcript } from './transcript.js'

/** Loaded at once, but nothing waits for it. */
const Announcer = lazyView(() => import('./announcer.js'), true)
const ProgressBar = lazyView(() => import('../view/progress-bar.js'), true)

/** Maximum distance from the end, in pixels, at which a transcript still follows new messages. */
const nearEnd = 120

/** The whole chat: transcript, composer, and notices. */
export function ChatView({ hasOwnBar }: { hasOwnBar: boolean }) {
  const { texts, language } = useServices()
  const state = useChatState()
  const { settings, theme } = state.session?.bot ?? {}
  const scroller = useRef<HTMLDivElement>(null)
  const column = useRef<HTMLDivElement>(null)
  useFollowing(scroller, column, state.turn + (state.pending ? 0.5 : 0))
  usePreloading(state.steps.length > 0 ? state : undefined)
  const bar = theme?.general?.progressBar
  return (
    <div class="chat" part="chat" lang={language} dir={chatDirection(state.entries, texts)}>
      {bar?.isEnabled && hasOwnBar && <ProgressBar value={state.progress ?? 0} isBottom={bar.placement === 'Bottom'} />}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable area has to be reachable by keyboard */}
      <section class="scroller" ref={scroller} aria-label={texts.chat} tabIndex={0}>
        <div class="column" ref={column}>
          <Transcript />
          <NoticeBar />
          <Composer />
          {settings?.general?.isBrandingEnabled && <p class="made-with">{texts.madeWith}</p>}
        </div>
      </section>
      <Announcer />
    </div>
  )
}

/** Keeps the end visible while entries are added, unless the visitor has scrolled back to read. */
function useFollowing(
  scroller: { current: HTMLElement | null },
  column: { current: HTMLElement | null },
  step: number,
) {
  const { isCalm } = useServices()
  const isFollowing = useRef(true)
  const follow = () => {
    const top = scroller.current?.scrollHeight ?? 0
    if (isFollowing.current) scroller.current?.scrollTo({ top, behavior: isCalm() ? 'auto' : 'smooth' })
  }
  useEffect(() => {
    const place = scroller.current
    if (!place || !column.current) return undefined
    let last = place.scrollTop
    const onScroll = () => {
      const isUp = place.scrollTop < last
      const isAtEnd = place.scrollHeight - place.scrollTop - place.clientHeight < nearEnd
      isFollowing.current = isAtEnd || (isFollowing.current && !isUp)
      last = place.scrollTop
    }
    const observer = new ResizeObserver(follow)
    observer.observe(column.current)
    observer.observe(place)
    place.addEventListener('scroll', onScroll, { passive: true })
    return () => {
      observer.disconnect()
      place.removeEventListener('scroll', onScroll)
    }
  }, [])
  useEffect(() => {
    isFollowing.current = true
    follow()
  }, [step])
}

/** Loads the views of the next items while the bot appears to type. */
function usePreloading(state: ReturnType<typeof useChatState> | undefined) {
  useEffect(() => {
    if (!state) return
    for (const step of state.steps) {
      if (step.kind === 'message')
        (messageViews[step.message.type] as { preload?: () => void } | undefined)?.preload?.()
    }
    if (state.input) (inputViews[promptOf(state.input)] as { preload?: () => void } | undefined)?.preload?.()
  }, [state?.turn])
}
