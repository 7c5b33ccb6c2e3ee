import { t } from '../i18n/i18n.js'

interface ShowMoreProps {
  /** Of an infinite query. */
  pages: { hasNextPage: boolean; isFetchingNextPage: boolean; fetchNextPage(): Promise<unknown> }
}

/** The button below a list that loads its next page; nothing if there is none. */
export const ShowMore = ({ pages: { hasNextPage, isFetchingNextPage, fetchNextPage } }: ShowMoreProps) =>
  hasNextPage && (
    <button type="button" className="button" disabled={isFetchingNextPage} onClick={() => void fetchNextPage()}>
      {t('Show more')}
    </button>
  )
