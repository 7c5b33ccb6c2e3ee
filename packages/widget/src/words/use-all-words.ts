import { useServices } from '../view/chat-context.js'
import { moreEn, type Words } from './more-en.js'

/** All messages, for views that are loaded on demand; the English ones are bundled with those views. */
export function useAllWords(): Words {
  const { words } = useServices()
  return { ...moreEn, ...words }
}
