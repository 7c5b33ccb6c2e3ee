import { useServices } from '../view/chat-context.js'
import { moreEnglish, type Texts } from './more-en.js'

/** All messages, for views that are loaded on demand; the English ones are bundled with those views. */
export function useTexts(): Texts {
  const { texts } = useServices()
  return { ...moreEnglish, ...texts }
}
