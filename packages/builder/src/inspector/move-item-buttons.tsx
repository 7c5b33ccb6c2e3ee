import { ArrowDown, ArrowUp } from 'lucide-react'
import { useStudio } from '../bot/studio.js'
import { moveItem } from '../document/commands/move-item.js'

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
  const move = (to: number) => () => editing.run(`Move ${noun}`, moveItem(blockId, itemId, to))
  return (
    <>
      <button
        type="button"
        className="button plain small icon-only"
        aria-label={`Move ${noun} ${index + 1} up`}
        disabled={index === 0}
        onClick={move(index - 1)}
      >
        <ArrowUp size={13} />
      </button>
      <button
        type="button"
        className="button plain small icon-only"
        aria-label={`Move ${noun} ${index + 1} down`}
        disabled={index === count - 1}
        onClick={move(index + 1)}
      >
        <ArrowDown size={13} />
      </button>
    </>
  )
}
