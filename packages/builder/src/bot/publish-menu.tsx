import { useQueryClient } from '@tanstack/react-query'
import { ChevronDown, Rocket } from 'lucide-react'
import { type ComponentProps, useCallback, useEffect, useState } from 'react'
import { DialogPart, onDemand, Part } from '../design/on-demand.js'
import { useStore } from '../design/store.js'
import { showError, showToast } from '../design/toasts.js'
import { useBotEditor, useDocument } from '../editor/bot-editor.js'
import { openHosted } from '../editor/open-hosted.js'
import { publishing } from '../editor/publishing-state.js'
import { useProblems } from '../editor/use-problems.js'
import { useStoredBot } from '../editor/use-stored-bot.js'
import { useUnpublished } from '../editor/use-unpublished.js'
import { useForget } from '../environments/use-forget.js'
import { t } from '../i18n/i18n.js'
import { api, ServiceError } from '../service/api.js'

const PublishMore = onDemand(() => import('./publish-more.js'), { isSoon: true })
const PublishWarning = onDemand(() => import('./publish-warning.js'), { isSoon: true })
const PublishSuccess = onDemand(() => import('./publish-success.js'), { isSoon: true })
const UnpublishConfirm = onDemand(() => import('../editor/unpublish-confirm.js'))
const PublishDialog = onDemand(() =>
  import('../versions/publish-dialog.js').then((it) => ({ default: it.PublishDialog })),
)

/** Publishes the draft, and shows how many changes visitors do not see yet. */
export function PublishMenu() {
  const { bot, saving } = useBotEditor()
  const queries = useQueryClient()
  const [isBusy, setBusy] = useState(false)
  const [isNoting, setNoting] = useState(false)
  /** The menu was requested before its code was loaded. */
  const [isWanted, setWanted] = useState(false)
  const stored = useStoredBot().data
  const { live, changes, isPending } = useUnpublished()
  const errors = useProblems()
    .problems.filter(({ severity }) => severity === 'error')
    .map(({ message }) => message)
  const isBlocked = useDocument(({ settings }) => settings.publishing?.isBlockedByErrors === true)
  /** Errors that the server found and this page did not know of. */
  const [refused, setRefused] = useState<readonly string[]>([])
  const [isWarning, setWarning] = useState(false)
  const [isNew, setNew] = useState(false)
  const [isLeaving, setLeaving] = useState(false)
  const reload = useForget(bot.id)
  const attempt = async (work: () => Promise<unknown>, done: () => void) => {
    setBusy(true)
    try {
      await saving.ensureSaved()
      await work()
      await reload()
      done()
    } catch (problem) {
      const code = problem instanceof ServiceError ? problem.code : undefined
      // The dialog shows which checks failed, and asks for a reason.
      if (code === 'publish_blocked') setNoting(true)
      else if (problem instanceof ServiceError && code === 'flow_has_errors')
        [setRefused(problem.issues?.map(({ message }) => message) ?? []), setWarning(true)]
      else showError(problem)
    }
    setBusy(false)
  }
  const endsSomething = async () => {
    const { endsSomethingInLive } = await import('../environments/ending.js')
    return endsSomethingInLive(queries, bot.id)
  }
  const publish = async () => {
    // The dialog says what ends, such as an experiment. Without an answer, publishing fails as well.
    if (live && (await endsSomething().catch(() => false))) return setNoting(true)
    await attempt(
      () => api.publishBot({ botId: bot.id }),
      () => (live ? confirmPublished(bot.id) : setNew(true)),
    )
  }
  const setClosed = (next: boolean) =>
    attempt(
      () => api.updateBot({ botId: bot.id, bot: { isClosed: next } }),
      () =>
        showToast(next ? t('Closed. New chats are refused until you open it again.') : t('Open for answers again.')),
    )
  const isCurrent = live !== null && live !== undefined && changes === 0
  const isAsked = useStore(publishing, (it) => it.isAsked)
  const start = () => (errors.length > 0 ? setWarning(true) : void publish())
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once per request, when it is known what there is to publish
  useEffect(() => {
    if (!isAsked || isPending) return
    publishing.set({ isAsked: false })
    if (isCurrent) showToast(t('Nothing to publish: visitors have the latest version.'))
    else start()
  }, [isAsked, isPending])
  const closeSuccess = useCallback(() => setNew(false), [])
  const state = stored?.isArchived
    ? t('Archived: new chats are refused')
    : !live
      ? t('Not published')
      : isCurrent
        ? t('Published')
        : t('{changes, plural, one {# unpublished change} other {# unpublished changes}}', { changes })
  return (
    <span className="row publish">
      <button
        type="button"
        className="button primary"
        disabled={isBusy || isCurrent || isPending}
        title={state}
        onClick={start}
      >
        <Rocket size={14} className="hide-narrow" />{' '}
        {stored?.isArchived ? t('Archived') : isCurrent ? t('Published') : t('Publish')}
        {live && changes > 0 && (
          <>
            <span className="changes" aria-hidden>
              {changes}
            </span>
            <span className="visually-hidden">, {state}</span>
          </>
        )}
      </button>
      <Part waiting={<MoreButton state={state} onClick={() => setWanted(true)} />}>
        <PublishMore
          trigger={<MoreButton state={state} />}
          isOpen={isWanted}
          publishLabel={live ? t('Publish ({state})', { state: state.toLowerCase() }) : t('Publish')}
          isCurrent={isCurrent}
          isPublished={Boolean(live)}
          isClosed={stored?.isClosed === true}
          onPublish={start}
          onNote={() => setNoting(true)}
          onClosed={setClosed}
          onUnpublish={() => setLeaving(true)}
        />
      </Part>
      {isWarning && (
        <Part>
          <PublishWarning
            errors={errors.length > 0 ? errors : refused}
            isBlocked={isBlocked}
            onPublish={isBlocked ? () => setNoting(true) : publish}
            onClose={() => setWarning(false)}
          />
        </Part>
      )}
      {isNew && (
        <Part>
          <PublishSuccess onClose={closeSuccess} />
        </Part>
      )}
      {isLeaving && (
        <Part>
          <UnpublishConfirm onClose={() => setLeaving(false)} />
        </Part>
      )}
      {isNoting && (
        <DialogPart>
          <PublishDialog onClose={() => setNoting(false)} />
        </DialogPart>
      )}
    </span>
  )
}

/** Shows a message with a link to the public page. */
function confirmPublished(botId: string): void {
  showToast(t('Published. New visitors get this version.'), { label: t('Open'), run: () => void openHosted(botId) })
}

/** The button that opens the menu; it appears before the menu is loaded. */
const MoreButton = ({ state, ...props }: { state: string } & ComponentProps<'button'>) => (
  <button
    type="button"
    className="button plain icon-only"
    aria-label={t('More about publishing. {state}', { state })}
    aria-haspopup="menu"
    title={state}
    {...props}
  >
    <ChevronDown size={15} />
  </button>
)
