import { FlaskConical, Plus } from 'lucide-react'
import { useState } from 'react'
import { dayOf } from '../design/dates.js'
import { ErrorNotice } from '../design/error-notice.js'
import { useBotEditor } from '../editor/bot-editor.js'
import type { ReleaseRow } from '../environments/release.js'
import { t } from '../i18n/i18n.js'
import { stateOf } from './experiment.js'
import { ExperimentDialog } from './experiment-dialog.js'
import { useExperiments } from './experiments.js'
import { NewExperimentDialog } from './new-experiment-dialog.js'
import './experiments.css'

interface ExperimentListProps {
  releases: readonly ReleaseRow[]
  /** The name of a release. */
  nameOf(releaseId: string): string
}

/** Experiments of a bot: versions that share the visitors of an environment. */
export default function ExperimentList({ releases, nameOf }: ExperimentListProps) {
  const { bot, can } = useBotEditor()
  const experiments = useExperiments(bot.id)
  const [isStarting, setStarting] = useState(false)
  const [openedId, setOpenedId] = useState<string>()
  const rows = experiments.data ?? []
  return (
    <section className="card experiments" aria-label={t('Experiments')}>
      <div className="row wrap">
        <h2 className="grow">{t('Experiments')}</h2>
        {can('experiments.manage') && (
          <button
            type="button"
            className="button small"
            disabled={releases.length < 2}
            onClick={() => setStarting(true)}
          >
            <Plus size={13} /> {t('New experiment')}
          </button>
        )}
      </div>
      <ErrorNotice error={experiments.error ?? undefined} />
      {rows.length === 0 && (
        <p className="faint">
          {releases.length < 2
            ? t(
                'With two versions, you can let them share your visitors, and see which one reaches your goal more often.',
              )
            : t('Let two versions share your visitors, and see which one reaches your goal more often.')}
        </p>
      )}
      {rows.length > 0 && (
        <ul>
          {rows.map((row) => {
            const { label, look } = stateOf(row)
            return (
              <li key={row.id}>
                <button type="button" className="experiment" onClick={() => setOpenedId(row.id)}>
                  <FlaskConical size={14} aria-hidden />
                  <span className="grow">{row.name}</span>
                  <span className={look}>{label}</span>
                  <span className="faint">{dayOf(row.createdAt)}</span>
                </button>
              </li>
            )
          })}
        </ul>
      )}
      {isStarting && (
        <NewExperimentDialog
          releases={releases}
          nameOf={nameOf}
          onStarted={setOpenedId}
          onClose={() => setStarting(false)}
        />
      )}
      {openedId !== undefined && (
        <ExperimentDialog id={openedId} nameOf={nameOf} onClose={() => setOpenedId(undefined)} />
      )}
    </section>
  )
}
