import { useState } from 'react'
import { Select } from '../design/field.js'
import { locale, t } from '../i18n/i18n.js'
import type { OriginQuery } from '../results/origin-fields.js'
import { useOriginChoices } from '../results/origins.js'
import { type FigureSpan, percent, useFigures } from './figures.js'

type Kind = 'environment' | 'variant' | 'release'

const kinds = [
  { id: 'environment', from: 'environments', field: 'environmentId', label: t('Environment') },
  { id: 'variant', from: 'variants', field: 'variant', label: t('Variant') },
  { id: 'release', from: 'releases', field: 'releaseId', label: t('Version') },
] as const

interface SegmentsCardProps {
  span: FigureSpan
  /** Filters the page by a segment. */
  onChoose(origin: OriginQuery): void
}

/** Compares environments, variants or versions; nothing where the bot has one of each. */
export function SegmentsCard({ span, onChoose }: SegmentsCardProps) {
  const choices = useOriginChoices()
  const [by, setBy] = useState<Kind | ''>('')
  const { data, error } = useFigures('getSegments', span, { by }, by !== '')
  const offered = kinds.filter(({ from }) => choices[from].length > 0)
  const kind = kinds.find(({ id }) => id === by)
  if (offered.length === 0) return null
  const names = new Map(kind && choices[kind.from])
  const segments = data?.segments ?? []
  const most = Math.max(1, ...segments.map(({ views }) => views))
  return (
    <section className="card">
      <div className="row wrap">
        <h2 className="grow">{t('Segments')}</h2>
        <Select
          label={t('Compare by')}
          isLabelHidden
          value={by}
          choices={[['', t('Compare by…')], ...offered.map(({ id, label }) => [id, label] as const)]}
          onChange={(value) => setBy(offered.find(({ id }) => id === value)?.id ?? '')}
        />
      </div>
      {error && <p className="notice danger">{error.message}</p>}
      {data && segments.length === 0 && <p className="soft">{t('Nobody opened the chat in this time.')}</p>}
      {kind && segments.length > 0 && (
        <div className="table-scroll">
          <table className="plain-table numbers">
            <thead>
              <tr>
                <th>{kind.label}</th>
                <th>{t('Views')}</th>
                <th>{t('Starts')}</th>
                <th>{t('Completions')}</th>
                <th>{t('Completion rate')}</th>
              </tr>
            </thead>
            <tbody>
              {segments.map(({ value, views, starts, completions }) => (
                <tr key={value ?? ''}>
                  <td className="name">
                    {value === null ? (
                      t('Unknown')
                    ) : (
                      <button
                        type="button"
                        className="button plain small segment-name"
                        title={t('Show only these results')}
                        onClick={() => onChoose({ [kind.field]: value })}
                      >
                        {names.get(value) ?? value}
                      </button>
                    )}
                    <svg className="segment-bar" viewBox="0 0 100 6" preserveAspectRatio="none" aria-hidden="true">
                      <rect width={(views / most) * 100} height="6" />
                    </svg>
                  </td>
                  <td>{views.toLocaleString(locale)}</td>
                  <td>{starts.toLocaleString(locale)}</td>
                  <td>{completions.toLocaleString(locale)}</td>
                  <td>{percent(completions, starts)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </section>
  )
}
