import { Plus, Trash2 } from 'lucide-react'
import { newId } from '../document/new-id.js'
import type { Path } from '../document/path.js'
import { CodeField } from './fields/code-field.js'
import { NumberField, SelectField, SwitchField } from './fields/small-fields.js'
import { TextField } from './fields/text-field.js'
import { VariableField } from './fields/variable-field.js'

interface Pair {
  id: string
  key?: string
  value?: string
  bodyPath?: string
  variableId?: string
}

interface HttpOptions {
  webhook?: { url?: string; method?: string; headers?: Pair[]; queryParams?: Pair[]; body?: string }
  isCustomBody?: boolean
  isExecutedOnClient?: boolean
  timeout?: number
  responseVariableMapping?: Pair[]
}

const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS'] as const

interface HttpFormProps {
  options: object
  change(path: Path, value: unknown): void
}

/** A request to another service, from its address to what is kept of the answer. */
export function HttpForm({ options, change }: HttpFormProps) {
  const {
    webhook = {},
    isCustomBody,
    isExecutedOnClient,
    timeout,
    responseVariableMapping = [],
  } = options as HttpOptions
  const put =
    (...path: string[]) =>
    (value: unknown) =>
      change(path, value === '' ? undefined : value)
  return (
    <>
      <div className="http-line">
        <SelectField
          label="Method"
          isLabelHidden
          none="Method"
          value={webhook.method}
          choices={methods.map((it) => [it, it])}
          onChange={put('webhook', 'method')}
        />
        <TextField
          label="Address"
          isLabelHidden
          placeholder="https://"
          value={webhook.url ?? ''}
          onChange={put('webhook', 'url')}
        />
      </div>
      <Pairs label="Query parameters" pairs={webhook.queryParams ?? []} onChange={put('webhook', 'queryParams')} />
      <Pairs label="Headers" pairs={webhook.headers ?? []} onChange={put('webhook', 'headers')} />
      <SwitchField label="Own body" value={isCustomBody} onChange={put('isCustomBody')} />
      {isCustomBody && <CodeField label="Body" value={webhook.body ?? ''} onChange={put('webhook', 'body')} />}
      <fieldset className="part">
        <legend>Save from the answer</legend>
        {responseVariableMapping.map((pair, index) => (
          <div key={pair.id} className="part-element">
            <div className="stack grow">
              <TextField
                label={`Path ${index + 1} in the answer`}
                isLabelHidden
                placeholder="data.items[0].name"
                value={pair.bodyPath ?? ''}
                onChange={(bodyPath) =>
                  change(['responseVariableMapping'], responseVariableMapping.with(index, { ...pair, bodyPath }))
                }
              />
              <VariableField
                label={`Variable ${index + 1}`}
                isLabelHidden
                value={pair.variableId}
                onChange={(variableId) =>
                  change(
                    ['responseVariableMapping'],
                    responseVariableMapping.with(index, { ...pair, variableId: variableId! }),
                  )
                }
              />
            </div>
            <Remove
              label={`value ${index + 1}`}
              onRemove={() => change(['responseVariableMapping'], responseVariableMapping.toSpliced(index, 1))}
            />
          </div>
        ))}
        <Add
          label="Add a value"
          onAdd={() => change(['responseVariableMapping'], [...responseVariableMapping, { id: newId() }])}
        />
      </fieldset>
      <SwitchField
        label="Send from the browser of the visitor"
        value={isExecutedOnClient}
        onChange={put('isExecutedOnClient')}
      />
      <NumberField label="Give up after seconds" value={timeout} min={1} max={120} onChange={put('timeout')} />
    </>
  )
}

function Pairs({ label, pairs, onChange }: { label: string; pairs: readonly Pair[]; onChange(pairs: unknown): void }) {
  return (
    <fieldset className="part">
      <legend>{label}</legend>
      {pairs.map((pair, index) => (
        <div key={pair.id} className="row">
          <div className="grow">
            <TextField
              label={`${label}: name ${index + 1}`}
              isLabelHidden
              placeholder="Name"
              value={pair.key ?? ''}
              onChange={(key) => onChange(pairs.with(index, { ...pair, key }))}
            />
          </div>
          <div className="grow">
            <TextField
              label={`${label}: value ${index + 1}`}
              isLabelHidden
              placeholder="Value"
              value={pair.value ?? ''}
              onChange={(value) => onChange(pairs.with(index, { ...pair, value }))}
            />
          </div>
          <Remove label={`${label} ${index + 1}`} onRemove={() => onChange(pairs.toSpliced(index, 1))} />
        </div>
      ))}
      <Add label="Add" onAdd={() => onChange([...pairs, { id: newId() }])} />
    </fieldset>
  )
}

const Add = ({ label, onAdd }: { label: string; onAdd(): void }) => (
  <button type="button" className="button small" onClick={onAdd}>
    <Plus size={13} /> {label}
  </button>
)

const Remove = ({ label, onRemove }: { label: string; onRemove(): void }) => (
  <button type="button" className="button plain small icon-only" aria-label={`Remove ${label}`} onClick={onRemove}>
    <Trash2 size={14} />
  </button>
)
