import type { Capabilities, SentMedia } from '@colloquy/channels'
import type { ExitKind, WithExits } from '../exits.js'
import type { Fields, Flat, Stored, StoredUnion, UnionField } from '../fields/fields.js'
import type { ServiceLogo } from '../service-logo.js'
import type { Prompt } from './prompts.js'

export type Section = 'bubble' | 'input' | 'logic' | 'integration'

/** Names of icons; the builder has an image for each. */
export type BlockIcon =
  | 'arrow-right-left'
  | 'at-sign'
  | 'bot'
  | 'braces'
  | 'calendar'
  | 'chart-line'
  | 'clock'
  | 'code'
  | 'corner-down-right'
  | 'credit-card'
  | 'external-link'
  | 'file-up'
  | 'flag'
  | 'gallery'
  | 'git-branch'
  | 'globe'
  | 'hash'
  | 'headset'
  | 'hourglass'
  | 'image'
  | 'images'
  | 'link'
  | 'list-checks'
  | 'mail'
  | 'message-square'
  | 'messages-square'
  | 'palette'
  | 'phone'
  | 'play'
  | 'sheet'
  | 'sparkles'
  | 'split'
  | 'star'
  | 'target'
  | 'text-cursor'
  | 'undo'
  | 'volume'
  | 'webhook'
  | 'workflow'
  | 'zap'

/** A limitation of a block on channels. */
export interface Limitation<B> {
  /** `lost`: it has no effect there at all. */
  readonly kind: 'lost' | 'changed'
  readonly text: string
  /** The blocks that it concerns on a channel with these capabilities; default: all of the type, on all channels. */
  when?(block: B, capabilities: Capabilities): boolean
}

/** A place in a flow that a block goes to without an edge. */
export interface JumpTarget {
  /** Id or title of a group, or one placeholder. Without it, the start of the flow. */
  readonly groupId?: string | undefined
  readonly blockId?: string | undefined
}

/** Places where a run may continue after a block that does not wait for an answer. */
export interface Continuations {
  /** Edges that may be taken; undefined: the branch may end instead. */
  readonly edges?: readonly (string | undefined)[]
  readonly jump?: JumpTarget
  /** The branch may end. */
  readonly mayEnd?: boolean
  /** The run never continues with the next block of the group or at the block's own edge. */
  readonly isLeft?: boolean
  /** The next block is the one that a Return goes back to. */
  readonly marksReturn?: boolean
}

/** Names of what a block refers to. */
export interface Names {
  /** The name of a variable; '' when no variable has that id. */
  variable(id: string | undefined): string
  groupTitle(id: string): string | undefined
  operator(name: string | undefined): string
}

/** The files that an input accepts. */
export interface Uploads {
  readonly isPrivate: boolean
  /** Extensions and media types; any file if absent. */
  readonly types?: readonly string[] | undefined
  /** The same list as the author wrote it, for display. */
  readonly allowed?: readonly string[] | undefined
  /** The answer consists of the files alone. */
  readonly isAnswer: boolean
}

/** The items of a block: each has fields, and may have an edge. */
export interface Items<I extends Fields = Fields> {
  readonly fields: I
  /** Name of an item in texts; `answer` by default. */
  readonly noun?: string
  /** Exactly these items, given by the values of their literal fields. */
  readonly fixed?: readonly Fields[]
  /** Text fields of an item that an author edits, in the order of the form. A new item starts with the first one. */
  readonly texts?: readonly string[]
  /** Visitors choose among the items: an item needs one of these fields to be visible. */
  readonly shownBy?: readonly string[]
  /** The text that is compared with a typed answer. */
  readonly matchedBy?: string
  /** The branch ends at an item that applies and has no edge. */
  readonly endsBranch?: boolean
  /** The parts of items that have the edges; `items` by default. */
  readonly leftBy?: 'items' | 'paths'
  /** The field that holds further options of an item. */
  readonly inner?: string
  /** Label of the exit that is taken when no item applies; absent if one always applies. */
  readonly otherwise?: string
}

/** A text that a block appends to a list, with placeholders as written. */
export interface Appended {
  readonly listId: string
  readonly text: string
}

/** A block of any type, known or not. */
export interface AnyBlock {
  readonly id: string
  readonly type: string
}

/** A value to set at a path of a block. */
export interface Edit {
  readonly path: string
  readonly value: unknown
}

/** An HTTP request as its author wrote it. `path` is where it stands in the block. */
export interface WrittenRequest {
  readonly path: string
  readonly url?: string | undefined
  readonly headers?: readonly { readonly key?: string | undefined; readonly value?: string | undefined }[] | undefined
  /** Absent if the service writes the body. */
  readonly body?: string | undefined
}

/** A part of what a block sends in messaging apps, as far as it is known before a run. Paths are those in the block. */
export type SentPart =
  | { readonly kind: 'text'; readonly text: string; readonly isStyled: boolean; readonly path: string }
  /** A text above buttons, whose end is omitted if it is too long. */
  | { readonly kind: 'caption'; readonly text: string; readonly path: string }
  | { readonly kind: 'file'; readonly media: SentMedia; readonly url: string; readonly path: string }
  /** Labels of buttons. Those of a card belong to one message, and further ones are omitted. */
  | { readonly kind: 'buttons'; readonly labels: readonly SentLabel[]; readonly isCard?: true }
  /** The task of an assistant. */
  | { readonly kind: 'task'; readonly text: string; readonly path: string }

export interface SentLabel {
  readonly text: string
  readonly path: string
}

interface Behaviour<B> {
  /** Ends the turn until the client has replied; inputs always do. */
  waits?(block: B): boolean
  /** Places where a run may continue; default: the edges of its items, and the next block. */
  ways?(block: B): Continuations
  /** Further places in the flow that it goes to, or whose blocks it runs. */
  leadsTo?(block: B): readonly JumpTarget[]
  /** The service whose credentials and lists it uses, and the action that has the lists. */
  runsOn?(block: B): { readonly service: string; readonly action: string } | undefined
  /** The items are created at run time, from lists of variables. */
  makesItems?(block: B): boolean
  /** Several items may be chosen, so no single item leads on. */
  isMultiple?(block: B): boolean
  /** Contents of a new block. */
  create?(newId: () => string): object
  /** One line for the canvas; '' when nothing is set yet. */
  summary?(block: B, names: Names): string
  /** One line for an item. */
  itemSummary?(item: Readonly<Record<string, unknown>>, names: Names): string
  appends?(block: B): Appended | undefined
  /** True if an option listed in `needs` is not needed after all, given its path. */
  isSpared?(block: B, path: string): boolean
  /** A value that is stored as the text that it is, with its path in the block and the edits with which it would be calculated. */
  textValue?(
    block: B,
  ): { readonly text: string; readonly path: string; readonly calculated: readonly Edit[] } | undefined
  /** The request that it makes. */
  request?(block: B): WrittenRequest | undefined
  /** Its script runs in the browser of visitors, who can read it. */
  runsInBrowser?(block: B): boolean
  /** The bot that runs on top of this one; `current` is this bot itself. */
  linkedBot?(block: B): { readonly botId?: string | undefined; readonly mergesResults?: boolean | undefined }
  /** The variable that belongs to the session alone. */
  sessionVariable?(block: B): string | undefined
  /** Address that the block opens in the browser, with its path in the block. */
  opened?(block: B): { readonly url: string | undefined; readonly path: string }
  /** Amount and currency that it charges, as written in its options. */
  price?(block: B): { readonly amount: string; readonly currency: string }
  /** Address of the video that it plays, with its path in the block. */
  video?(block: B): { readonly url: string | undefined; readonly path: string }
  /** Address of the image that it shows, for a thumbnail beside the block. */
  thumbnail?(block: B): string | undefined
  /** Alternative text of an image that needs one, with its path in the block. */
  altText?(block: B): { readonly text: string | undefined; readonly path: string } | undefined
  /** Rich text that the block shows. */
  richText?(block: B): readonly unknown[]
  /** The files that it accepts, if any. */
  uploads?(block: B): Uploads | undefined
  /** Tracking that the chat page loads before the first message. */
  pageTracking?(block: B): { readonly googleAnalyticsId?: string | undefined; readonly pixelId?: string | undefined }
  readonly messaging?: readonly Limitation<B>[]
  /** The parts that messaging apps get of it. */
  sends?(block: B): readonly SentPart[]
}

/** The parts of a definition that all types share. */
export interface Common {
  readonly section: Section
  readonly label: string
  readonly icon: BlockIcon
  /** Replaces the icon if the service has a free logo. */
  readonly logo?: ServiceLogo
  /** Short description of what it does: half a sentence. */
  readonly description: string
  /** Search terms in addition to the name. */
  readonly keywords: string
  /** Not offered in the palette: only older flows have it. */
  readonly isOld?: true
  /** Loads a script of another service into the chat page, which not every page allows. */
  readonly needsPageScripts?: true
  /** Name in the API reference, if it cannot be derived from the type. */
  readonly name?: string
  /** Example contents for the API reference. */
  readonly sample?: object
  /** The way in which it asks for a reply. */
  readonly asks?: Prompt
  /** The option whose text the visitor reads before the question. */
  readonly opensWith?: string
  /** An example answer, for sample results. */
  readonly example?: string
  /** Length of a reply: `long` text, a `short` one, or the names of `several` items or files. */
  readonly replySize?: 'long' | 'short' | 'several'
  /** Required options by their path in the block, with what to do about each. */
  readonly needs?: Readonly<Record<string, string>>
  readonly credentials?: {
    readonly type: 'smtp' | 'stripe' | 'openai'
    readonly isOptional?: true
    /** The option that stands for the instance's own SMTP account. */
    readonly default?: { readonly value: string; readonly label: string }
  }
  /** Changes no variable and asks nothing: a loop of such blocks never ends. Bubbles never change anything. */
  readonly changesNothing?: true
  /** Exits that it can have in addition to its own edge: it calls something that may fail. */
  readonly exits?: readonly ExitKind[]
  /** Accepts every text as an answer. */
  readonly takesAnyText?: true
  /** Asks a language model. */
  readonly asksModel?: true
  /** Clients receive it as inputs of other types, which they know. */
  readonly isShownAsOthers?: boolean
  /** Computes or compares with variables that may be empty. */
  readonly computes?: true
  /** Returns to the place where an event occurred. */
  readonly returns?: true
  /** Marks a place and does nothing. */
  readonly isMarker?: true
  /** Waits for a call from another system. */
  readonly listens?: true
  /** Lets a person speak in place of the bot. */
  readonly asksForPerson?: true
  /** Form in the builder that replaces the one generated from the fields. */
  readonly form?: 'rich text' | 'conditions' | 'request' | 'set variable'
}

/** The type of a part that a definition may omit. */
type Part<K extends string, V> = [V] extends [never] ? unknown : { [P in K]?: V | undefined }

type OptionsIn<O> = O extends UnionField ? StoredUnion<O> : O extends Fields ? Stored<O> : never

type ItemsIn<I extends Fields, X> = X extends readonly Fields[]
  ? { -readonly [K in keyof X]: X[K] extends Fields ? Flat<Stored<I> & Stored<X[K]>> : never }
  : Stored<I>[]

/** A block as a flow stores it. */
export type StoredBlock<T extends string, C, O, I, X, E> = Flat<
  WithExits & { id: string; type: T; outgoingEdgeId?: string | undefined; isMuted?: boolean | undefined } & Part<
      'content',
      [C] extends [never] ? never : C extends Fields ? Stored<C> : never
    > &
    Part<'options', [O] extends [never] ? never : OptionsIn<O>> &
    ([I] extends [never] ? unknown : I extends Fields ? { items: ItemsIn<I, X> } : never) &
    ([E] extends [never] ? unknown : E extends Fields ? Stored<E> : never)
>

/**
 * Everything about a type of block except its run-time behavior: plain data and pure functions, without zod, React or Node, so that every
 * package and the browser can import it. Schemas, palette, forms, lint, redaction, exits and examples derive from it.
 */
export interface BlockDefinition extends Common, Behaviour<AnyBlock> {
  readonly type: string
  readonly content?: Fields
  readonly options?: Fields | UnionField
  /** Name of the options in the API reference. */
  readonly optionsName?: string
  readonly items?: Items
  /** Fields of the block itself. */
  readonly own?: Fields
  /** Reads replies, so that an input with a known prompt works without a runtime. */
  readonly read?: ReadReply | undefined
  /** Default text after an invalid reply. */
  readonly invalidReplyText?: string
  /** Name in reply events; default: the type without "input". */
  readonly inputName?: string
}

/** Reads a typed reply: returns the answer that is stored, or undefined if the reply is invalid. */
export type ReadReply = (text: string, options: Readonly<Record<string, unknown>>) => string | undefined

/** A definition with the parts that are known at compile time. */
export interface Defined<T extends string, S extends Section, P, R, B, H = false> extends BlockDefinition {
  readonly type: T
  readonly section: S
  readonly asks?: P & Prompt
  readonly reads?: R
  readonly isShownAsOthers?: H & boolean
  /** Exists only as a type: blocks of this type. */
  readonly stored?: B
}

/**
 * Defines a block as plain data and pure functions: schema, form, palette, lint and documentation derive from it.
 *
 * ```ts
 * import { shownText } from '../fields/fields.js'
 * import { defineBlock } from './define.js'
 *
 * export const redirect = defineBlock({
 *   type: 'Redirect',
 *   section: 'logic',
 *   label: 'Redirect',
 *   icon: 'external-link',
 *   description: 'Open another address',
 *   keywords: 'url, link, open',
 *   options: { url: shownText({ label: 'Address', position: 'address' }) },
 *   needs: { 'options.url': 'Give the address to open' },
 *   summary: ({ options }) => options?.url ?? '',
 * })
 * ```
 */
export function defineBlock<
  const T extends string,
  const S extends Section,
  const C extends Fields = never,
  const O extends Fields | UnionField = never,
  const I extends Fields = never,
  const X extends readonly Fields[] | undefined = undefined,
  const E extends Fields = never,
  const P extends Prompt | undefined = undefined,
  const H extends boolean = false,
>(
  definition: Common &
    Pick<BlockDefinition, 'invalidReplyText' | 'inputName' | 'optionsName'> & {
      readonly type: T
      readonly section: S
      readonly asks?: P
      readonly content?: C
      readonly options?: O
      readonly items?: Items<I> & { readonly fixed?: X }
      readonly own?: E
      readonly isShownAsOthers?: H
    } & Behaviour<StoredBlock<T, C, O, I, X, E>>,
): Defined<T, S, P, false, StoredBlock<T, C, O, I, X, E>, H>
export function defineBlock(definition: BlockDefinition): BlockDefinition {
  return definition
}

/** An input with a known prompt that needs no runtime: its definition reads the replies. */
export function defineInput<const T extends string, const O extends Fields, const P extends Prompt>(
  definition: Omit<Common, 'section' | 'asks'> &
    Pick<BlockDefinition, 'invalidReplyText' | 'inputName'> & {
      readonly type: T
      readonly asks: P
      readonly options: O
      readonly read: ReadReply
    } & Behaviour<StoredBlock<T, never, O, never, undefined, never>>,
): Defined<T, 'input', P, true, StoredBlock<T, never, O, never, undefined, never>>
export function defineInput(definition: Omit<BlockDefinition, 'section'>): BlockDefinition {
  return { ...definition, section: 'input' }
}
