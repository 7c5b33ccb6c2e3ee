import { useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { ErrorNotice } from '../design/error-notice.js'
import { useAttempt } from '../design/use-attempt.js'
import { t } from '../i18n/i18n.js'
import { api } from '../service/api.js'
import { factsOf, type Rule, titleOf } from './describe-rule.js'

interface RuleRowsProps<Listed extends Rule> {
  rules: readonly Listed[]
  /** Of which bot a rule is; nothing where all rules are of one. */
  botOf?: ((rule: Listed) => ReactNode) | undefined
  /** The rule in the form. */
  editedId?: string | undefined
  onEdit?: ((rule: Listed) => void) | undefined
}

/** The user's notifications, each with its state and a button that stops it. */
export function RuleRows<Listed extends Rule>({ rules, botOf, editedId, onEdit }: RuleRowsProps<Listed>) {
  const queries = useQueryClient()
  const { attempt, isBusy, error } = useAttempt()
  const stop = (rule: Listed) =>
    attempt(async () => {
      await api.deleteNotificationRule({ ruleId: rule.id })
      await queries.invalidateQueries({ queryKey: ['notifications'] })
    })
  return (
    <>
      <ul className="card rows">
        {rules.map((rule) => (
          <li key={rule.id}>
            <span className="grow">
              <strong>{titleOf(rule)}</strong>
              <span className="faint">
                {botOf && <>{botOf(rule)} · </>}
                {factsOf(rule).join(' · ')}
              </span>
            </span>
            {rule.isFailing && <span className="tag danger">{t('Not sent')}</span>}
            {onEdit && (
              <button
                type="button"
                className="button small"
                aria-label={t('Edit notification: {title}', { title: titleOf(rule) })}
                aria-pressed={rule.id === editedId}
                onClick={() => onEdit(rule)}
              >
                {t('Edit')}
              </button>
            )}
            <button
              type="button"
              className="button small danger"
              aria-label={t('Stop notification: {title}', { title: titleOf(rule) })}
              disabled={isBusy}
              onClick={() => void stop(rule)}
            >
              {t('Stop')}
            </button>
          </li>
        ))}
      </ul>
      <ErrorNotice error={error} />
    </>
  )
}
