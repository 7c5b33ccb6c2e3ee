import { MessagesSquare } from 'lucide-react'
import { Picture } from './picture.js'
import { safePicture } from './safe-address.js'
import './bot-icon.css'

/** An emoji, a picture, or the mark of those who have neither. */
export function BotIcon({ icon }: { icon: string | null }) {
  const picture = icon && safePicture(icon)
  const mark = <MessagesSquare size={20} />
  return (
    <span className="bot-icon" aria-hidden>
      {picture ? (
        <Picture src={picture} width={24} height={24} fallback={mark} />
      ) : icon && icon.length <= 16 ? (
        icon
      ) : (
        mark
      )}
    </span>
  )
}
