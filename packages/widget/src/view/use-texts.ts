import { moreEnglish, type Texts } from '../texts/more-en.js'
import { useServices } from './chat-context.js'

/**
 * All messages, for views that are loaded on demand; the English ones are bundled with those views. Views of a conversation with a person
 * add more.
 */
export function useTexts(): Texts {
  const { texts } = useServices()
  return { ...moreEnglish, ...texts } as Texts
}
