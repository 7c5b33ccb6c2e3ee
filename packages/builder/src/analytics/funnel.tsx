import { Plus, X } from 'lucide-react'
import { useState } from 'react'
import { keptInBrowser } from '../design/kept.js'
import { Select } from '../design/select.js'
import { useBotEditor } from '../editor/bot-editor.js'
import { locale, t } from '../i18n/i18n.js'
import { api } from '../service/api.js'
import { type MetricsPeriod, type NamedBlock, percent, useMetrics } from './metrics.js'

const maxSteps = 10

/** Number of visitors who answered one question, then another, and so on: any questions, in any order. */
export function Funnel({ span, inputs }: { span: MetricsPeriod; inputs: readonly NamedBlock[] }) {
  const { bot } = useBotEditor()
  const [kept, setKept] = useState(() => readKept(bot.id))
  const known = new Set(inputs.map(({ id }) => id))
  const usable = kept.filter((id) => known.has(id))
  const steps = usable.length >= 2 ? usable : inputs.slice(0, 4).map(({ id }) => id)
  const change = (next: string[]) => {
    setKept(next)
    keptInBrowser.set(keyOf(bot.id), JSON.stringify(next))
  }
  const isPossible = steps.length >= 2
  const { data, error } = useMetrics(
    ['getFunnel', steps],
    span,
    (input) => api.getFunnel({ ...input, blockIds: steps.join(',') }),
    isPossible,
  )
  if (inputs.length < 2) return null
  const choices = inputs.map(({ id, name }) => [id, name] as const)
  const first = data?.steps[0]?.results ?? 0
  return (
    <section className="card">
      <div>
        <h2>{t('Funnel')}</h2>
        <p className="soft">
          {t('Choose questions: each bar counts those who answered it after all that stand above it.')}
        </p>
      </div>
      {error && <p className="notice danger">{error.message}</p>}
      <ol className="funnel">
        <li>
          <span className="funnel-name">{t('Opened the chat')}</span>
          <FunnelBar share={data ? 1 : 0} label={data?.views.toLocaleString(locale) ?? '…'} tone="views" />
          <span />
        </li>
        {steps.map((id, index) => {
          const results = data?.steps[index]?.results
          const before = index === 0 ? data?.views : data?.steps[index - 1]?.results
          const label =
            results === undefined || before === undefined
              ? '…'
              : index > 1
                ? t('{results} · {percent} of those before, {percent2} of the first', {
                    results: results.toLocaleString(locale),
                    percent: percent(results, before),
                    percent2: percent(results, first),
                  })
                : t('{results} · {percent} of those before', {
                    results: results.toLocaleString(locale),
                    percent: percent(results, before),
                  })
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: the same question may occur twice
            <li key={index}>
              <Select
                isLabelHidden
                label={t('Question {index}', { index: index + 1 })}
                value={id}
                choices={choices}
                onChange={(next) => change(steps.with(index, next))}
              />
              <FunnelBar
                share={data && results !== undefined && data.views > 0 ? results / data.views : 0}
                label={label}
                tone="step"
              />
              <button
                type="button"
                className="button plain small icon-only"
                aria-label={t('Remove question {index}', { index: index + 1 })}
                disabled={steps.length <= 2}
                onClick={() => change(steps.toSpliced(index, 1))}
              >
                <X size={14} />
              </button>
            </li>
          )
        })}
      </ol>
      <div className="card-foot">
        <button
          type="button"
          className="button small"
          disabled={steps.length >= maxSteps}
          onClick={() => change([...steps, (inputs.find(({ id }) => !steps.includes(id)) ?? inputs[0]!).id])}
        >
          <Plus size={14} /> {t('Add a question')}
        </button>
      </div>
    </section>
  )
}

/** A bar between zero and all visitors, with its numbers beside it. */
const FunnelBar = ({ share, label, tone }: { share: number; label: string; tone: 'views' | 'step' }) => (
  <span className="funnel-bar">
    <svg viewBox="0 0 100 10" preserveAspectRatio="none" aria-hidden="true">
      <rect className={`funnel-${tone}`} width={Math.max(share * 100, 0.4)} height="10" />
    </svg>
    <span className="faint">{label}</span>
  </span>
)

const keyOf = (botId: string) => `colloquy-funnel-${botId}`

function readKept(botId: string): string[] {
  try {
    const kept: unknown = JSON.parse(keptInBrowser.get(keyOf(botId)) ?? '[]')
    return Array.isArray(kept) ? kept.filter((id) => typeof id === 'string').slice(0, maxSteps) : []
  } catch {
    return []
  }
}
