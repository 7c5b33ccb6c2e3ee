import type { Theme } from '@colloquy/flow'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { ErrorNotice } from '../design/error-notice.js'
import { Input } from '../design/field.js'
import { showToast } from '../design/toasts.js'
import { useAttempt } from '../design/use-attempt.js'
import { newId } from '../document/new-id.js'
import { useBotEditor } from '../editor/bot-editor.js'
import { t } from '../i18n/i18n.js'
import { api } from '../service/api.js'
import { ThemeCard } from './theme-card.js'
import { useTheme } from './use-theme.js'

/** Themes that the bots of the workspace share: use one here, or save this one. */
export function SavedThemes({ onTry }: { onTry(theme: Theme | undefined): void }) {
  const { bot } = useBotEditor()
  const queries = useQueryClient()
  const { theme, wear } = useTheme()
  const key = ['themes', bot.workspaceId]
  const saved = useQuery({
    queryKey: key,
    queryFn: () => api.listThemeTemplates({ workspaceId: bot.workspaceId }),
    select: (answer) => answer.themeTemplates,
  })
  const [name, setName] = useState('')
  const { attempt, isBusy, error } = useAttempt()
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void attempt(async () => {
      const body = { workspaceId: bot.workspaceId, name, theme }
      await api.saveThemeTemplate({ themeTemplateId: newId(), ...body })
      await queries.invalidateQueries({ queryKey: key })
      showToast(t('Theme “{name}” saved for all bots of the workspace.', { name }))
      setName('')
    })
  }
  return (
    <section className="theme-section" aria-labelledby="saved-themes">
      <h2 id="saved-themes">{t('Saved themes')}</h2>
      {saved.data && saved.data.length > 0 ? (
        <ul className="theme-cards">
          {saved.data.map(({ id, name: called, theme: look }) => (
            <li key={id}>
              <ThemeCard
                name={called}
                theme={look}
                isWorn={JSON.stringify(look) === JSON.stringify(theme)}
                onTry={(isTried) => onTry(isTried ? look : undefined)}
                onWear={() => wear(look, called)}
              />
            </li>
          ))}
        </ul>
      ) : (
        <p className="faint">{t('Save the theme of this bot to use it for other bots of the workspace.')}</p>
      )}
      <form className="row end" onSubmit={submit}>
        <div className="grow">
          <Input label={t('Save theme as')} maxLength={200} value={name} onChange={setName} />
        </div>
        <button type="submit" className="button" disabled={isBusy || name.trim() === ''}>
          {t('Save')}
        </button>
      </form>
      <ErrorNotice error={error} />
    </section>
  )
}
