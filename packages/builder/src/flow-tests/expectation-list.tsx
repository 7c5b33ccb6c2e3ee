import { definitionOf } from '@colloquy/flow/blocks'
import type { FlowTest } from '@colloquy/prove'
import { X } from 'lucide-react'
import { useId } from 'react'
import { entryOf } from '../catalogue/block-catalogue.js'
import type { Choices } from '../design/choices.js'
import { Field, Input } from '../design/field.js'
import { Select } from '../design/select.js'
import { useDocument } from '../editor/bot-editor.js'
import { t } from '../i18n/i18n.js'

export type Expected = FlowTest['expect'][number]

const kinds = {
  message: t('Message'),
  awaits: t('Waits at'),
  variable: t('Variable'),
  path: t('Path'),
  completed: t('Completed'),
  noErrors: t('No errors'),
  accepted: t('Reply accepted'),
  readable: t('Readable messages'),
  filled: t('Variable has a value'),
  request: t('HTTP request'),
} as const satisfies Record<Expected['kind'], string>

const matches: Choices = [
  ['exact', t('is exactly')],
  ['contains', t('contains')],
  ['pattern', t('matches the pattern')],
]

interface ExpectationListProps {
  label: string
  expectations: readonly Expected[]
  onChange(expectations: Expected[]): void
}

/** Conditions of a test, to change, add and remove. */
export function ExpectationList({ label, expectations, onChange }: ExpectationListProps) {
  const variables = useDocument(({ variables }) => variables)
  const add = (kind: string) => onChange([...expectations, newExpectation(kind as Expected['kind'], variables[0])])
  return (
    <ul className="test-expectations" aria-label={label}>
      {expectations.map((expectation, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: expectations have no ids
        <li key={index} className="row">
          <div className="grow stack">
            <Fields
              expectation={expectation}
              onChange={(next) => onChange(expectations.map((one, at) => (at === index ? next : one)))}
            />
          </div>
          <button
            type="button"
            className="button plain small icon-only"
            aria-label={t('Remove the expectation: {kinds}', { kinds: kinds[expectation.kind] })}
            onClick={() => onChange(expectations.filter((_, at) => at !== index))}
          >
            <X size={14} />
          </button>
        </li>
      ))}
      <li>
        <Select
          label={t('Add an expectation')}
          isLabelHidden
          value=""
          choices={[['', t('Add an expectation…')], ...Object.entries(kinds)]}
          onChange={(kind) => kind && add(kind)}
        />
      </li>
    </ul>
  )
}

function newExpectation(kind: Expected['kind'], variable: { id: string; name: string } | undefined): Expected {
  switch (kind) {
    case 'message':
      return { kind, text: '', match: 'contains' }
    case 'variable':
      return { kind, id: variable?.id ?? '', ...(variable && { hint: variable.name }), value: '' }
    case 'awaits':
      return { kind, blockId: null }
    case 'path':
      return { kind, groups: [] }
    case 'completed':
      return { kind, value: true }
    case 'noErrors':
    case 'accepted':
    case 'readable':
      return { kind }
    case 'filled':
      return { kind, id: variable?.id ?? '', ...(variable && { hint: variable.name }) }
    case 'request':
      return { kind, url: '' }
  }
}

function Fields({ expectation, onChange }: { expectation: Expected; onChange(next: Expected): void }) {
  const groups = useDocument((document) => document.groups)
  const variables = useDocument((document) => document.variables)
  switch (expectation.kind) {
    case 'message':
      return (
        <>
          <Select
            label={t('A message')}
            value={expectation.match}
            choices={matches}
            onChange={(match) => onChange({ ...expectation, match: match as typeof expectation.match })}
          />
          <Input
            label={t('Text')}
            isLabelHidden
            value={expectation.text}
            onChange={(text) => onChange({ ...expectation, text })}
          />
        </>
      )
    case 'variable':
      return (
        <>
          <Select
            label={t('The variable')}
            value={expectation.id}
            choices={variables.map(({ id, name }) => [id, name] as const)}
            onChange={(id) => onChange({ ...expectation, id, hint: variables.find((it) => it.id === id)?.name })}
          />
          <ValueField value={expectation.value} onChange={(value) => onChange({ ...expectation, value })} />
        </>
      )
    case 'awaits': {
      const inputs = groups.flatMap(({ title, blocks }) =>
        blocks.flatMap((block) =>
          definitionOf(block.type)?.asks ? [[block.id, `${title} › ${entryOf(block).label}`] as const] : [],
        ),
      )
      const isListed = expectation.blockId === null || inputs.some(([id]) => id === expectation.blockId)
      return (
        <Select
          label={t('The conversation waits at')}
          value={expectation.blockId ?? ''}
          choices={[
            ['', t('The end')],
            ...inputs,
            ...(isListed ? [] : [[expectation.blockId as string, expectation.hint ?? t('Another block')] as const]),
          ]}
          onChange={(id) =>
            onChange({ kind: 'awaits', blockId: id || null, hint: inputs.find(([one]) => one === id)?.[1] })
          }
        />
      )
    }
    case 'path':
      return <PathFields expectation={expectation} onChange={onChange} />
    case 'completed':
      return (
        <Select
          label={t('Result')}
          isLabelHidden
          value={expectation.value ? 'yes' : 'no'}
          choices={[
            ['yes', t('The result is completed')],
            ['no', t('The result is not completed')],
          ]}
          onChange={(value) => onChange({ kind: 'completed', value: value === 'yes' })}
        />
      )
    case 'noErrors':
      return <p>{t('No errors are logged')}</p>
    case 'accepted':
      return <p>{t('Replies are accepted')}</p>
    case 'readable':
      return <p>{t('Messages show no placeholders or broken values')}</p>
    case 'filled':
      return (
        <Select
          label={t('This variable has a value')}
          value={expectation.id}
          choices={variables.map(({ id, name }) => [id, name] as const)}
          onChange={(id) => onChange({ ...expectation, id, hint: variables.find((it) => it.id === id)?.name })}
        />
      )
    case 'request':
      return (
        <>
          <Select
            label={t('Method')}
            value={expectation.method ?? ''}
            choices={[['', t('Any method')], ...methods.map((method) => [method, method] as const)]}
            onChange={(method) => {
              const { method: _, ...others } = expectation
              onChange(method ? { ...others, method } : others)
            }}
          />
          <Input
            label={t('An HTTP request goes to an address with')}
            value={expectation.url ?? ''}
            onChange={(url) => onChange({ ...expectation, url })}
          />
          <Input
            label={t('and a body with')}
            value={expectation.body ?? ''}
            onChange={(body) => onChange({ ...expectation, body })}
          />
        </>
      )
  }
}

const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS']

type Value = Extract<Expected, { kind: 'variable' }>['value']

/** The value of a variable: a text, a list with an element on each line, or none. */
function ValueField({ value, onChange }: { value: Value; onChange(value: Value): void }) {
  const id = useId()
  const kind = value === null ? 'empty' : Array.isArray(value) ? 'list' : 'text'
  return (
    <>
      <Select
        label={t('Kind of value')}
        isLabelHidden
        value={kind}
        choices={[
          ['text', t('has the value')],
          ['list', t('has the list')],
          ['empty', t('is empty')],
        ]}
        onChange={(next) =>
          onChange(next === 'empty' ? null : next === 'list' ? linesOf(textOf(value)) : textOf(value))
        }
      />
      {kind === 'text' && (
        <Input label={t('Value')} isLabelHidden value={textOf(value)} onChange={(text) => onChange(text)} />
      )}
      {kind === 'list' && (
        <Field id={id} label={t('One element on each line')}>
          <textarea
            id={id}
            className="text"
            rows={Math.min(8, Math.max(2, value?.length ?? 0))}
            value={textOf(value)}
            onChange={(event) => onChange(linesOf(event.target.value))}
          />
        </Field>
      )}
    </>
  )
}

const linesOf = (text: string) => text.split('\n')

interface PathFieldsProps {
  expectation: Extract<Expected, { kind: 'path' }>
  onChange(expectation: Expected): void
}

/** The groups that a conversation passes, in their order. */
function PathFields({ expectation: { groups: path }, onChange }: PathFieldsProps) {
  const groups = useDocument((document) => document.groups)
  const names = new Map(groups.map(({ id, title }) => [id, title || t('Untitled')]))
  const become = (next: typeof path) => onChange({ kind: 'path', groups: next })
  const add = (id: string) => id && become([...path, { id, hint: names.get(id) }])
  return (
    <>
      <p>{t('The path through the groups is')}</p>
      <ol className="test-path">
        {path.map(({ id, hint }, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a group may be passed more than once
          <li key={at} className="row">
            <span className="grow cut">{names.get(id) ?? hint ?? id}</span>
            <button
              type="button"
              className="button plain small icon-only"
              aria-label={t('Remove {name} from the path', { name: names.get(id) ?? hint ?? id })}
              onClick={() => become(path.toSpliced(at, 1))}
            >
              <X size={14} />
            </button>
          </li>
        ))}
      </ol>
      <Select
        label={t('Add a group')}
        isLabelHidden
        value=""
        choices={[['', t('Add a group…')], ...names]}
        onChange={add}
      />
    </>
  )
}

const textOf = (value: Value): string => (Array.isArray(value) ? value.join('\n') : (value ?? ''))
