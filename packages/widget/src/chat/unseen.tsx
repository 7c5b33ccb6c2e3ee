import { useEffect, useState } from 'preact/hooks'
import { useChatState } from '../view/chat-context.js'
import { lazyView } from '../view/lazy-view.js'
import { Announcer } from './announcer.js'
import { Preloader } from './preloader.js'

const FollowPeople = lazyView(() => import('../held/follow-people.js'), true)

/** The parts of a chat that show nothing. */
export function Unseen() {
  const { held, isFollowed, turn } = useChatState()
  // A person may have answered while the conversation was not looked at.
  const [isBack, setBack] = useState(turn > 1)
  useEffect(() => {
    const comeBack = () => setBack(true)
    document.addEventListener('visibilitychange', comeBack)
    return () => document.removeEventListener('visibilitychange', comeBack)
  }, [])
  return (
    <>
      {(held || isFollowed || isBack) && <FollowPeople />}
      <Announcer />
      <Preloader />
    </>
  )
}
