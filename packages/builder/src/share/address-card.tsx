import type { BotDocument } from '@colloquy/flow/operations'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { Link } from 'wouter'
import { entryOf } from '../catalogue/block-catalogue.js'
import { ErrorNotice } from '../design/error-notice.js'
import { Input } from '../design/field.js'
import { Select } from '../design/select.js'
import { showToast } from '../design/toasts.js'
import { useAttempt } from '../design/use-attempt.js'
import { useBotEditor, useDocument } from '../editor/bot-editor.js'
import { PageScriptsNotice } from '../editor/page-scripts-notice.js'
import { useMembership } from '../editor/use-membership.js'
import { rich, t } from '../i18n/i18n.js'
import { type Answer, api } from '../service/api.js'
import type { Bot } from '../service/bots.js'
import { AddressLine } from './address-line.js'
import { MoreLinkFormats } from './more-link-formats.js'

interface AddressCardProps {
  bot: Bot
  publicId: string
  addresses: Answer<'getAddresses'>
}

/** Address of the bot: its name on this server, and a domain of the workspace if there is one. */
export function AddressCard({ bot, publicId, addresses: { pages, unverifiedDomain } }: AddressCardProps) {
  const { can } = useBotEditor()
  const { isMember } = useMembership()
  const scripts = useDocument(pageScriptsOf)
  const name = useDocument((document) => document.name)
  const colour = useDocument((document) => document.theme.chat?.buttons?.backgroundColor ?? '')
  return (
    <section className="card">
      <h2>{t('Share link')}</h2>
      {pages.map((address) => (
        <AddressLine key={address} address={address} />
      ))}
      {pages[0] && <MoreLinkFormats name={name} address={pages[0]} colour={colour} />}
      {unverifiedDomain && (
        <p className="notice">
          {t('{unverifiedDomain} does not point here yet.', { unverifiedDomain })}{' '}
          {isMember ? (
            <Link href={`/workspaces/${bot.workspaceId}/settings/domains`}>{t('See what is missing')}</Link>
          ) : (
            t('Members of the workspace see what is missing.')
          )}
        </p>
      )}
      {scripts !== undefined && <PageScriptsNotice what={scripts} />}
      {can('bot.edit') && (
        <>
          <PublicIdForm botId={bot.id} publicId={publicId} />
          <DomainForm bot={bot} isMember={isMember} />
        </>
      )}
    </section>
  )
}

/**
 * Names the parts of a bot that need a page which allows third-party scripts, as the beginning of a sentence; undefined if there are none.
 */
function pageScriptsOf({ groups, settings }: BotDocument): string | undefined {
  const { customHeadCode, tagManagerId } = settings.metadata ?? {}
  const blocks = groups.flatMap((group) => group.blocks.map(entryOf)).filter((entry) => entry.needsPageScripts)
  const names = [
    ...(customHeadCode ? [t('Head code')] : []),
    ...(tagManagerId ? [t('Tag Manager')] : []),
    ...new Set(blocks.map(({ label }) => label)),
  ]
  if (names.length < 2) return names[0] && t('{names} does', { names: names[0] })
  return t('{names} and {names2} do', { names: names.slice(0, -1).join(', '), names2: names.at(-1) })
}

function PublicIdForm({ botId, publicId }: { botId: string; publicId: string }) {
  const queries = useQueryClient()
  const [draft, setDraft] = useState(publicId)
  const { attempt, isBusy, error } = useAttempt()
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void attempt(async () => {
      await api.updateBot({ botId, bot: { publicId: draft } })
      await queries.invalidateQueries({ queryKey: ['bot', botId] })
      showToast(t('The address is changed. The old one no longer works.'))
    })
  }
  return (
    <form className="stack" onSubmit={submit}>
      <div className="row end">
        <div className="grow">
          <Input label={t('Link slug')} value={draft} onChange={setDraft} />
        </div>
        <button type="submit" className="button" disabled={isBusy || draft === publicId || draft === ''}>
          {t('Change')}
        </button>
      </div>
      <ErrorNotice error={error} />
    </form>
  )
}

function DomainForm({ bot, isMember }: { bot: Bot; isMember: boolean }) {
  const queries = useQueryClient()
  const domains = useQuery({
    queryKey: ['domains', bot.workspaceId],
    queryFn: () => api.listCustomDomains({ workspaceId: bot.workspaceId }),
    select: (answer) => answer.customDomains,
  })
  const [host = '', ...rest] = (bot.customDomain ?? '').split('/')
  const [chosen, setChosen] = useState(host)
  const [path, setPath] = useState(rest.join('/'))
  const { attempt, isBusy, error } = useAttempt()
  const domain = chosen === '' ? null : path === '' ? chosen : `${chosen}/${path.replace(/^\/+/, '')}`
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void attempt(async () => {
      await api.updateBot({ botId: bot.id, bot: { customDomain: domain } })
      await queries.invalidateQueries({ queryKey: ['bot', bot.id] })
      showToast(
        domain ? t('The bot is now also at {domain}.', { domain }) : t('The bot no longer has a custom domain.'),
      )
    })
  }
  const names = new Set([...(domains.data ?? []).map(({ name }) => name), ...(host ? [host] : [])])
  if (domains.data?.length === 0 && host === '') {
    if (!isMember) return null
    return (
      <p className="faint">
        {rich('A domain of your own? <link>Add it to the workspace</link>, then choose it here.', {
          link: (content) => <Link href={`/workspaces/${bot.workspaceId}/settings/domains`}>{content}</Link>,
        })}
      </p>
    )
  }
  return (
    <form className="stack" onSubmit={submit}>
      <div className="domain-form">
        <Select
          label={t('Domain')}
          value={chosen}
          choices={[['', t('None')], ...[...names].map((name) => [name, name] as const)]}
          onChange={setChosen}
        />
        <Input
          label={t('Path')}
          value={path}
          placeholder={t('None')}
          disabled={chosen === ''}
          autoComplete="off"
          onChange={setPath}
        />
        <button type="submit" className="button" disabled={isBusy || domain === bot.customDomain}>
          {t('Change')}
        </button>
      </div>
      <ErrorNotice error={error} />
    </form>
  )
}
