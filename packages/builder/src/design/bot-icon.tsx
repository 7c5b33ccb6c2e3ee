import { MessagesSquare } from 'lucide-react'
import { safePicture } from './safe-address.js'
import './bot-icon.css'

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
