import { variantLetter } from '@colloquy/flow'
import { type FormEvent, useState } from 'react'
import { operators, withoutValue } from '../catalogue/operator-names.js'
import { momentOf } from '../design/dates.js'
import { Dialog } from '../design/dialog.js'
import { ErrorNotice } from '../design/error-notice.js'
import { Input, Switch } from '../design/field.js'
import { Select } from '../design/select.js'
import { useAttempt } from '../design/use-attempt.js'
import { useBotEditor, useEditingState } from '../editor/bot-editor.js'
import { useEnvironments } from '../environments/environments.js'
import type { ReleaseRow } from '../environments/release.js'
import { useForget } from '../environments/use-forget.js'
import { useGate } from '../gate/use-gate.js'
import { t } from '../i18n/i18n.js'
import { api } from '../service/api.js'
import { blockChoices } from './goal.js'

const maxVariants = 5
/** Patterns are compared in a sandbox, which goals do not wait for. */
const goalOperators = operators.filter(([operator]) => !operator.endsWith('regex'))
type Goal = Parameters<typeof api.startExperiment>[0]['goal']
type GoalOperator = Extract<Goal, { kind: 'variable' }>['operator']

interface NewExperimentProps {
  releases: readonly ReleaseRow[]
  nameOf(releaseId: string): string
  /** Takes its id. */
  onStarted(id: string): void
  onClose(): void
}

/** Asks which versions share the visitors, and what they are to reach. */
export function NewExperimentDialog({ releases, nameOf, onStarted, onClose }: NewExperimentProps) {
  const { bot } = useBotEditor()
  const environments = (useEnvironments(bot.id).data ?? []).filter(({ releaseId }) => releaseId !== null)
  const forget = useForget(bot.id)
  const gate = useGate()
  const { attempt, isBusy, error } = useAttempt()
  const [name, setName] = useState('')
  const [chosenId, setEnvironmentId] = useState('live')
  const [others, setOthers] = useState<readonly Variant[]>([{ releaseId: '', weight: '50' }])
  const [controlWeight, setControlWeight] = useState('50')
  const [goal, setGoal] = useState(firstGoal)
  const [difference, setDifference] = useState('2')
  const [isPromoting, setPromoting] = useState(false)
  const environment = environments.find(({ id }) => id === chosenId) ?? environments[0]
  const environmentId = environment?.id ?? chosenId
  const next = environment?.scheduled[0]
  const variants = [{ releaseId: environment?.releaseId ?? '', weight: controlWeight }, ...others]
  const start = async (reason?: string) => {
    const body = {
      name,
      environmentId,
      variants: variants.map(({ releaseId, weight }) => ({ releaseId, weight: Number(weight) })),
      goal: chosenGoal(goal),
      minimumDifference: Number(difference) / 100,
      isPromoting,
      ...(reason !== undefined && { reason }),
    }
    const { experiment } = await api.startExperiment({ botId: bot.id, ...body })
    await forget()
    onClose()
    onStarted(experiment.id)
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void attempt(() => gate.pass(start))
  }
  const changeVariants = ([control, ...rest]: readonly Variant[]) => {
    setControlWeight(control?.weight ?? '')
    setOthers(rest)
  }
  return (
    <>
      <Dialog
        title={t('New experiment')}
        description={t('New visitors are shared out among versions, and each keeps the one that they got.')}
        onClose={onClose}
      >
        <form className="stack" onSubmit={submit}>
          <Input label={t('Name')} value={name} maxLength={100} required onChange={setName} />
          {environments.length > 1 && (
            <Select
              label={t('Environment')}
              value={environmentId}
              choices={environments.map((one) => [one.id, one.name] as const)}
              onChange={setEnvironmentId}
            />
          )}
          {next && (
            <p className="notice warning">
              {t('{name} is scheduled for {moment}. The experiment ends then.', {
                name: nameOf(next.releaseId),
                moment: momentOf(next.dueAt),
              })}
            </p>
          )}
          <VariantFields variants={variants} releases={releases} nameOf={nameOf} onChange={changeVariants} />
          <GoalFields goal={goal} onChange={setGoal} />
          <Input
            label={t('Smallest difference that matters (percentage points)')}
            hint={t('The verdict is “no winner” once all differences are certainly smaller.')}
            type="number"
            min={0.1}
            max={50}
            step={0.1}
            required
            value={difference}
            onChange={setDifference}
          />
          <Switch label={t('Promote the winner automatically')} isOn={isPromoting} onChange={setPromoting} />
          <ErrorNotice error={error} />
          <div className="dialog-actions">
            <button type="button" className="button" onClick={onClose}>
              {t('Cancel')}
            </button>
            <button type="submit" className="button primary" disabled={isBusy}>
              {t('Start experiment')}
            </button>
          </div>
        </form>
      </Dialog>
      {gate.dialog}
    </>
  )
}

/** A version and its share of the visitors, as typed. */
interface Variant {
  releaseId: string
  weight: string
}

interface VariantFieldsProps extends Pick<NewExperimentProps, 'releases' | 'nameOf'> {
  /** The first one is the current version, of which only the share can be changed. */
  variants: readonly Variant[]
  onChange(variants: readonly Variant[]): void
}

function VariantFields({ variants, releases, nameOf, onChange }: VariantFieldsProps) {
  const [control, ...others] = variants
  const change = (index: number, changes: Partial<Variant>) =>
    onChange(variants.map((variant, at) => (at === index ? { ...variant, ...changes } : variant)))
  const free = (own: string) =>
    releases
      .filter(({ id }) => id === own || !variants.some(({ releaseId }) => releaseId === id))
      .map(({ id }) => [id, nameOf(id)] as const)
  return (
    <fieldset className="stack">
      <legend>{t('Variants')}</legend>
      <div className="variant-fields">
        <p>
          <strong>{variantLetter(0)}</strong> {nameOf(control?.releaseId ?? '')}{' '}
          <span className="faint">{t('now current')}</span>
        </p>
        <Weight letter={variantLetter(0)} value={control?.weight ?? ''} onChange={(weight) => change(0, { weight })} />
      </div>
      {others.map(({ releaseId, weight }, other) => {
        const index = other + 1
        const letter = variantLetter(index)
        return (
          <div key={letter} className="variant-fields">
            <Select
              label={t('Version {letter}', { letter })}
              value={releaseId}
              required
              choices={[['', t('Choose…')], ...free(releaseId)]}
              onChange={(id) => change(index, { releaseId: id })}
            />
            <Weight letter={letter} value={weight} onChange={(typed) => change(index, { weight: typed })} />
          </div>
        )
      })}
      {variants.length < Math.min(maxVariants, releases.length) && (
        <button
          type="button"
          className="button small"
          onClick={() => onChange([...variants, { releaseId: '', weight: '50' }])}
        >
          {t('Add a variant')}
        </button>
      )}
    </fieldset>
  )
}

/** A goal as typed: what belongs to other kinds of goals is kept, too. */
interface TypedGoal {
  kind: string
  blockId: string
  variableId: string
  operator: GoalOperator
  value: string
}

const firstGoal: TypedGoal = { kind: 'completed', blockId: '', variableId: '', operator: 'Equal to', value: '' }

function chosenGoal({ kind, blockId, variableId, operator, value }: TypedGoal): Goal {
  if (kind === 'block') return { kind, blockId }
  if (kind === 'variable') return { kind, variableId, operator, ...(!withoutValue.has(operator) && { value }) }
  return { kind: 'completed' }
}

function GoalFields({ goal, onChange }: { goal: TypedGoal; onChange(goal: TypedGoal): void }) {
  const { editing } = useBotEditor()
  const { groups, variables } = useEditingState(() => editing.content)
  const change = (changes: Partial<TypedGoal>) => onChange({ ...goal, ...changes })
  return (
    <>
      <Select
        label={t('Goal')}
        value={goal.kind}
        choices={[
          ['completed', t('The chat is completed')],
          ['block', t('A block is reached')],
          ['variable', t('A variable has a value')],
        ]}
        onChange={(kind) => change({ kind })}
      />
      {goal.kind === 'block' && (
        <Select
          label={t('Block')}
          value={goal.blockId}
          required
          choices={[['', t('Choose…')], ...blockChoices({ groups, variables })]}
          onChange={(blockId) => change({ blockId })}
        />
      )}
      {goal.kind === 'variable' && (
        <>
          <Select
            label={t('Variable')}
            value={goal.variableId}
            required
            choices={[['', t('Choose…')], ...variables.map((it) => [it.id, it.name] as const)]}
            onChange={(variableId) => change({ variableId })}
          />
          <Select
            label={t('Comparison')}
            value={goal.operator}
            choices={goalOperators}
            onChange={(operator) => change({ operator: operator as GoalOperator })}
          />
          {!withoutValue.has(goal.operator) && (
            <Input label={t('Value')} value={goal.value} maxLength={1_000} onChange={(value) => change({ value })} />
          )}
        </>
      )}
    </>
  )
}

interface WeightProps {
  letter: string
  value: string
  onChange(value: string): void
}

const Weight = ({ letter, value, onChange }: WeightProps) => (
  <Input
    label={t('Share of {letter}', { letter })}
    type="number"
    min={1}
    max={1_000}
    step={1}
    required
    value={value}
    onChange={onChange}
  />
)
