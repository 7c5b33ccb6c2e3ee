import { Download } from 'lucide-react'
import { Menu, MenuGroup, MenuItem } from '../design/menu.js'
import { showError } from '../design/toasts.js'
import { useBotEditor } from '../editor/bot-editor.js'
import { locale, t } from '../i18n/i18n.js'
import { downloadFile } from '../service/download-file.js'

const formats = [
  ['csv', t('CSV, for spreadsheets')],
  ['xlsx', t('XLSX, for Excel')],
  ['ndjson', t('NDJSON, for programs')],
] as const

/** Whose ids fit in an address. */
const maxChosen = 500

interface ExportMenuProps {
  /** The parameters by which the API finds what the table shows. */
  query: Record<string, string>
  /** Whether the table shows less than there is. */
  isFiltered: boolean
  /** Only these, when there are any. */
  chosen: ReadonlySet<string>
  /** How many match, where all of them are chosen. */
  matching: number | undefined
}

/** Hands results over as a file, which is made while it is sent: those that are chosen, those in the table, or all. */
export function ExportMenu({ query, isFiltered, chosen, matching }: ExportMenuProps) {
  const count = matching ?? chosen.size
  const { bot } = useBotEditor()
  const save = (format: string, parameters: Record<string, string>) => {
    if (chosen.size > maxChosen && matching === undefined)
      return showError(
        new Error(
          t('Up to {maxChosen} selected results can be exported. Filter them, and export all that match.', {
            maxChosen,
          }),
        ),
      )
    const address = `/api/v1/bots/${bot.id}/results/export?${new URLSearchParams({ format, ...parameters })}`
    downloadFile(address, `${fileName(bot.name)}.${format}`).catch(showError)
  }
  const shown = query
  const everything: Record<string, string> = shown.timeZone === undefined ? {} : { timeZone: shown.timeZone }
  const selected = t('Selected results')
  const scopes =
    matching !== undefined
      ? [{ label: selected, parameters: shown }]
      : chosen.size > 0
        ? [{ label: selected, parameters: { ...everything, resultIds: [...chosen].join(',') } }]
        : [
            ...(isFiltered ? [{ label: t('What the table shows'), parameters: shown }] : []),
            { label: t('All results'), parameters: everything },
          ]
  return (
    <Menu
      trigger={
        <button type="button" className="button">
          <Download size={14} /> {t('Export')}
          {count > 0 && ` ${count.toLocaleString(locale)}`}
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

const fileName = (name: string): string => `${name.replace(/[^\p{L}\p{N}]+/gu, '-').toLowerCase() || 'bot'}-results`
