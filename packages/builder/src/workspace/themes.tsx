import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Palette } from 'lucide-react'
import { useState } from 'react'
import { ThemeSample } from '../appearance/theme-sample.js'
import { Confirm } from '../design/confirm.js'
import { t } from '../i18n/i18n.js'
import { type Answer, api } from '../service/api.js'
import type { SectionProps } from '../service/section.js'

type Kept = Answer<'listThemeTemplates'>['themeTemplates'][number]

/** Themes that were kept for all bots of the workspace. */
export function Themes({ workspace }: SectionProps) {
  const queries = useQueryClient()
  const key = ['themes', workspace.id]
  const themes = useQuery({
    queryKey: key,
    queryFn: () => api.listThemeTemplates({ workspaceId: workspace.id }),
    select: (answer) => answer.themeTemplates,
  })
  const [deleted, setDeleted] = useState<Kept>()
  return (
    <>
      <h1>{t('Themes')}</h1>
      <p className="soft">
        {t('Save a theme on the theme page of a bot to use it for the other bots of this workspace.')}
      </p>
      {themes.error && <p className="notice danger">{themes.error.message}</p>}
      {themes.data?.length === 0 && (
        <div className="card empty">
          <Palette size={28} />
          <p>{t('No saved themes yet. Open a bot, choose Theme, and save the theme there.')}</p>
        </div>
      )}
      <ul className="theme-grid">
        {themes.data?.map((kept) => (
          <li key={kept.id} className="card">
            <ThemeSample theme={kept.theme} />
            <div className="row">
              <strong className="grow cut">{kept.name}</strong>
              <button
                type="button"
                className="button small danger"
                aria-label={t('Delete the theme {name}', { name: kept.name })}
                onClick={() => setDeleted(kept)}
              >
                {t('Delete')}
              </button>
            </div>
          </li>
        ))}
      </ul>
      {deleted && (
        <Confirm
          title={t('Delete the theme “{name}”?', { name: deleted.name })}
          text={t('Bots that use it keep their appearance.')}
          action={t('Delete it')}
          onConfirm={() =>
            api
              .deleteThemeTemplate({ themeTemplateId: deleted.id, workspaceId: workspace.id })
              .then(() => queries.invalidateQueries({ queryKey: key }))
          }
          onClose={() => setDeleted(undefined)}
        />
      )}
    </>
  )
}
