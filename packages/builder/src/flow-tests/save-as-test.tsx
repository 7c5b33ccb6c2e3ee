import { FlaskConical } from 'lucide-react'
import { useLocation } from 'wouter'
import { showError, showToast } from '../design/toasts.js'
import { useAttempt } from '../design/use-attempt.js'
import { useBotEditor } from '../editor/bot-editor.js'
import { t } from '../i18n/i18n.js'
import { api } from '../service/api.js'
import { testState } from './tests-state.js'
import { useReloadTests, useTests } from './use-tests.js'

/** Turns a conversation into a test with one click: that of a preview, or that of a result. */
export default function SaveAsTest({ sessionId, resultId }: { sessionId?: string; resultId?: string }) {
  const { bot, saving, isReadOnly, view } = useBotEditor()
  const reload = useReloadTests()
  const number = (useTests()?.length ?? 0) + 1
  const [, go] = useLocation()
  const { attempt, isBusy } = useAttempt()
  if (isReadOnly) return null
  const save = () =>
    attempt(async () => {
      try {
        await saving.ensureSaved()
        const of = sessionId === undefined ? { resultId } : { sessionId }
        const { test } = await api.recordTest({ botId: bot.id, name: t('Conversation {number}', { number }), ...of })
        await reload()
        showToast(t('Saved as test “{name}”.', { name: test.test.name }), {
          label: t('Open'),
          run() {
            testState.set({ openId: test.id })
            view.set({ panel: 'tests' })
            if (resultId !== undefined) go(`/bots/${bot.id}`)
          },
        })
      } catch (error) {
        showError(error)
      }
    })
  return (
    <button type="button" className="button small" disabled={isBusy} onClick={() => void save()}>
      <FlaskConical size={13} aria-hidden /> {t('Save as test')}
    </button>
  )
}
