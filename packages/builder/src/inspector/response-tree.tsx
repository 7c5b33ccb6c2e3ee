import { Plus } from 'lucide-react'
import { Disclosure } from '../design/disclosure.js'
import { t } from '../i18n/i18n.js'

interface ResponseTreeProps {
  /** The response in the form that mappings see. */
  data: unknown
  /** Called with the expression that reads a part. */
  onPick(path: string): void
}

/** Parts of a response; pressing one maps it to a variable. */
export const ResponseTree = ({ data, onPick }: ResponseTreeProps) => (
  <ul className="response-tree" aria-label={t('Parts of the answer')}>
    <Part name="data" path="data" each={undefined} value={data} onPick={onPick} depth={0} />
  </ul>
)

interface PartProps {
  name: string
  path: string
  /** The list that contains this part, and the path to the part from an element of the list. */
  each: { list: string; rest: string } | undefined
  value: unknown
  depth: number
  onPick(path: string): void
}

/** Maximum number of parts shown of an object. For a list, the first three elements are enough to show its contents. */
const shown = 20

function Part({ name, path, each, value, depth, onPick }: PartProps) {
  const isList = Array.isArray(value)
  const parts = isPlain(value) || isList ? Object.entries(value).slice(0, isList ? 3 : shown) : []
  const all = isList ? value.length : isPlain(value) ? Object.keys(value).length : 0
  const pick = (
    <span className="row response-part">
      <button
        type="button"
        className="button plain small"
        aria-label={t('Save {path}', { path })}
        onClick={() => onPick(path)}
      >
        <Plus size={12} aria-hidden /> {name}
      </button>
      <span className="faint cut grow">
        {isList ? t('list of {all}', { all }) : isPlain(value) ? '' : words(value)}
      </span>
      {each && each.rest !== '' && (
        <button
          type="button"
          className="button plain small"
          aria-label={t('Save {name} of each element', { name })}
          onClick={() => onPick(`${each.list}.map(item => item${each.rest})`)}
        >
          {t('of each')}
        </button>
      )}
    </span>
  )
  if (parts.length === 0) return <li>{pick}</li>
  return (
    <li>
      <Disclosure isOpen={depth < 3} title={pick}>
        <ul>
          {parts.map(([key, inner]) => {
            const step = isList ? `[${key}]` : stepOf(key)
            return (
              <Part
                key={key}
                name={key}
                path={path + step}
                each={isList ? { list: path, rest: '' } : each && { ...each, rest: each.rest + step }}
                value={inner}
                depth={depth + 1}
                onPick={onPick}
              />
            )
          })}
          {all > parts.length && <li className="faint">{t('and {all} more', { all: all - parts.length })}</li>}
        </ul>
      </Disclosure>
    </li>
  )
}

/** Formats a key as a step of a path: after a dot if it is an identifier, otherwise in brackets. */
const stepOf = (key: string): string => (/^[A-Za-z_$][\w$]*$/.test(key) ? `.${key}` : `[${JSON.stringify(key)}]`)

const words = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value))

const isPlain = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
