import type { FlowTest } from '@colloquy/prove'
import { Plus, X } from 'lucide-react'
import { useState } from 'react'
import { t } from '../i18n/i18n.js'

type Row = NonNullable<FlowTest['table']>[number]

interface InputTableProps {
  rows: readonly Row[]
  /** Undefined removes the table: the test runs once. */
  onChange(rows: Row[] | undefined): void
}

/** As many rows as a test may have. */
const maxRows = 200

/** The inputs with which a test runs, a row for each run. `{column}` in replies and expectations is the value of the row. */
export function InputTable({ rows, onChange }: InputTableProps) {
  // Columns are kept by place here, so that a name may be empty or double while it is written.
  const [names, setNames] = useState(() => [...new Set(rows.flatMap((row) => Object.keys(row)))])
  const [cells, setCells] = useState(() => rows.map((row) => names.map((name) => `${row[name] ?? ''}`)))
  const change = (nextNames: string[], nextCells: string[][]) => {
    setNames(nextNames)
    setCells(nextCells)
    const next = nextCells.map((row) => Object.fromEntries(nextNames.map((name, at) => [name, row[at] ?? ''])))
    onChange(nextNames.length > 0 && next.length > 0 ? next : undefined)
  }
  const without = <T,>(list: readonly T[], at: number) => list.filter((_, index) => index !== at)
  return (
    <div className="stack">
      <div className="table-scroll">
        <table className="input-table">
          <thead>
            <tr>
              {names.map((name, at) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: columns are known by their place while their names are written
                <th key={at} scope="col">
                  <div className="row">
                    <input
                      className="text"
                      aria-label={t('Name of column {at}', { at: at + 1 })}
                      value={name}
                      required
                      maxLength={60}
                      pattern="[\p{L}\p{N}_ \-]+"
                      ref={(field) =>
                        field?.setCustomValidity(isDouble(names, at) ? t('Columns need different names.') : '')
                      }
                      onChange={(event) => change(names.with(at, event.target.value), cells)}
                    />
                    <RemoveButton
                      label={t('Remove column {name}', { name })}
                      onClick={() =>
                        change(
                          without(names, at),
                          cells.map((row) => without(row, at)),
                        )
                      }
                    />
                  </div>
                </th>
              ))}
              <td />
            </tr>
          </thead>
          <tbody>
            {cells.map((row, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: rows have no ids
              <tr key={index}>
                {names.map((name, at) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: see above
                  <td key={at}>
                    <input
                      className="text"
                      aria-label={t('{name}, row {row}', { name, row: index + 1 })}
                      value={row[at] ?? ''}
                      onChange={(event) => change(names, cells.with(index, row.with(at, event.target.value)))}
                    />
                  </td>
                ))}
                <td>
                  <RemoveButton
                    label={t('Remove row {row}', { row: index + 1 })}
                    onClick={() => change(names, without(cells, index))}
                  />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <div className="row">
        <button
          type="button"
          className="button small"
          disabled={cells.length >= maxRows}
          onClick={() => change(names, [...cells, names.map(() => '')])}
        >
          <Plus size={13} aria-hidden /> {t('Add a row')}
        </button>
        <button
          type="button"
          className="button small"
          onClick={() =>
            change(
              [...names, freeName(names)],
              cells.map((row) => [...row, '']),
            )
          }
        >
          <Plus size={13} aria-hidden /> {t('Add a column')}
        </button>
      </div>
    </div>
  )
}

function RemoveButton({ label, onClick }: { label: string; onClick(): void }) {
  return (
    <button type="button" className="button plain small icon-only" aria-label={label} onClick={onClick}>
      <X size={14} />
    </button>
  )
}

const isDouble = (names: readonly string[], at: number) => names.indexOf(names[at]!) !== at

/** The name of a new column; a valid one in each language. */
export const columnName = (number: number): string => t('input {number}', { number })

function freeName(names: readonly string[]): string {
  let number = names.length + 1
  while (names.includes(columnName(number))) number += 1
  return columnName(number)
}
