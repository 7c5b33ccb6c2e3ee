import { useEffect } from 'preact/hooks'
import { useChatState } from '../view/chat-context.js'
import { lazyView } from '../view/lazy-view.js'

const NoticeView = lazyView(() => import('./soon.js').then(({ NoticeView }) => ({ default: NoticeView })), true)

const HolderView = lazyView(() => import('../held/holder-view.js'), true)

/** The place of notices: no connection, a blocked page, an expired chat. */
export function NoticeBar() {
  const { notice, turn, held } = useChatState()
  useEffect(() => {
    // Preloaded, because it has to be available without a connection.
    if (turn > 0) void NoticeView.preload()
  }, [turn > 0])
  return (
    <div class="notices" role="alert">
      {held && <HolderView held={held} />}
      {notice && <NoticeView notice={notice} />}
    </div>
  )
}
