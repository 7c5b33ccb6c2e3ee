import type { Prompt, PromptedType, PromptOf, ShownInputType } from '@colloquy/flow'
import type { Input } from './wire.js'

type KnownType = Exclude<ShownInputType, PromptedType>

/** Prompts whose names differ from their types. The compiler requires all of them. */
const prompts: {
  readonly [T in KnownType as T extends PromptOf<T> | `${PromptOf<T>} input` ? never : T]: PromptOf<T>
} = { 'phone number input': 'phone', 'rating input': 'scale', 'picture choice input': 'pictures' }

/** Types of the inputs with a prompt. */
export type TypeOf<P extends Prompt> = { [T in KnownType]: PromptOf<T> extends P ? T : never }[KnownType]

/** The prompt of an input. */
export const promptOf = ({ type, prompt }: Pick<Input, 'type' | 'prompt'>): Prompt =>
  prompt ?? prompts[type as keyof typeof prompts] ?? (type.replace(' input', '') as Prompt)
