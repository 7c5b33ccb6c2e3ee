import { useEffect, useRef } from 'preact/hooks'
import { useChatState, useServices } from '../view/chat-context.js'
import { chatDirection } from '../view/direction.js'
import { lazyView } from '../view/lazy-view.js'
import { Composer } from './composer.js'
import { NoticeBar } from './notice-bar.js'
import { Transcript } from './transcript.js'

/** Loaded at once, but nothing waits for it. */
const Unseen = lazyView(() => import('./soon.js').then(({ Unseen }) => ({ default: Unseen })), true)
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
      <Unseen />
    </div>
  )
}

/** Milliseconds without a scroll event after which a smooth scroll has ended. WebKit ends some before their target, or never begins them. */
const scrollEnd = 200

/** Events by which a visitor scrolls: a wheel, a finger, the scroll bar, a key. */
const inputEvents = ['wheel', 'touchmove', 'pointerdown', 'keydown']

/**
 * Keeps the end visible while entries are added, unless the visitor has scrolled back to read. Browsers scroll back, too, when the content
 * becomes shorter, so only a scroll after the visitor's own input counts.
 */
function useFollowing(
  scroller: { current: HTMLElement | null },
  column: { current: HTMLElement | null },
  step: number,
) {
  const { isCalm } = useServices()
  const isFollowing = useRef(true)
  const isByVisitor = useRef(false)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const scrollToEnd = (behavior: ScrollBehavior) => {
    const top = scroller.current?.scrollHeight ?? 0
    if (isFollowing.current) scroller.current?.scrollTo({ top, behavior })
  }
  const follow = () => {
    scrollToEnd(isCalm() ? 'auto' : 'smooth')
    arriveLater()
  }
  const arriveLater = () => {
    clearTimeout(timer.current)
    if (!isByVisitor.current) timer.current = setTimeout(() => scrollToEnd('auto'), scrollEnd)
  }
  useEffect(() => {
    const container = scroller.current
    if (!container || !column.current) return undefined
    let last = container.scrollTop
    const onInput = () => {
      isByVisitor.current = true
      clearTimeout(timer.current)
    }
    const onScroll = () => {
      const isUp = isByVisitor.current && container.scrollTop < last
      const isAtEnd = container.scrollHeight - container.scrollTop - container.clientHeight < nearEnd
      isFollowing.current = isAtEnd || (isFollowing.current && !isUp)
      last = container.scrollTop
      arriveLater()
    }
    const observer = new ResizeObserver(follow)
    observer.observe(column.current)
    observer.observe(container)
    // These listeners go with the element.
    const listen = (type: string, listener: () => void) => container.addEventListener(type, listener, { passive: true })
    listen('scroll', onScroll)
    for (const type of inputEvents) listen(type, onInput)
    return () => observer.disconnect()
  }, [])
  useEffect(() => {
    isFollowing.current = true
    isByVisitor.current = false
    follow()
  }, [step])
}
