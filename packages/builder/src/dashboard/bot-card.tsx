import { useQueryClient } from '@tanstack/react-query'
import { Copy, Download, Ellipsis, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { Link, useLocation } from 'wouter'
import { Dialog } from '../design/dialog.js'
import { Menu, MenuItem, MenuLine } from '../design/menu.js'
import { say, sayError } from '../design/toasts.js'
import { request } from '../service/request.js'
import { BotIcon } from './bot-icon.js'
import { type BotRow, duplicateBot, exportBot } from './bots.js'

/** A bot of a workspace, and what can be done with it. */
export function BotCard({ bot, workspaceId }: { bot: BotRow; workspaceId: string }) {
  const queries = useQueryClient()
  const [, go] = useLocation()
  const [isDeleting, setDeleting] = useState(false)
  const attempt = (work: () => Promise<unknown>) => () => {
    work()
      .then(() => queries.invalidateQueries({ queryKey: ['bots'] }))
      .catch(sayError)
  }
  const duplicate = attempt(async () => {
    const copy = await duplicateBot(workspaceId, bot.id)
    say(`“${copy.name}” is ready.`, { label: 'Open', run: () => go(`/bots/${copy.id}`) })
  })
  const remove = attempt(async () => {
    await request<'deleteBot'>('DELETE', `bots/${bot.id}`)
    setDeleting(false)
  })
  return (
    <li className="bot-card">
      <div className="row">
        <BotIcon icon={bot.icon} />
        <span className="grow" />
        <Menu
          trigger={
            <button type="button" className="button plain icon-only" aria-label={`More about ${bot.name}`}>
              <Ellipsis size={16} />
            </button>
          }
        >
          <MenuItem icon={<Copy size={15} />} onSelect={duplicate}>
            Duplicate
          </MenuItem>
          <MenuItem icon={<Download size={15} />} onSelect={attempt(() => exportBot(bot.id))}>
            Export
          </MenuItem>
          <MenuLine />
          <MenuItem icon={<Trash2 size={15} />} isDanger onSelect={() => setDeleting(true)}>
            Delete…
          </MenuItem>
        </Menu>
      </div>
      <Link href={`/bots/${bot.id}`}>{bot.name}</Link>
      <div className="row">
        {bot.publishedBotId ? <span className="tag good">Live</span> : <span className="tag">Draft</span>}
        <span className="faint">
          made {new Date(bot.createdAt).toLocaleDateString(undefined, { dateStyle: 'medium' })}
        </span>
      </div>
      {isDeleting && (
        <Dialog
          title={`Delete “${bot.name}”?`}
          description="Its results are deleted too, and chats that are going on end. This cannot be undone."
          onClose={() => setDeleting(false)}
        >
          <div className="dialog-actions">
            <button type="button" className="button" onClick={() => setDeleting(false)}>
              Keep it
            </button>
            <button type="button" className="button danger" onClick={remove}>
              Delete the bot
            </button>
          </div>
        </Dialog>
      )}
    </li>
  )
}
