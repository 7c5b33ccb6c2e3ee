import { useQuery } from '@tanstack/react-query'
import { RefreshCw } from 'lucide-react'
import { Disclosure } from '../../design/disclosure.js'
import { useBotEditor } from '../../editor/bot-editor.js'
import { t } from '../../i18n/i18n.js'
import { type Answer, api } from '../../service/api.js'
import { SwitchField } from './small-fields.js'
import { TextField } from './text-field.js'
import './mcp-tools.css'

/** A tool of a server, as saved in the block. */
interface PickedTool {
  name: string
  description?: string
  schema?: unknown
  hash: string
  asksFirst?: boolean
  displayName?: string
}

type OfferedTool = Answer<'listServerTools'>['tools'][number]

interface McpToolsFieldProps {
  label: string
  credentialsId: string | undefined
  value: unknown
  onChange(tools: PickedTool[] | undefined): void
}

/** Lets the author pick tools of a server one by one. A picked tool keeps its definition until the author has reviewed a change. */
export default function McpToolsField({ label, credentialsId, value, onChange }: McpToolsFieldProps) {
  const { bot, isReadOnly } = useBotEditor()
  const picked = Array.isArray(value) ? (value as PickedTool[]) : []
  const isAsked = Boolean(credentialsId) && !isReadOnly
  const listed = useQuery({
    queryKey: ['server tools', bot.workspaceId, credentialsId],
    queryFn: () => api.listServerTools({ workspaceId: bot.workspaceId, credentialsId: credentialsId! }),
    enabled: isAsked,
    staleTime: 60_000,
    retry: false,
  })
  /** Undefined while unknown: picked tools are then shown in their saved form. */
  const offered = listed.data && !listed.data.problem ? listed.data.tools : undefined
  const problem = listed.isError ? t('The service did not answer.') : listed.data?.problem
  const gone = picked.filter(({ name }) => !offered?.some((tool) => tool.name === name))
  const put = (tools: PickedTool[]) => onChange(tools.length > 0 ? tools : undefined)
  const change = (next: PickedTool) => put(picked.map((tool) => (tool.name === next.name ? next : tool)))
  const remove = (name: string) => put(picked.filter((tool) => tool.name !== name))
  const asks = ({ displayName, ...tool }: PickedTool) => (
    <>
      <SwitchField
        label={t('Ask the visitor before “{name}” runs', { name: tool.name })}
        value={tool.asksFirst ?? true}
        onChange={(asksFirst) => change({ ...tool, ...(displayName && { displayName }), asksFirst })}
      />
      {(tool.asksFirst ?? true) && (
        <TextField
          label={t('Name of “{name}” for visitors', { name: tool.name })}
          value={displayName ?? ''}
          placeholder={tool.name}
          onChange={(next) => change({ ...tool, ...(next && { displayName: next }) })}
        />
      )}
    </>
  )
  if (!credentialsId) return <p className="faint">{t('Choose an account to see the tools of its server.')}</p>
  return (
    <fieldset className="part server-tools">
      <legend>{label}</legend>
      {isAsked && listed.isPending && <p className="faint">{t('Asking the server…')}</p>}
      {problem && (
        <div className="notice danger stack tight">
          <p>{problem}</p>
          <button type="button" className="button small" disabled={listed.isFetching} onClick={() => listed.refetch()}>
            {t('Try again')}
          </button>
        </div>
      )}
      {offered?.length === 0 && <p className="faint">{t('The server offers no tools.')}</p>}
      {offered?.map((tool) => {
        const kept = picked.find(({ name }) => name === tool.name)
        return (
          <div key={tool.name} className="stack tight">
            <label className="row">
              <input
                type="checkbox"
                checked={kept !== undefined}
                onChange={({ target }) => (target.checked ? put([...picked, pickedFrom(tool)]) : remove(tool.name))}
              />
              <strong>{tool.name}</strong>
              {tool.isReadOnly && <span className="faint">{t('read-only, according to the server')}</span>}
            </label>
            <Description {...tool} />
            {kept && kept.hash !== tool.hash && (
              <Changed kept={kept} tool={tool} onUpdate={() => change(updated(kept, tool))} />
            )}
            {kept && asks(kept)}
          </div>
        )
      })}
      {gone.map((tool) => (
        <div key={tool.name} className="stack tight">
          <div className="row">
            <span className="grow">
              <strong>{tool.name}</strong> {offered && <span className="faint">{t('not on the server any more')}</span>}
            </span>
            {!isReadOnly && (
              <button type="button" className="button small" onClick={() => remove(tool.name)}>
                {t('Remove')}
              </button>
            )}
          </div>
          {!offered && <Description {...tool} />}
          {!offered && asks(tool)}
        </div>
      ))}
    </fieldset>
  )
}

const Description = ({ description }: { description?: string | undefined }) =>
  description ? <p className="faint described">{description}</p> : null

/** The tool's definition when it was picked, and the current one, for comparison. */
function Changed({ kept, tool, onUpdate }: { kept: PickedTool; tool: OfferedTool; onUpdate(): void }) {
  return (
    <div className="notice warning stack tight">
      <p>{t('Changed on the server. The agent does not call it until you update it.')}</p>
      <Disclosure title={t('Review the change')}>
        <h4>{t('When picked')}</h4>
        <pre>{definitionText(kept)}</pre>
        <h4>{t('Now')}</h4>
        <pre>{definitionText(tool)}</pre>
      </Disclosure>
      <button type="button" className="button small" onClick={onUpdate}>
        <RefreshCw size={13} aria-hidden /> {t('Update to the new definition')}
      </button>
    </div>
  )
}

const definitionText = ({ description, schema }: Pick<PickedTool, 'description' | 'schema'>): string =>
  [...(description ? [description] : []), JSON.stringify(schema ?? {}, null, 2)].join('\n\n')

/** Asks again, because the author's choice was made for another definition. */
const updated = ({ displayName }: PickedTool, tool: OfferedTool): PickedTool => ({
  ...pickedFrom(tool),
  ...(displayName && { displayName }),
})

/** Every tool asks the visitor first, unless the author turns that off: what a server says of its tools is not to be trusted. */
const pickedFrom = ({ name, description, schema, hash }: OfferedTool): PickedTool => ({
  name,
  ...(description !== undefined && { description }),
  schema,
  hash,
  asksFirst: true,
})
