import { ArrowDown, ArrowUp } from 'lucide-react'
import { moveItem } from '../document/commands/move-item.js'
import { useBotEditor } from '../editor/bot-editor.js'
import { t } from '../i18n/i18n.js'

interface MoveItemButtonsProps {
  blockId: string
  itemId: string
  index: number
  /** Number of items in the block. */
  count: number
  /** Kind of item, for the labels. */
  item: keyof typeof labels
}

const labels = {
  answer: {
    move: t('Move answer'),
    up: (position: number) => t('Move answer {position} up', { position }),
    down: (position: number) => t('Move answer {position} down', { position }),
  },
  way: {
    move: t('Move branch'),
    up: (position: number) => t('Move branch {position} up', { position }),
    down: (position: number) => t('Move branch {position} down', { position }),
  },
}

/** Moves an item of a block up or down by one. */
export function MoveItemButtons({ blockId, itemId, index, count, item }: MoveItemButtonsProps) {
  const { editing } = useBotEditor()
  const move = (to: number) => () => editing.run(labels[item].move, moveItem(blockId, itemId, to))
  return (
    <>
      <button
        type="button"
        className="button plain small icon-only"
        aria-label={labels[item].up(index + 1)}
        disabled={index === 0}
        onClick={move(index - 1)}
      >
        <ArrowUp size={13} />
      </button>
      <button
        type="button"
        className="button plain small icon-only"
        aria-label={labels[item].down(index + 1)}
        disabled={index === count - 1}
        onClick={move(index + 1)}
      >
        <ArrowDown size={13} />
      </button>
    </>
  )
}
