import { Download } from 'lucide-react'
import { useStudio } from '../bot/studio.js'
import { Menu, MenuGroup, MenuItem } from '../design/menu.js'
import { sayError } from '../design/toasts.js'
import { credentialHeaders, currentToken } from '../service/session.js'

const formats = [
  ['csv', 'CSV, for spreadsheets'],
  ['xlsx', 'XLSX, for Excel'],
  ['ndjson', 'NDJSON, for programs'],
] as const

interface ExportMenuProps {
  /** The parameters by which the API finds what the table shows. */
  query: string
  /** Whether the table shows less than there is. */
  isFiltered: boolean
  /** Only these, when there are any. */
  chosen: ReadonlySet<string>
}

/** Hands results over as a file, which is made while it is sent: those that are chosen, those in the table, or all. */
export function ExportMenu({ query, isFiltered, chosen }: ExportMenuProps) {
  const { bot } = useStudio()
  const save = (format: string, parameters: Record<string, string>) => {
    const address = `/api/v1/bots/${bot.id}/results/export?${new URLSearchParams({ format, ...parameters })}`
    download(address, `${fileName(bot.name)}.${format}`).catch(sayError)
  }
  const shown = Object.fromEntries(new URLSearchParams(query))
  const everything: Record<string, string> = shown.timeZone === undefined ? {} : { timeZone: shown.timeZone }
  const scopes =
    chosen.size > 0
      ? [{ label: 'Those that are chosen', parameters: { ...everything, resultIds: [...chosen].join(',') } }]
      : [
          ...(isFiltered ? [{ label: 'What the table shows', parameters: shown }] : []),
          { label: 'All results', parameters: everything },
        ]
  return (
    <Menu
      trigger={
        <button type="button" className="button">
          <Download size={14} /> Export{chosen.size > 0 && ` ${chosen.size.toLocaleString()}`}
        </button>
      }
    >
      {scopes.map(({ label, parameters }) => (
        <MenuGroup key={label} label={label}>
          {formats.map(([format, name]) => (
            <MenuItem key={format} onSelect={() => save(format, parameters)}>
              {name}
            </MenuItem>
          ))}
        </MenuGroup>
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
