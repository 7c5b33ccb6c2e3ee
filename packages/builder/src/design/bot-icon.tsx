import { MessagesSquare } from 'lucide-react'
import type { SyntheticEvent } from 'react'
import { safePicture } from './safe-address.js'
import './bot-icon.css'

/** Without the mark of a browser for a picture that does not load. */
const hide = ({ currentTarget }: SyntheticEvent<HTMLElement>) => {
  currentTarget.hidden = true
}

/** An emoji, a picture, or the mark of those who have neither. */
export function BotIcon({ icon }: { icon: string | null }) {
  const picture = icon && safePicture(icon)
  return (
    <span className="bot-icon" aria-hidden>
      {picture ? (
        <img key={picture} src={picture} width={24} height={24} alt="" onError={hide} />
      ) : icon && icon.length <= 16 ? (
        icon
      ) : (
        <MessagesSquare size={20} />
      )}
    </span>
  )
}
