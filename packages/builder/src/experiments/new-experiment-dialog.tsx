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

const mostVariants = 5
/** Patterns are compared in a sandbox, which goals do not wait for. */
const goalOperators = operators.filter(([operator]) => !operator.endsWith('regex'))
type GoalOperator = Extract<Parameters<typeof api.startExperiment>[0]['goal'], { kind: 'variable' }>['operator']

const firstOperator: GoalOperator = 'Equal to'

interface NewExperimentProps {
  releases: readonly ReleaseRow[]
  nameOf(releaseId: string): string
  /** Takes its id. */
  onStarted(id: string): void
  onClose(): void
}

/** Asks which versions share the visitors, and what they are to reach. */
export function NewExperimentDialog({ releases, nameOf, onStarted, onClose }: NewExperimentProps) {
  const { bot, editing } = useBotEditor()
  const { groups, variables } = useEditingState(() => editing.content)
  const environments = (useEnvironments(bot.id).data ?? []).filter(({ releaseId }) => releaseId !== null)
  const forget = useForget(bot.id)
  const gate = useGate()
  const { attempt, isBusy, error } = useAttempt()
  const [name, setName] = useState('')
  const [chosenId, setEnvironmentId] = useState('live')
  const [others, setOthers] = useState<readonly string[]>([''])
  const [weights, setWeights] = useState<readonly string[]>(['50', '50'])
  const [goal, setGoal] = useState('completed')
  const [blockId, setBlockId] = useState('')
  const [comparison, setComparison] = useState({ variableId: '', operator: firstOperator, value: '' })
  const [difference, setDifference] = useState('2')
  const [isPromoting, setPromoting] = useState(false)
  const environment = environments.find(({ id }) => id === chosenId) ?? environments[0]
  const environmentId = environment?.id ?? chosenId
  const control = environment?.releaseId ?? ''
  const next = environment?.scheduled[0]
  const chosen = [control, ...others]
  const blocks = blockChoices({ groups, variables })
  const start = async (reason?: string) => {
    const { variableId, operator, value } = comparison
    const body = {
      name,
      environmentId,
      variants: chosen.map((releaseId, index) => ({ releaseId, weight: Number(weights[index]) })),
      goal:
        goal === 'block'
          ? { kind: 'block' as const, blockId }
          : goal === 'variable'
            ? { kind: 'variable' as const, variableId, operator, ...(!withoutValue.has(operator) && { value }) }
            : { kind: 'completed' as const },
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
  const setWeight = (index: number) => (weight: string) => setWeights(weights.with(index, weight))
  const addVariant = () => {
    setOthers([...others, ''])
    setWeights([...weights, '50'])
  }
  const free = (own: string) =>
    releases.filter(({ id }) => id === own || !chosen.includes(id)).map(({ id }) => [id, nameOf(id)] as const)
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
          <fieldset className="stack">
            <legend>{t('Variants')}</legend>
            <div className="variant-fields">
              <p>
                <strong>{variantLetter(0)}</strong> {nameOf(control)} <span className="faint">{t('now current')}</span>
              </p>
              <Weight letter={variantLetter(0)} value={weights[0] ?? ''} onChange={setWeight(0)} />
            </div>
            {others.map((releaseId, index) => {
              const letter = variantLetter(index + 1)
              return (
                <div key={letter} className="variant-fields">
                  <Select
                    label={t('Version {letter}', { letter })}
                    value={releaseId}
                    required
                    choices={[['', t('Choose…')], ...free(releaseId)]}
                    onChange={(id) => setOthers(others.with(index, id))}
                  />
                  <Weight letter={letter} value={weights[index + 1] ?? ''} onChange={setWeight(index + 1)} />
                </div>
              )
            })}
            {chosen.length < Math.min(mostVariants, releases.length) && (
              <button type="button" className="button small" onClick={addVariant}>
                {t('Add a variant')}
              </button>
            )}
          </fieldset>
          <Select
            label={t('Goal')}
            value={goal}
            choices={[
              ['completed', t('The chat is completed')],
              ['block', t('A block is reached')],
              ['variable', t('A variable has a value')],
            ]}
            onChange={setGoal}
          />
          {goal === 'block' && (
            <Select
              label={t('Block')}
              value={blockId}
              required
              choices={[['', t('Choose…')], ...blocks]}
              onChange={setBlockId}
            />
          )}
          {goal === 'variable' && (
            <>
              <Select
                label={t('Variable')}
                value={comparison.variableId}
                required
                choices={[['', t('Choose…')], ...variables.map((it) => [it.id, it.name] as const)]}
                onChange={(variableId) => setComparison({ ...comparison, variableId })}
              />
              <Select
                label={t('Comparison')}
                value={comparison.operator}
                choices={goalOperators}
                onChange={(operator) => setComparison({ ...comparison, operator: operator as GoalOperator })}
              />
              {!withoutValue.has(comparison.operator) && (
                <Input
                  label={t('Value')}
                  value={comparison.value}
                  maxLength={1_000}
                  onChange={(value) => setComparison({ ...comparison, value })}
                />
              )}
            </>
          )}
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
