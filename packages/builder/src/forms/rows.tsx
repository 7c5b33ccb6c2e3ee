import type { Path } from '@colloquy/flow/operations'
import { Plus, Trash2 } from 'lucide-react'
import { t } from '../i18n/i18n.js'
import { putAt } from './put-at.js'

type Loose = Record<string, unknown>

interface RowsProps {
  value: unknown
  label: string
  /** Returns a new row with its required values. */
  empty?(): Loose
  onChange(rows: Loose[]): void
  children(row: Loose, change: (path: Path, value: unknown) => void): React.ReactNode
}

/** A list of sub-forms, which is merged as one value. */
export function Rows({ label, value, empty, onChange, children }: RowsProps) {
  const list = Array.isArray(value) ? (value as Loose[]) : []
  const change = (index: number) => (path: Path, next: unknown) =>
    onChange(list.with(index, putAt(list[index]!, path, next)))
  return (
    <fieldset className="part">
      <legend>{label}</legend>
      {list.map((row, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: rows are identified by their position
        <div key={index} className="part-element">
          <div className="stack grow">{children(row, change(index))}</div>
          <button
            type="button"
            className="button plain small icon-only"
            aria-label={t('Remove row {index} of {label}', { index: index + 1, label })}
            onClick={() => onChange(list.toSpliced(index, 1))}
          >
            <Trash2 size={14} />
          </button>
        </div>
      ))}
      <button type="button" className="button small" onClick={() => onChange([...list, empty?.() ?? {}])}>
        <Plus size={13} /> {t('Add')}
      </button>
    </fieldset>
  )
}
