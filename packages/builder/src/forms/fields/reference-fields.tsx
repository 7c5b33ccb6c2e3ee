import type { CredentialsType } from '@colloquy/flow'
import { definitionOf } from '@colloquy/flow/blocks'
import { integrationOf } from '@colloquy/flow/integrations'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { SquareArrowRight } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useLocation } from 'wouter'
import { useNames } from '../../canvas/nodes/use-names.js'
import { addressOf } from '../../canvas/view/use-address.js'
import { entryOf } from '../../catalogue/block-catalogue.js'
import { summaryOf } from '../../catalogue/summary.js'
import type { StoredCredentials } from '../../credentials/credentials-fields.js'
import { PausedModels, pauseInterval } from '../../credentials/paused-models.js'
import { DialogPart, onDemand } from '../../design/on-demand.js'
import { isNote } from '../../document/is-note.js'
import { useBotEditor, useDocument, useView } from '../../editor/bot-editor.js'
import { useBreadcrumbs, withBreadcrumbs } from '../../editor/breadcrumbs.js'
import { useMembership } from '../../editor/use-membership.js'
import { t } from '../../i18n/i18n.js'
import { api } from '../../service/api.js'
import { SelectField } from './small-fields.js'

interface ReferenceFieldProps {
  label: string
  value: string | undefined
  onChange(id: string | undefined): void
}

/** A group of this bot, or of the bot that a link leads to. */
export function GroupField({ botId, ...props }: ReferenceFieldProps & { botId?: string | undefined }) {
  const { bot } = useBotEditor()
  const own = useDocument((document) => document.groups)
  const isLinked = botId !== undefined && botId !== 'current' && botId !== bot.id
  const linked = useQuery({
    queryKey: ['bot', botId],
    queryFn: () => api.getBot({ botId: botId! }),
    enabled: isLinked,
    select: (answer) => answer.bot.groups as readonly { id: string; title: string; blocks: readonly unknown[] }[],
  })
  const groups = isLinked ? (linked.data ?? []) : own.filter((group) => !isNote(group))
  return <SelectField {...props} choices={groups.map(({ id, title }) => [id, title || t('Untitled')])} />
}

/** A block of a group of this bot, by what it does. */
export function BlockField({ groupId, ...props }: ReferenceFieldProps & { groupId: string | undefined }) {
  const group = useDocument((document) => document.groups.find(({ id }) => id === groupId))
  const names = useNames()
  const choices = (group?.blocks ?? []).map((block, index) => {
    const summary = summaryOf(block, names)
    return [block.id, `${index + 1}. ${entryOf(block).label}${summary ? `: ${summary}` : ''}`] as const
  })
  return <SelectField {...props} none={t('First block of the group')} choices={choices} />
}

export function BotField(props: ReferenceFieldProps) {
  const { bot, can } = useBotEditor()
  const bots = useQuery({
    queryKey: ['bots', bot.workspaceId],
    queryFn: () => api.listBots({ workspaceId: bot.workspaceId }),
    enabled: can('bot.read'),
    select: (answer) => answer.bots,
  })
  const others = (bots.data ?? []).filter(({ id }) => id !== bot.id)
  const linked = others.find(({ id }) => id === props.value)
  return (
    <>
      <SelectField
        {...props}
        value={props.value === bot.id ? 'current' : props.value}
        choices={[['current', t('This bot')], ...others.map(({ id, name }) => [id, name] as const)]}
      />
      {linked && <LinkedBot botId={linked.id} name={linked.name} />}
    </>
  )
}

/** Opens a bot in the place of this one, with a way back to where its link is. */
function LinkedBot({ botId, name }: { botId: string; name: string }) {
  const editor = useBotEditor()
  const breadcrumbs = useBreadcrumbs()
  const [, go] = useLocation()
  const open = () => {
    const stop = { botId: editor.bot.id, name: editor.editing.document.name, hash: addressOf(editor) }
    go(`/bots/${botId}`, { state: withBreadcrumbs([...breadcrumbs, stop]) })
  }
  return (
    <button type="button" className="button small" onClick={open}>
      <SquareArrowRight size={14} aria-hidden /> {t('Open {name}', { name })}
    </button>
  )
}

/** A knowledge base of the workspace, by its name. */
export function KnowledgeBaseField(props: ReferenceFieldProps) {
  const { bot } = useBotEditor()
  const { isMember } = useMembership()
  const bases = useQuery({
    queryKey: ['knowledge', bot.workspaceId],
    queryFn: () => api.listKnowledgeBases({ workspaceId: bot.workspaceId }),
    enabled: isMember,
    select: (answer) => answer.knowledgeBases,
  })
  return (
    <>
      <SelectField {...props} choices={(bases.data ?? []).map(({ id, name }) => [id, name] as const)} />
      {isMember && (
        <a href={`/workspaces/${bot.workspaceId}/settings/knowledge`} target="_blank" rel="noreferrer">
          {t('Manage knowledge bases')}
        </a>
      )}
    </>
  )
}

/** A team of the people who answer in the workspace, by its name. */
export function TeamField(props: ReferenceFieldProps) {
  const { bot } = useBotEditor()
  const { isMember } = useMembership()
  const teams = useQuery({
    queryKey: ['teams', bot.workspaceId],
    queryFn: () => api.listTeams({ workspaceId: bot.workspaceId }),
    enabled: isMember,
    select: (answer) => answer.teams,
  })
  return (
    <>
      <SelectField
        {...props}
        none={t('Anybody')}
        choices={(teams.data ?? []).map(({ id, name }) => [id, name] as const)}
      />
      {isMember && (
        <a href={`/workspaces/${bot.workspaceId}/settings/inbox`} target="_blank" rel="noreferrer">
          {t('Manage teams')}
        </a>
      )}
    </>
  )
}

const CredentialsDialog = onDemand(() =>
  import('../../credentials/credentials-dialog.js').then((it) => ({ default: it.CredentialsDialog })),
)

interface CredentialsFieldProps extends ReferenceFieldProps {
  blockType?: string | undefined
  /** The type of the credentials, if it does not follow from the type of the block. */
  type?: CredentialsType
}

/** Credentials of the workspace that a type of block can use; new ones are added without leaving the form. */
export function CredentialsField({ blockType = '', type, ...props }: CredentialsFieldProps) {
  const { bot, can, view } = useBotEditor()
  const { isMember } = useMembership()
  const queries = useQueryClient()
  const [edited, setEdited] = useState<StoredCredentials | 'new'>()
  const isAccountWanted = useView((it) => it.accountWantedBy !== undefined && it.accountWantedBy === it.blockId)
  useEffect(() => {
    if (!isAccountWanted || !isMember) return
    view.set({ accountWantedBy: undefined })
    setEdited('new')
  }, [isAccountWanted, isMember, view])
  const queryKey = ['credentials', bot.workspaceId]
  const credentials = useQuery({
    queryKey,
    queryFn: () => api.listCredentials({ workspaceId: bot.workspaceId }),
    enabled: can('bot.read'),
    select: (answer) => answer.credentials as StoredCredentials[],
    refetchInterval: ({ state }) => pauseInterval(state.data?.credentials),
  })
  const credentialsOfBlock = type === undefined ? definitionOf(blockType)?.credentials : undefined
  const ofIntegration = integrationOf(blockType)?.credentials?.type
  const kind = type ?? ((credentialsOfBlock?.type ?? ofIntegration ?? blockType) as CredentialsType)
  const fitting = (credentials.data ?? []).filter((it) => it.type === kind)
  const ended = fitting.find(({ id, needsSignIn }) => id === props.value && needsSignIn)
  const ofInstance = credentialsOfBlock?.default
  const standard = ofInstance ? ([[ofInstance.value, ofInstance.label]] as const) : []
  const add = isMember ? ([[adding, t('Add account…')]] as const) : []
  return (
    <>
      <SelectField
        {...props}
        choices={[...standard, ...fitting.map(({ id, name }) => [id, name] as const), ...add]}
        onChange={(id) => (id === adding ? setEdited('new') : props.onChange(id))}
      />
      <PausedModels of={fitting.find(({ id }) => id === props.value)} />
      {ended && (
        <div className="notice danger stack tight">
          <p>{t('The sign-in has ended. Blocks that use this account do nothing until somebody signs in again.')}</p>
          {isMember && (
            <button type="button" className="button small" onClick={() => setEdited(ended)}>
              {t('Sign in again')}
            </button>
          )}
        </div>
      )}
      {edited && (
        <DialogPart>
          <CredentialsDialog
            workspaceId={bot.workspaceId}
            kept={edited === 'new' ? undefined : edited}
            onlyType={kind}
            onSaved={async (id) => {
              await queries.invalidateQueries({ queryKey })
              props.onChange(id)
            }}
            onClose={() => setEdited(undefined)}
          />
        </DialogPart>
      )}
    </>
  )
}

/** No id of credentials. */
const adding = ' add'
