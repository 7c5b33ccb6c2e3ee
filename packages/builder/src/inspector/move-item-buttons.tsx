import { ArrowDown, ArrowUp } from 'lucide-react'
import { useStudio } from '../bot/studio.js'
import { moveItem } from '../document/commands/move-item.js'
import { t } from '../i18n/i18n.js'

interface MoveItemButtonsProps {
  blockId: string
  itemId: string
  index: number
  /** The number of items that the block has. */
  count: number
  /** The name of an item in labels: "answer". */
  noun: string
}

/** Moves an item of a block up or down by one. */
export function MoveItemButtons({ blockId, itemId, index, count, noun }: MoveItemButtonsProps) {
  const { editing } = useStudio()
  const move = (to: number) => () => editing.run(t('Move {noun}', { noun }), moveItem(blockId, itemId, to))
  return (
    <>
      <button
        type="button"
        className="button plain small icon-only"
        aria-label={t('Move {noun} {index} up', { noun, index: index + 1 })}
        disabled={index === 0}
        onClick={move(index - 1)}
      >
        <ArrowUp size={13} />
      </button>
      <button
        type="button"
        className="button plain small icon-only"
        aria-label={t('Move {noun} {index} down', { noun, index: index + 1 })}
        disabled={index === count - 1}
        onClick={move(index + 1)}
      >
        <ArrowDown size={13} />
      </button>
    </>
  )
}
