import type { Block } from '@colloquy/flow'
import { asksModel, definitionOf, fallbacksOf, maxFallbacks } from '@colloquy/flow/blocks'
import { actionOf, optionsOf } from '@colloquy/flow/integrations'
import type { Path } from '@colloquy/flow/operations'
import { Plus, X } from 'lucide-react'
import { newId } from '../document/new-id.js'
import { CredentialsField } from '../forms/fields/reference-fields.js'
import { TextField } from '../forms/fields/text-field.js'
import { t } from '../i18n/i18n.js'

interface FallbacksFormProps {
  block: Block
  change(path: Path, value: unknown): void
}

/** The models that are asked when the one of the block does not answer. */
export function FallbacksForm({ block, change }: FallbacksFormProps) {
  const { options } = block as { options?: { action?: unknown } }
  const service = definitionOf(block.type)?.runsOn?.(block)
  const action = actionOf(service?.service ?? block.type, service?.action ?? options?.action)
  const fallbacks = fallbacksOf(block)
  const canHave = action !== undefined && asksModel(block) && 'model' in optionsOf(action)
  if (!canHave && fallbacks.length === 0) return null
  const put = (next: readonly object[]) => change(['fallbacks'], next.length > 0 ? next : undefined)
  return (
    <fieldset className="part">
      <legend>{t('Fallback models')}</legend>
      <p className="soft">
        {t('Asked one after another when the model does not answer, before the visitor reads anything.')}
      </p>
      {fallbacks.map((fallback, index) => (
        <div key={fallback.id} className="stack">
          <div className="row">
            <span className="grow">{index === 0 ? t('First fallback') : t('Second fallback')}</span>
            <button
              type="button"
              className="button plain small icon-only"
              aria-label={t('Remove fallback {number}', { number: index + 1 })}
              onClick={() => put(fallbacks.filter(({ id }) => id !== fallback.id))}
            >
              <X size={13} />
            </button>
          </div>
          <CredentialsField
            label={t('Account')}
            blockType={service?.service ?? block.type}
            value={fallback.credentialsId}
            onChange={(id) => change(['fallbacks', `#${fallback.id}`, 'credentialsId'], id)}
          />
          <TextField
            label={t('Model')}
            value={fallback.model}
            onChange={(model) => change(['fallbacks', `#${fallback.id}`, 'model'], model)}
          />
        </div>
      ))}
      {canHave && fallbacks.length < maxFallbacks && (
        <button type="button" className="button small" onClick={() => put([...fallbacks, { id: newId(), model: '' }])}>
          <Plus size={13} aria-hidden /> {t('Add a fallback model')}
        </button>
      )}
    </fieldset>
  )
}
