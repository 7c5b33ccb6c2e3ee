import { useQuery } from '@tanstack/react-query'
import { RefreshCw } from 'lucide-react'
import { useStudio } from '../../bot/studio.js'
import { t } from '../../i18n/i18n.js'
import { type Answer, request } from '../../service/request.js'
import { SwitchField } from './small-fields.js'

/** A tool of a server, as the block keeps it. */
interface PickedTool {
  name: string
  description?: string
  schema?: unknown
  hash: string
  asksFirst?: boolean
}

type OfferedTool = Answer<'listServerTools'>['tools'][number]

interface McpToolsFieldProps {
  label: string
  credentialsId: string | undefined
  value: unknown
  onChange(tools: PickedTool[] | undefined): void
}

/** The tools of a server, to be picked one by one. What was picked stays as it was until somebody has looked at a change. */
export default function McpToolsField({ label, credentialsId, value, onChange }: McpToolsFieldProps) {
  const { bot, isReadOnly } = useStudio()
  const picked = Array.isArray(value) ? (value as PickedTool[]) : []
  const listed = useQuery({
    queryKey: ['server tools', bot.workspaceId, credentialsId],
    queryFn: () => request<'listServerTools'>('POST', `workspaces/${bot.workspaceId}/server-tools`, { credentialsId }),
    enabled: Boolean(credentialsId) && !isReadOnly,
    staleTime: 60_000,
    retry: false,
  })
  const offered = listed.data?.tools ?? []
  const gone = picked.filter(({ name }) => !offered.some((tool) => tool.name === name))
  const put = (tools: PickedTool[]) => onChange(tools.length > 0 ? tools : undefined)
  const change = (next: PickedTool) => put(picked.map((tool) => (tool.name === next.name ? next : tool)))
  const remove = (name: string) => put(picked.filter((tool) => tool.name !== name))
  if (!credentialsId) return <p className="faint">{t('Choose an account to see the tools of its server.')}</p>
  return (
    <fieldset className="part">
      <legend>{label}</legend>
      {listed.isPending && !isReadOnly && <p className="faint">{t('Asking the server…')}</p>}
      {(listed.data?.problem || listed.isError) && (
        <p className="notice danger">{listed.data?.problem ?? t('The service did not answer.')}</p>
      )}
      {listed.data && !listed.data.problem && offered.length === 0 && (
        <p className="faint">{t('The server offers no tools.')}</p>
      )}
      {offered.map((tool) => {
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
              {tool.isReadOnly && <span className="faint">{t('only reads')}</span>}
            </label>
            {tool.description && <p className="faint clamp">{tool.description}</p>}
            {kept && kept.hash !== tool.hash && (
              <div className="notice stack tight">
                <p>
                  {t(
                    'Changed on the server since it was picked. The agent does not call it until you take over the change.',
                  )}
                </p>
                <button
                  type="button"
                  className="button small"
                  onClick={() => change({ ...pickedFrom(tool), asksFirst: kept.asksFirst ?? false })}
                >
                  <RefreshCw size={13} aria-hidden /> {t('Take over the change')}
                </button>
              </div>
            )}
            {kept && (
              <SwitchField
                label={t('Ask the visitor before “{name}” runs', { name: tool.name })}
                value={kept.asksFirst ?? false}
                onChange={(asksFirst) => change({ ...kept, asksFirst })}
              />
            )}
          </div>
        )
      })}
      {!listed.isPending &&
        gone.map(({ name }) => (
          <div key={name} className="row">
            <span className="grow">
              <strong>{name}</strong> <span className="faint">{t('not on the server any more')}</span>
            </span>
            <button type="button" className="button small" onClick={() => remove(name)}>
              {t('Remove')}
            </button>
          </div>
        ))}
    </fieldset>
  )
}

/** A tool that may change something asks the visitor unless the author says otherwise. */
const pickedFrom = ({ name, description, schema, hash, isReadOnly }: OfferedTool): PickedTool => ({
  name,
  ...(description !== undefined && { description }),
  schema,
  hash,
  asksFirst: isReadOnly !== true,
})
