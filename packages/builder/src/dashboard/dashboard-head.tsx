import { FolderPlus, Plus } from 'lucide-react'
import { SearchField } from '../design/search-field.js'
import { Select } from '../design/select.js'
import { t } from '../i18n/i18n.js'
import { type Order, orders } from './order.js'

const shownChoices = [
  ['used', t('Active')],
  ['archived', t('Archived')],
] as const
/** The bots that the dashboard shows. */
export type Shown = (typeof shownChoices)[number][0]

interface DashboardHeadProps {
  title: string
  /** There is nothing to search or to sort. */
  isEmpty: boolean
  search: string
  onSearch(text: string): void
  shown: Shown
  onShow(shown: Shown): void
  order: Order
  onOrder(order: Order): void
  /** True if bots and folders can be created here. */
  mayMake: boolean
  onNewFolder(): void
  onNewBot(): void
}

/** The filter and order of the dashboard, and buttons to create bots and folders. */
export function DashboardHead(props: DashboardHeadProps) {
  const { title, isEmpty, search, onSearch, shown, onShow, order, onOrder, mayMake, onNewFolder, onNewBot } = props
  const isArchive = shown === 'archived'
  return (
    <div className="dashboard-head">
      <h1 className="grow">{title}</h1>
      {!isEmpty && (
        <SearchField
          label={t('Search bots')}
          placeholder={isArchive ? t('Search the archive') : t('Search all bots')}
          value={search}
          onChange={onSearch}
        />
      )}
      <Select
        isLabelHidden
        label={t('Show')}
        value={shown}
        choices={shownChoices}
        onChange={(next) => onShow(next as Shown)}
      />
      {!isEmpty && (
        <Select
          isLabelHidden
          label={t('Order')}
          value={order}
          choices={orders}
          onChange={(next) => onOrder(next as Order)}
        />
      )}
      {!isArchive && mayMake && (
        <>
          <button type="button" className="button" onClick={onNewFolder}>
            <FolderPlus size={15} /> {t('New folder')}
          </button>
          <button type="button" className="button primary" onClick={onNewBot}>
            <Plus size={15} /> {t('New bot')}
          </button>
        </>
      )}
    </div>
  )
}
