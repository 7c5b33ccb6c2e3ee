import { useQuery } from '@tanstack/react-query'
import { SquareArrowRight } from 'lucide-react'
import { useLocation } from 'wouter'
import { useDocument, useStudio } from '../../bot/studio.js'
import { useTrail, withTrail } from '../../bot/trail.js'
import { addressOf } from '../../canvas/use-address.js'
import { isNote } from '../../document/is-note.js'
import { request } from '../../service/request.js'
import { SelectField } from './small-fields.js'

interface ReferenceFieldProps {
  label: string
  value: string | undefined
  onChange(id: string | undefined): void
}

export function GroupField(props: ReferenceFieldProps) {
  const groups = useDocument((document) => document.groups)
  return (
    <SelectField
      {...props}
      choices={groups.filter((group) => !isNote(group)).map(({ id, title }) => [id, title || 'Untitled'])}
    />
  )
}

export function BotField(props: ReferenceFieldProps) {
  const { bot, access } = useStudio()
  const bots = useQuery({
    queryKey: ['bots', bot.workspaceId],
    queryFn: () => request<'listBots'>('GET', `bots?workspaceId=${bot.workspaceId}`),
    enabled: access !== 'guest',
    select: (answer) => answer.bots,
  })
  const linked = bots.data?.find(({ id }) => id === props.value && id !== bot.id)
  return (
    <>
      <SelectField {...props} choices={(bots.data ?? []).map(({ id, name }) => [id, name])} />
      {linked && <LinkedBot botId={linked.id} name={linked.name} />}
    </>
  )
}

/** Opens a bot in the place of this one, with a way back to where its link is. */
function LinkedBot({ botId, name }: { botId: string; name: string }) {
  const studio = useStudio()
  const trail = useTrail()
  const [, go] = useLocation()
  const open = () => {
    const stop = { botId: studio.bot.id, name: studio.editing.document.name, hash: addressOf(studio) }
    go(`/bots/${botId}`, { state: withTrail([...trail, stop]) })
  }
  return (
    <button type="button" className="button small" onClick={open}>
      <SquareArrowRight size={14} aria-hidden /> Open {name}
    </button>
  )
}

/** Credentials of the workspace that a type of block can use. */
export function CredentialsField({ blockType, ...props }: ReferenceFieldProps & { blockType: string | undefined }) {
  const { bot, access } = useStudio()
  const credentials = useQuery({
    queryKey: ['credentials', bot.workspaceId],
    queryFn: () => request<'listCredentials'>('GET', `credentials?workspaceId=${bot.workspaceId}`),
    enabled: access !== 'guest',
    select: (answer) => answer.credentials as { id: string; name: string; type: string }[],
  })
  const kinds: Record<string, string> = {
    Email: 'smtp',
    'payment input': 'stripe',
    OpenAI: 'openai',
    'Google Sheets': 'google sheets',
  }
  const kind = kinds[blockType ?? ''] ?? blockType
  const fitting = (credentials.data ?? []).filter(({ type }) => type === kind)
  const standard = blockType === 'Email' ? ([['default', 'The mail server of this instance']] as const) : []
  return <SelectField {...props} choices={[...standard, ...fitting.map(({ id, name }) => [id, name] as const)]} />
}
