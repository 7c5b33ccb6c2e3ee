import { Download } from 'lucide-react'
import { useStudio } from '../bot/studio.js'
import { Menu, MenuItem } from '../design/menu.js'
import { sayError } from '../design/toasts.js'
import { credentialHeaders, currentToken } from '../service/session.js'
import type { Period } from './use-period.js'

const formats = [
  ['csv', 'CSV, for spreadsheets'],
  ['xlsx', 'XLSX, for Excel'],
  ['ndjson', 'NDJSON, for programs'],
] as const

interface ExportMenuProps {
  period: Period
  /** Only these, when there are any. */
  chosen: ReadonlySet<string>
}

/** Hands results over as a file, which is made while it is sent. */
export function ExportMenu({ period, chosen }: ExportMenuProps) {
  const { bot } = useStudio()
  const save = (format: string) => {
    const query = new URLSearchParams({ format, ...period })
    if (chosen.size > 0) query.set('resultIds', [...chosen].join(','))
    const address = `/api/v1/bots/${bot.id}/results/export?${query}`
    download(address, `${fileName(bot.name)}.${format}`).catch(sayError)
  }
  return (
    <Menu
      trigger={
        <button type="button" className="button">
          <Download size={14} /> Export{chosen.size > 0 && ` ${chosen.size.toLocaleString()}`}
        </button>
      }
    >
      {formats.map(([format, label]) => (
        <MenuItem key={format} onSelect={() => save(format)}>
          {label}
        </MenuItem>
      ))}
    </Menu>
  )
}

/** The browser writes the file as it comes; only who came with a token has to have it in memory first. */
async function download(address: string, name: string): Promise<void> {
  const link = document.createElement('a')
  link.download = name
  if (currentToken() === undefined) {
    link.href = address
    link.click()
    return
  }
  const response = await fetch(address, { headers: credentialHeaders('GET') })
  if (!response.ok) throw new Error(`The export failed with status ${response.status}.`)
  link.href = URL.createObjectURL(await response.blob())
  link.click()
  URL.revokeObjectURL(link.href)
}

const fileName = (name: string): string => `${name.replace(/[^\p{L}\p{N}]+/gu, '-').toLowerCase() || 'bot'}-results`
