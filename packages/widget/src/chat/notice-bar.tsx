import { useEffect } from 'preact/hooks'
import { useChatState } from '../view/chat-context.js'
import { lazyView } from '../view/lazy-view.js'

const NoticeView = lazyView(() => import('./soon.js').then(({ NoticeView }) => ({ default: NoticeView })), true)

/** The place of notices: no connection, a blocked page, an expired chat. */
export function NoticeBar() {
  const { notice, turn } = useChatState()
  useEffect(() => {
    // Preloaded, because it has to be available without a connection.
    if (turn > 0) void NoticeView.preload()
  }, [turn > 0])
  return (
    <div class="notices" role="alert">
      {notice && <NoticeView notice={notice} />}
    </div>
  )
}
