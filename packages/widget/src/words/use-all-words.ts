import { useServices } from '../view/chat-context.js'
import { moreEn, type Words } from './more-en.js'

/** All words, for the views that are fetched later; English brings its rarer ones with them. */
export function useAllWords(): Words {
  const { words } = useServices()
  return { ...moreEn, ...words }
}
