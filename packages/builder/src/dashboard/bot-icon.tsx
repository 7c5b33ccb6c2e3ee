import { MessagesSquare } from 'lucide-react'
import { safePicture } from '../design/safe-address.js'

/** An emoji, a picture, or the mark of those who have neither. */
export function BotIcon({ icon }: { icon: string | null }) {
  const picture = icon && safePicture(icon)
  return (
    <span className="bot-icon" aria-hidden>
      {picture ? (
        <img src={picture} width={24} height={24} alt="" />
      ) : icon && icon.length <= 16 ? (
        icon
      ) : (
        <MessagesSquare size={20} />
      )}
    </span>
  )
}
