import type { Prompt, PromptedType, PromptOf, ShownInputType } from '@colloquy/flow'
import type { Input } from './wire.js'

type KnownType = Exclude<ShownInputType, PromptedType>

/** Prompts whose names differ from their types. The compiler requires all of them. */
const prompts: {
  readonly [T in KnownType as T extends PromptOf<T> | `${PromptOf<T>} input` ? never : T]: PromptOf<T>
} = { 'phone number input': 'phone', 'rating input': 'scale', 'picture choice input': 'pictures' }

type TypeIn<T extends ShownInputType, P extends Prompt> = { [One in T]: PromptOf<One> extends P ? One : never }[T]

/** Types of the inputs with a prompt, without those that only vary it. */
export type TypeOf<P extends Prompt> = [TypeIn<KnownType, P>] extends [never]
  ? TypeIn<PromptedType, P>
  : TypeIn<KnownType, P>

/** The prompt of an input. */
export const promptOf = ({ type, prompt }: Pick<Input, 'type' | 'prompt'>): Prompt =>
  prompt ?? prompts[type as keyof typeof prompts] ?? (type.replace(' input', '') as Prompt)
