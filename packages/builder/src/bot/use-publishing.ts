import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { showError, showToast } from '../design/toasts.js'
import { useBotEditor } from '../editor/bot-editor.js'
import { openHosted } from '../editor/open-hosted.js'
import { useProblems } from '../editor/use-problems.js'
import { useUnpublished } from '../editor/use-unpublished.js'
import { useForget } from '../environments/use-forget.js'
import { t } from '../i18n/i18n.js'
import { api, ServiceError } from '../service/api.js'

/** A dialog of publishing: a note and what ends, errors before, the public address after, or the end of publishing. */
export type PublishingDialog = 'note' | 'warning' | 'success' | 'unpublish'

/** The state of publishing, the requests that publish and close the bot, and the dialog that one of them led to. */
export function usePublishing() {
  const { bot, saving } = useBotEditor()
  const queries = useQueryClient()
  const { live, changes, isPending } = useUnpublished()
  const errors = useProblems()
    .problems.filter(({ severity }) => severity === 'error')
    .map(({ message }) => message)
  const [isBusy, setBusy] = useState(false)
  const [dialog, setDialog] = useState<PublishingDialog>()
  /** Errors that the server found and this page did not know of. */
  const [refused, setRefused] = useState<readonly string[]>([])
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
      if (code === 'publish_blocked') setDialog('note')
      else if (problem instanceof ServiceError && code === 'flow_has_errors')
        [setRefused(problem.issues?.map(({ message }) => message) ?? []), setDialog('warning')]
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
    if (live && (await endsSomething().catch(() => false))) return setDialog('note')
    await attempt(
      () => api.publishBot({ botId: bot.id }),
      () => (live ? confirmPublished(bot.id) : setDialog('success')),
    )
  }
  const setClosed = (next: boolean) =>
    attempt(
      () => api.updateBot({ botId: bot.id, bot: { isClosed: next } }),
      () =>
        showToast(next ? t('Closed. New chats are refused until you open it again.') : t('Open for answers again.')),
    )
  return {
    isPublished: Boolean(live),
    changes,
    isPending,
    isBusy,
    isCurrent: live !== null && live !== undefined && changes === 0,
    errors: errors.length > 0 ? errors : refused,
    dialog,
    setDialog,
    publish,
    /** Publishes, or warns of errors first. */
    start: () => (errors.length > 0 ? setDialog('warning') : void publish()),
    setClosed,
  }
}

/** Shows a message with a link to the public page. */
function confirmPublished(botId: string): void {
  showToast(t('Published. New visitors get this version.'), { label: t('Open'), run: () => void openHosted(botId) })
}
