import { useQueryClient } from '@tanstack/react-query'
import { CloudAlert, CloudCheck, CloudOff, LoaderCircle } from 'lucide-react'
import { useEffect, useState } from 'react'
import { ago } from '../design/ago.js'
import { momentOf } from '../design/dates.js'
import { useStore } from '../design/store.js'
import type { SignIn } from '../service/signing-in.js'
import { useEditingState, useStudio } from './studio.js'

/** Where the edits are: at the service, on the way, or on this device only; and who has made the last one. */
export default function SavingSign() {
  const { saving } = useStudio()
  const state = useStore(saving.state, (it) => it.current)
  const kept = useStore(saving.state, (it) => it.kept)
  const conflicts = useEditingState((it) => it.conflicts.length)
  const look = {
    saved:
      conflicts > 0
        ? { icon: CloudAlert, text: `Saved, but for ${numbered(conflicts, 'conflict')}`, isTrouble: true }
        : { icon: CloudCheck, text: 'Saved', isTrouble: false },
    waiting: { icon: LoaderCircle, text: 'Saving…', isTrouble: false },
    saving: { icon: LoaderCircle, text: 'Saving…', isTrouble: false },
    offline: {
      icon: CloudOff,
      text: kept > 0 ? `Offline, ${numbered(kept, 'change')} kept on this device` : 'Offline',
      isTrouble: true,
    },
    refused: { icon: CloudAlert, text: state.kind === 'refused' ? `Not saved: ${state.message}` : '', isTrouble: true },
  }[state.kind]
  return (
    <span className={look.isTrouble ? 'saving trouble' : 'saving'} title={look.text}>
      <look.icon size={15} aria-hidden />
      <span className="cut" role="status">
        {look.text}
      </span>
      {!look.isTrouble && <LastEditor />}
    </span>
  )
}

const numbered = (count: number, what: string): string => `${count} ${what}${count === 1 ? '' : 's'}`

/** Milliseconds. */
const minute = 60_000

/** Whose edit came last, and when. No news for those who listen to the page: they find it where it stands. */
function LastEditor() {
  const { presence } = useStudio()
  const edit = useStore(presence.edits, (it) => it.last)
  const me = useQueryClient().getQueryData<{ who: SignIn | null }>(['me'])?.who?.user.id
  const [now, setNow] = useState(Date.now)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the minutes of an edit begin with it
  useEffect(() => {
    setNow(Date.now())
    const timer = setInterval(() => setNow(Date.now()), minute)
    return () => clearInterval(timer)
  }, [edit])
  if (!edit) return null
  const name = edit.userId === me ? 'you' : (edit.name ?? 'somebody')
  return (
    <span className="last-edit cut">
      · {name},{' '}
      <time dateTime={edit.at} title={`Last changed by ${name}: ${momentOf(edit.at)}`}>
        {ago(edit.at, now)}
      </time>
    </span>
  )
}
