import type { FlowTest } from '@colloquy/prove'
import { Plus, X } from 'lucide-react'
import { useId } from 'react'
import { Disclosure } from '../design/disclosure.js'
import { Field, Input } from '../design/field.js'
import { t } from '../i18n/i18n.js'

type Entry = FlowTest['cassette'][number]

const kinds = {
  http: t('HTTP request'),
  script: t('Script'),
  pattern: t('Pattern'),
  model: t('Language model'),
  request: t('Integration'),
  knowledge: t('Knowledge base'),
  mcp: t('MCP server'),
  mail: t('Email'),
  payment: t('Payment'),
} as const satisfies Record<Entry['kind'], string>

interface AnswerListProps {
  answers: readonly Entry[]
  onChange(answers: Entry[]): void
}

/** Lists the answers of services, scripts and models in a test, to change, add and remove. */
export function AnswerList({ answers, onChange }: AnswerListProps) {
  const add = () => onChange([...answers, { kind: 'http', outcome: { answer: 'response', status: 200, text: '{}' } }])
  return (
    <Disclosure title={t('Answers of services: {count}', { count: answers.length })} className="test-answers">
      <p className="faint">{t('Nothing is called: these answers are given instead, in their order.')}</p>
      <ul>
        {answers.map((answer, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: answers have no ids
          <li key={at} className="stack">
            <div className="row">
              <h4 className="grow">
                {at + 1}. {kinds[answer.kind]}
              </h4>
              <button
                type="button"
                className="button plain small icon-only"
                aria-label={t('Remove answer {number}', { number: at + 1 })}
                onClick={() => onChange(answers.toSpliced(at, 1))}
              >
                <X size={14} />
              </button>
            </div>
            <AnswerFields
              answer={answer}
              number={at + 1}
              onChange={(next) => onChange(answers.toSpliced(at, 1, next))}
            />
          </li>
        ))}
      </ul>
      <button type="button" className="button small" onClick={add}>
        <Plus size={13} aria-hidden /> {t('Add an answer to an HTTP request')}
      </button>
    </Disclosure>
  )
}

/** The answer fits every request of its kind. */
export function forEveryRequest({ request: _, ...answer }: Entry): Entry {
  return answer
}

interface AnswerFieldsProps {
  answer: Entry
  number: number
  onChange(answer: Entry): void
}

function AnswerFields({ answer, number, onChange }: AnswerFieldsProps) {
  const id = useId()
  return (
    <>
      {answer.request === undefined ? (
        <p className="faint">{t('For every request of this kind')}</p>
      ) : (
        <div className="row">
          <p className="faint grow">{t('Only for the request that was recorded')}</p>
          <button type="button" className="button small" onClick={() => onChange(forEveryRequest(answer))}>
            {t('Use for every request')}
          </button>
        </div>
      )}
      {answer.kind === 'http' && answer.request === undefined && (
        <Input
          label={t('Only for this address')}
          placeholder="https://example.com/prices"
          value={answer.url ?? ''}
          onChange={(url) => {
            const { url: _, ...others } = answer
            onChange(url ? { ...others, url } : others)
          }}
        />
      )}
      {answer.kind === 'http' && answer.outcome.answer === 'response' ? (
        <>
          <Input
            label={t('Status')}
            type="number"
            min={100}
            max={599}
            required
            value={`${answer.outcome.status}`}
            onChange={(status) =>
              onChange({ ...answer, outcome: { ...answer.outcome, status: Number(status) } as typeof answer.outcome })
            }
          />
          <Field id={id} label={t('Body of answer {number}', { number })}>
            <textarea
              id={id}
              className="text code"
              rows={4}
              spellCheck={false}
              value={answer.outcome.text}
              onChange={(event) =>
                onChange({
                  ...answer,
                  outcome: { ...answer.outcome, text: event.target.value } as typeof answer.outcome,
                })
              }
            />
          </Field>
        </>
      ) : (
        <pre className="test-outcome">{JSON.stringify(answer.outcome, null, 2).slice(0, 2000)}</pre>
      )}
    </>
  )
}
