import { ArchiveRestore, GitCompareArrows } from 'lucide-react'
import { type ReactNode, useMemo, useState } from 'react'
import { momentOf } from '../design/dates.js'
import { Segments } from '../design/segments.js'
import { Select } from '../design/select.js'
import { showToast } from '../design/toasts.js'
import type { Content } from '../document/content.js'
import { restore } from '../document/restore.js'
import { useBotEditor } from '../editor/bot-editor.js'
import type { ReleaseRow } from '../environments/release.js'
import { t } from '../i18n/i18n.js'
import { type ChangeKind, compare, type Place } from './compare.js'
import { ReleaseNote } from './release-note.js'
import { VersionMap } from './version-map.js'

const views = [
  ['words', t('List')],
  ['map', t('Canvas')],
] as const

interface ComparisonProps {
  rows: readonly ReleaseRow[]
  /** Id of a release, or `draft`. */
  chosen: string
  base: string | undefined
  onBase(id: string): void
  before: Content | undefined
  after: Content | undefined
  nameOf(id: string): string
  /** Further actions for the version. */
  actions?: ReactNode
}

/** Changes from one version to another, in words or on a map, and a button to restore the version. */
export default function Comparison({ rows, chosen, base, onBase, before, after, nameOf, actions }: ComparisonProps) {
  const { editing, isReadOnly } = useBotEditor()
  const [view, setView] = useState<(typeof views)[number][0]>('words')
  const places = useMemo(() => (before && after ? compare(before, after) : undefined), [before, after])
  const row = rows.find(({ id }) => id === chosen)
  const bring = () => {
    if (!after) return
    editing.run(t('Restore a version'), restore(after))
    showToast(t('The draft is this version again. Publish it to make it live.'), {
      label: t('Undo'),
      run: () => editing.undo(),
    })
  }
  const choices = [
    ...(chosen === 'draft' ? [] : [['draft', t('Draft')] as const]),
    ...rows
      .filter(({ id }) => id !== chosen)
      .map(({ id, createdAt, note }) => [id, note ? `${momentOf(createdAt)}: ${note}` : momentOf(createdAt)] as const),
  ]
  return (
    <section className="card" aria-label={t('Comparison')}>
      <div className="row wrap">
        <h2 className="grow">{row ? momentOf(row.createdAt) : t('Draft')}</h2>
        {actions}
        {row && !isReadOnly && (
          <button type="button" className="button" disabled={!after} onClick={bring}>
            <ArchiveRestore size={14} /> {t('Restore as draft')}
          </button>
        )}
      </div>
      {row && <ReleaseNote key={row.id} row={row} />}
      <div className="compare-bar">
        {base === undefined ? (
          <p className="soft grow">{t('This is the first version: everything in it is new.')}</p>
        ) : (
          <Select label={t('Compared with')} value={base} choices={choices} onChange={onBase} />
        )}
        <Segments label={t('Shown as')} value={view} choices={views} onChange={setView} />
      </div>
      {!places || !before || !after ? (
        <p className="soft">{t('Comparing…')}</p>
      ) : places.length === 0 ? (
        <p className="empty">
          <GitCompareArrows size={28} />{' '}
          {t('{name} and {value} are the same.', { name: nameOf(chosen), value: base ? nameOf(base) : t('nothing') })}
        </p>
      ) : view === 'words' ? (
        <PlaceList places={places} />
      ) : (
        <VersionMap before={before} after={after} places={places} />
      )}
    </section>
  )
}

const fateWords: Record<ChangeKind, string> = {
  added: t('New'),
  removed: t('Gone'),
  changed: t('Changed'),
  moved: t('Moved'),
}

const PlaceList = ({ places }: { places: readonly Place[] }) => (
  <ul className="places">
    {places.map(({ id, title, fate, lines }) => (
      <li key={`${fate} ${id}`}>
        <h3>
          <span className="fate" data-fate={fate}>
            {fateWords[fate]}
          </span>{' '}
          {title}
        </h3>
        <ul>
          {lines.map((line, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: lines of a comparison do not change places
            <li key={index}>{line}</li>
          ))}
        </ul>
      </li>
    ))}
  </ul>
)
