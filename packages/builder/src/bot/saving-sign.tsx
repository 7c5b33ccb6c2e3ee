import { useQueryClient } from '@tanstack/react-query'
import { CloudAlert, CloudCheck, CloudOff, LoaderCircle } from 'lucide-react'
import { useEffect, useState } from 'react'
import { ago } from '../design/ago.js'
import { momentOf } from '../design/dates.js'
import { useStore } from '../design/store.js'
import { useBotEditor, useEditingState } from '../editor/bot-editor.js'
import { t } from '../i18n/i18n.js'
import { askToSignIn } from '../service/session-end.js'
import type { SignIn } from '../service/signing-in.js'

/** State of the edits: saved, being sent, or only on this device; and the author of the latest one. */
export default function SavingSign() {
  const { saving } = useBotEditor()
  const state = useStore(saving.state, (it) => it.current)
  const kept = useStore(saving.state, (it) => it.kept)
  const isOnDevice = useStore(saving.state, (it) => it.isOnDevice)
  const conflicts = useEditingState((it) => it.conflicts.length)
  const look = {
    saved:
      conflicts > 0
        ? {
            icon: CloudAlert,
            text: t('Saved, but for {conflicts, plural, one {# conflict} other {# conflicts}}', { conflicts }),
            isTrouble: true,
          }
        : { icon: CloudCheck, text: t('Saved'), isTrouble: false },
    waiting: { icon: LoaderCircle, text: t('Saving…'), isTrouble: false },
    saving: { icon: LoaderCircle, text: t('Saving…'), isTrouble: false },
    offline: {
      icon: CloudOff,
      text: offlineText(kept, isOnDevice),
      isTrouble: true,
    },
    gone: { icon: CloudOff, text: t('Not saved: the bot was deleted'), isTrouble: true },
    readOnly: { icon: CloudOff, text: t('Not saved: you can no longer edit this bot'), isTrouble: true },
    signedOut: { icon: CloudOff, text: t('Not saved: you are signed out'), isTrouble: true },
    refused: {
      icon: CloudAlert,
      text: state.kind === 'refused' ? t('Not saved: {message}', { message: state.message }) : '',
      isTrouble: true,
    },
  }[state.kind]
  const last = useLastEdit()
  return (
    <span
      className={look.isTrouble ? 'saving trouble' : 'saving'}
      title={
        last
          ? t('{text}. Last changed by {name}: {moment}', {
              text: look.text,
              name: last.name,
              moment: momentOf(last.at),
            })
          : look.text
      }
    >
      <look.icon size={15} aria-hidden />
      <span className="saving-text" data-room={t('Saving…')}>
        <span className="cut" role="status">
          {look.text}
        </span>
      </span>
      {state.kind === 'signedOut' && (
        <button type="button" className="button small" onClick={askToSignIn}>
          {t('Sign in')}
        </button>
      )}
      {last && !look.isTrouble && (
        <span className="last-edit cut">
          · {last.name}, <Ago at={last.at} />
        </span>
      )}
    </span>
  )
}

function offlineText(kept: number, isOnDevice: boolean): string {
  if (kept === 0) return t('Offline')
  return isOnDevice
    ? t('Offline, {kept, plural, one {# change} other {# changes}} kept on this device', { kept })
    : t('Offline, {kept, plural, one {# change} other {# changes}} only in this tab: keep it open', { kept })
}

/** Author and time of the latest edit. Not announced to screen readers, which find it in the page. */
function useLastEdit() {
  const { presence } = useBotEditor()
  const edit = useStore(presence.edits, (it) => it.last)
  const me = useQueryClient().getQueryData<{ who: SignIn | null }>(['me'])?.who?.user.id
  return edit && { at: edit.at, name: edit.userId === me ? t('you') : (edit.name ?? t('somebody')) }
}

/** One minute in milliseconds. */
const minute = 60_000

function Ago({ at }: { at: string }) {
  const [now, setNow] = useState(Date.now)
  // biome-ignore lint/correctness/useExhaustiveDependencies: each edit restarts the count of minutes
  useEffect(() => {
    setNow(Date.now())
    const timer = setInterval(() => setNow(Date.now()), minute)
    return () => clearInterval(timer)
  }, [at])
  return (
    <time dateTime={at} title={momentOf(at)}>
      {ago(at, now)}
    </time>
  )
}
