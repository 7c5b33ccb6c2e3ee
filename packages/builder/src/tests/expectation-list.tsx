import { definitionOf } from '@colloquy/flow/blocks'
import type { FlowTest } from '@colloquy/prove'
import { X } from 'lucide-react'
import { entryOf } from '../catalogue/block-catalogue.js'
import type { Choices } from '../design/choices.js'
import { Input } from '../design/field.js'
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
          choices={[['', t('Add an expectation…')], ...Object.entries(kinds).filter(([kind]) => kind !== 'path')]}
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
          <Input
            label={t('has the value')}
            value={textOf(expectation.value)}
            onChange={(value) => onChange({ ...expectation, value })}
          />
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
      return (
        <p>
          {t('Path: {map}', {
            map: expectation.groups.map(({ id, hint }) => titleOf(groups, id) ?? hint ?? id).join(' → '),
          })}
        </p>
      )
    case 'completed':
      return <p>{expectation.value ? t('The result is completed') : t('The result is not completed')}</p>
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

const titleOf = (groups: readonly { id: string; title: string }[], id: string) =>
  groups.find((it) => it.id === id)?.title

function textOf(value: Extract<Expected, { kind: 'variable' }>['value']): string {
  return Array.isArray(value) ? value.join(', ') : (value ?? '')
}
