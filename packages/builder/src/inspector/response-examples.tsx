import { Trash2 } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { Disclosure } from '../design/disclosure.js'
import { Input } from '../design/field.js'
import { showError } from '../design/toasts.js'
import { newId } from '../document/new-id.js'
import { t } from '../i18n/i18n.js'
import { exampleBody, exampleData, maxExamples, type ResponseExample } from './response-example.js'
import { ResponseTree } from './response-tree.js'

interface ResponseExamplesProps {
  examples: readonly ResponseExample[]
  /** Takes the expression that reads a part of an answer. */
  onPick(path: string): void
  onChange(examples: readonly ResponseExample[]): void
}

/** Answers that are kept with the block, each to be mapped by a click. */
export function ResponseExamples({ examples, onPick, onChange }: ResponseExamplesProps) {
  if (examples.length === 0) return null
  return (
    <div className="response-examples">
      <p className="field-label">{t('Saved examples')}</p>
      {examples.map((example) => {
        const { id, name = '', status = 200 } = example
        return (
          <Disclosure
            key={id}
            className="response-example"
            title={
              <>
                <span className="grow cut">{name}</span>
                <StatusTag status={status} />
                <button
                  type="button"
                  className="button plain small icon-only"
                  aria-label={t('Delete example “{name}”', { name })}
                  onClick={(event) => {
                    event.preventDefault()
                    onChange(examples.filter((one) => one.id !== id))
                  }}
                >
                  <Trash2 size={13} />
                </button>
              </>
            }
          >
            <ResponseTree data={exampleData(example)} onPick={onPick} />
          </Disclosure>
        )
      })}
      <p className="faint">{t('Tests and synthetic visitors get the first example where no answer is recorded.')}</p>
    </div>
  )
}

export const StatusTag = ({ status }: { status: number }) => (
  <span className={status < 300 ? 'tag good' : 'tag danger'}>{status}</span>
)

interface KeepExampleProps {
  examples: readonly ResponseExample[]
  status: number
  data: unknown
  /** Values of the request, which the answer may repeat. */
  sent: readonly string[]
  onChange(examples: readonly ResponseExample[]): void
}

/** Keeps the answer that was just received. */
export function KeepExample({ examples, status, data, sent, onChange }: KeepExampleProps) {
  const [name, setName] = useState('')
  const [isKept, setKept] = useState(false)
  if (isKept) return null
  if (examples.length >= maxExamples)
    return (
      <p className="faint">{t('{max} examples are kept. Delete one to keep this answer.', { max: maxExamples })}</p>
    )
  const keep = (event: FormEvent) => {
    event.preventDefault()
    try {
      const body = exampleBody(data, sent)
      const usual = t('Example {count}', { count: examples.length + 1 })
      onChange([...examples, { id: newId(), name: name.trim() || usual, status, body }])
      setKept(true)
    } catch (error) {
      showError(error)
    }
  }
  return (
    <form className="row end" onSubmit={keep}>
      <div className="grow">
        <Input label={t('Name of the example')} maxLength={80} value={name} onChange={setName} />
      </div>
      <button type="submit" className="button">
        {t('Save as example')}
      </button>
    </form>
  )
}
