import { ChevronDown, Rocket } from 'lucide-react'
import { type ComponentProps, useCallback, useEffect, useState } from 'react'
import { DialogPart, onDemand, Part } from '../design/on-demand.js'
import { useStore } from '../design/store.js'
import { showToast } from '../design/toasts.js'
import { useDocument } from '../editor/bot-editor.js'
import { publishing } from '../editor/publishing-state.js'
import { useStoredBot } from '../editor/use-stored-bot.js'
import { t } from '../i18n/i18n.js'
import { usePublishing } from './use-publishing.js'

const PublishMore = onDemand(() => import('./publish-more.js'), { isSoon: true })
const PublishWarning = onDemand(() => import('./publish-warning.js'), { isSoon: true })
const PublishSuccess = onDemand(() => import('./publish-success.js'), { isSoon: true })
const UnpublishConfirm = onDemand(() => import('../editor/unpublish-confirm.js'))
const PublishDialog = onDemand(() =>
  import('../versions/publish-dialog.js').then((it) => ({ default: it.PublishDialog })),
)

/** Publishes the draft, and shows how many changes visitors do not see yet. */
export function PublishMenu() {
  const state = usePublishing()
  const { isPublished, changes, isCurrent, start, setDialog, setClosed } = state
  /** The menu was requested before its code was loaded. */
  const [isWanted, setWanted] = useState(false)
  const stored = useStoredBot().data
  usePublishingCommand(state)
  const label = stored?.isArchived
    ? t('Archived: new chats are refused')
    : !isPublished
      ? t('Not published')
      : isCurrent
        ? t('Published')
        : t('{changes, plural, one {# unpublished change} other {# unpublished changes}}', { changes })
  return (
    <span className="row publish">
      <PublishButton state={state} label={label} isArchived={stored?.isArchived === true} />
      <Part waiting={<MoreButton label={label} onClick={() => setWanted(true)} />}>
        <PublishMore
          trigger={<MoreButton label={label} />}
          isOpen={isWanted}
          publishLabel={isPublished ? t('Publish ({state})', { state: label.toLowerCase() }) : t('Publish')}
          isCurrent={isCurrent}
          isPublished={isPublished}
          isClosed={stored?.isClosed === true}
          onPublish={start}
          onNote={() => setDialog('note')}
          onClosed={setClosed}
          onUnpublish={() => setDialog('unpublish')}
        />
      </Part>
      <PublishingDialogs state={state} />
    </span>
  )
}

type Publishing = ReturnType<typeof usePublishing>

/** Publishes when another part of the page asks for it, once it is known what there is to publish. */
function usePublishingCommand({ isCurrent, isPending, start }: Publishing): void {
  const isAsked = useStore(publishing, (it) => it.isAsked)
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once per request, when it is known what there is to publish
  useEffect(() => {
    if (!isAsked || isPending) return
    publishing.set({ isAsked: false })
    if (isCurrent) showToast(t('Nothing to publish: visitors have the latest version.'))
    else start()
  }, [isAsked, isPending])
}

interface PublishButtonProps {
  state: Publishing
  /** The state in words. */
  label: string
  isArchived: boolean
}

function PublishButton({
  state: { isPublished, changes, isCurrent, isBusy, isPending, start },
  label,
  isArchived,
}: PublishButtonProps) {
  return (
    <button
      type="button"
      className="button primary"
      disabled={isBusy || isCurrent || isPending}
      title={label}
      onClick={start}
    >
      <Rocket size={14} className="hide-narrow" />{' '}
      {isArchived ? t('Archived') : isCurrent ? t('Published') : t('Publish')}
      {isPublished && changes > 0 && (
        <>
          <span className="changes" aria-hidden>
            {changes}
          </span>
          <span className="visually-hidden">, {label}</span>
        </>
      )}
    </button>
  )
}

/** The dialog that is open, if any. */
function PublishingDialogs({ state: { dialog, setDialog, errors, publish } }: { state: Publishing }) {
  const isBlocked = useDocument(({ settings }) => settings.publishing?.isBlockedByErrors === true)
  const close = useCallback(() => setDialog(undefined), [setDialog])
  if (dialog === undefined) return null
  if (dialog === 'note')
    return (
      <DialogPart>
        <PublishDialog onClose={close} />
      </DialogPart>
    )
  return (
    <Part>
      {dialog === 'warning' && (
        <PublishWarning
          errors={errors}
          isBlocked={isBlocked}
          onPublish={isBlocked ? () => setDialog('note') : publish}
          onClose={close}
        />
      )}
      {dialog === 'success' && <PublishSuccess onClose={close} />}
      {dialog === 'unpublish' && <UnpublishConfirm onClose={close} />}
    </Part>
  )
}

/** The button that opens the menu; it appears before the menu is loaded. */
const MoreButton = ({ label, ...props }: { label: string } & ComponentProps<'button'>) => (
  <button
    type="button"
    className="button plain icon-only"
    aria-label={t('More about publishing. {state}', { state: label })}
    aria-haspopup="menu"
    title={label}
    {...props}
  >
    <ChevronDown size={15} />
  </button>
)
