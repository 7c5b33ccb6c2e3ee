import type { FlowTest } from '@colloquy/prove'
import { X } from 'lucide-react'
import { localTime } from '../design/dates.js'
import { Disclosure } from '../design/disclosure.js'
import { Input } from '../design/field.js'
import { Select } from '../design/select.js'
import { useDocument } from '../editor/bot-editor.js'
import { t } from '../i18n/i18n.js'

type Start = FlowTest['start']
type Variables = NonNullable<Start['variables']>

interface StartFieldsProps {
  test: FlowTest
  onChange(test: FlowTest): void
}

/** Fields for the start of a test: place, channel, time, random numbers and values of variables. */
export function StartFields({ test, onChange }: StartFieldsProps) {
  const groups = useDocument((document) => document.groups)
  const { start } = test
  const set = (change: Partial<Start>) => onChange({ ...test, start: { ...start, ...change } })
  const begin = (groupId: string) => {
    const { from: _, ...others } = start
    const group = groups.find(({ id }) => id === groupId)
    const from = group && { type: 'group' as const, groupId, hint: group.title }
    onChange({ ...test, start: from ? { ...others, from } : others })
  }
  return (
    <Disclosure title={t('Time, channel and variables')} className="test-start">
      <div className="stack">
        <Select
          label={t('Begins at')}
          value={start.from?.type === 'event' ? 'event' : (start.from?.groupId ?? '')}
          choices={[
            ['', t('Start')],
            ...(start.from?.type === 'event' ? [['event', start.from.hint ?? t('Event')] as const] : []),
            ...groups.map(({ id, title }) => [id, title || t('Untitled')] as const),
          ]}
          onChange={(id) => id !== 'event' && begin(id)}
        />
        <Select
          label={t('Channel')}
          value={start.channel}
          choices={[
            ['web', t('Web')],
            ['messaging', t('Messaging app')],
          ]}
          onChange={(channel) => set({ channel: channel as Start['channel'] })}
        />
        <Input
          label={t('Date and time')}
          hint={t('The clock of the conversation, in your time zone')}
          type="datetime-local"
          step="1"
          value={localTime(start.at, 'second')}
          onChange={(text) => {
            const at = new Date(text).getTime()
            if (at >= 0) onChange(shifted(test, at))
          }}
        />
        <Input
          label={t('Random numbers')}
          hint={t('The same number gives the same random choices.')}
          type="number"
          min={0}
          max={0xffff_ffff}
          value={`${start.seed}`}
          onChange={(text) => {
            const seed = Number(text)
            if (Number.isInteger(seed) && seed >= 0 && seed <= 0xffff_ffff) onChange(reseeded(test, seed))
          }}
        />
        <Prefilled values={start.variables ?? {}} onChange={(variables) => set({ variables })} />
      </div>
    </Disclosure>
  )
}

function Prefilled({ values, onChange }: { values: Variables; onChange(values: Variables): void }) {
  const variables = useDocument((document) => document.variables)
  const free = variables.filter(({ name }) => !Object.hasOwn(values, name))
  return (
    <>
      {Object.entries(values).map(([name, value]) => (
        <div key={name} className="row end">
          <div className="grow">
            <Input
              label={t('Value of {name}', { name })}
              value={Array.isArray(value) ? value.join(', ') : `${value ?? ''}`}
              onChange={(text) => onChange({ ...values, [name]: text })}
            />
          </div>
          <button
            type="button"
            className="button plain small icon-only"
            aria-label={t('Remove the value of {name}', { name })}
            onClick={() => {
              const { [name]: _, ...others } = values
              onChange(others)
            }}
          >
            <X size={14} />
          </button>
        </div>
      ))}
      {free.length > 0 && (
        <Select
          label={t('Add the value of a variable')}
          isLabelHidden
          value=""
          choices={[['', t('Add the value of a variable…')], ...free.map(({ name }) => [name, name] as const)]}
          onChange={(name) => name && onChange({ ...values, [name]: '' })}
        />
      )}
    </>
  )
}

/** The steps keep their distance from the start. */
export function shifted(test: FlowTest, at: number): FlowTest {
  const by = at - test.start.at
  const steps = test.steps.map((step) => (step.at === undefined ? step : { ...step, at: Math.max(0, step.at + by) }))
  return { ...test, start: { ...test.start, at }, steps }
}

/** The random numbers of all steps follow from the seed. */
const reseeded = (test: FlowTest, seed: number): FlowTest => ({
  ...test,
  start: { ...test.start, seed },
  steps: test.steps.map(({ seed: _, ...step }) => step),
})
