import { useQuery } from '@tanstack/react-query'
import { useDocument, useStudio } from '../../bot/studio.js'
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
  const { bot } = useStudio()
  const bots = useQuery({
    queryKey: ['bots', bot.workspaceId],
    queryFn: () => request<'listBots'>('GET', `bots?workspaceId=${bot.workspaceId}`),
    select: (answer) => answer.bots,
  })
  return <SelectField {...props} choices={(bots.data ?? []).map(({ id, name }) => [id, name])} />
}

/** Credentials of the workspace that a type of block can use. */
export function CredentialsField({ blockType, ...props }: ReferenceFieldProps & { blockType: string | undefined }) {
  const { bot } = useStudio()
  const credentials = useQuery({
    queryKey: ['credentials', bot.workspaceId],
    queryFn: () => request<'listCredentials'>('GET', `credentials?workspaceId=${bot.workspaceId}`),
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
