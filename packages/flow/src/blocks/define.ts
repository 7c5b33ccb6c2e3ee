import type { Fields, Flat, Stored, StoredUnion, UnionField } from '../integrations/fields.js'
import type { ExitKind, WithExits } from './exits.js'

export type Section = 'bubble' | 'input' | 'logic' | 'integration'

/**
 * How an input asks. Clients render and read an input by its prompt, not by its type; one that a client does not know is asked as a
 * choice if it has items, else as text.
 */
export type Prompt =
  | 'text'
  | 'email'
  | 'url'
  | 'number'
  | 'phone'
  | 'date'
  | 'time'
  | 'scale'
  | 'choice'
  | 'pictures'
  | 'cards'
  | 'file'
  | 'payment'

/** Names of icons; the builder has a picture for each. */
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

/** Names of logos of services; the builder has a picture for each. */
export type ServiceLogo =
  | 'anthropic'
  | 'cal'
  | 'chatwoot'
  | 'deepseek'
  | 'dify'
  | 'elevenlabs'
  | 'gmail'
  | 'googleAnalytics'
  | 'googleSheets'
  | 'make'
  | 'meta'
  | 'mistral'
  | 'openRouter'
  | 'perplexity'
  | 'posthog'
  | 'zapier'
  | 'zendesk'

/** What is different in messaging apps. */
export interface Limitation<B> {
  /** `lost`: it does not happen there at all. */
  readonly kind: 'lost' | 'changed'
  readonly text: string
  /** The blocks that it concerns; default: all of the type. */
  when?(block: B): boolean
}

/** A place in a flow that a block goes to without an edge. */
export interface JumpTarget {
  /** Id or title of a group, or one placeholder. Without it, the start of the flow. */
  readonly groupId?: string | undefined
  readonly blockId?: string | undefined
}

/** Where a run may go from a block that does not wait for an answer. */
export interface Ways {
  /** Edges that may be taken; undefined: the branch may end in place of one. */
  readonly edges?: readonly (string | undefined)[]
  readonly jump?: JumpTarget
  /** The branch may end. */
  readonly mayEnd?: boolean
  /** Never continues with what follows in the group, or behind its own edge. */
  readonly isLeft?: boolean
  /** What follows is where a Return goes back to. */
  readonly marksReturn?: boolean
}

/** Names of what a block refers to. */
export interface Names {
  /** The name of a variable; '' when there is none of that id. */
  variable(id: string | undefined): string
  groupTitle(id: string): string | undefined
  operator(name: string | undefined): string
}

/** What files an input takes. */
export interface Uploads {
  readonly isPrivate: boolean
  /** Extensions and media types; all when absent. */
  readonly types?: readonly string[] | undefined
  /** The same as the author wrote them, to be shown. */
  readonly allowed?: readonly string[] | undefined
  /** The answer is the files alone. */
  readonly isAnswer: boolean
}

/** The items of a block: each has fields, and may have an edge. */
export interface Items<I extends Fields = Fields> {
  readonly fields: I
  /** What the items are called; `answer` unless given. */
  readonly noun?: string
  /** Exactly these items, by the values of their literals. */
  readonly fixed?: readonly Fields[]
  /** Texts of an item that an author writes, in the order of the form. The first one is what a new item begins with. */
  readonly texts?: readonly string[]
  /** Visitors choose among them: one needs some of these to be seen. */
  readonly shownBy?: readonly string[]
  /** The text by which a typed answer means an item. */
  readonly matchedBy?: string
  /** The branch ends with an item that applies and has no edge. */
  readonly endsBranch?: boolean
  /** By which parts of items the flow goes on; `items` unless given. */
  readonly leftBy?: 'items' | 'paths'
  /** The field that holds further options of an item. */
  readonly inner?: string
  /** What the exit is called that is taken when no item applies; none for items of which one always applies. */
  readonly otherwise?: string
}

/** A text that a block puts to the end of a list, with placeholders as written. */
export interface Appended {
  readonly listId: string
  readonly text: string
}

/** What is known of a block whose type is not. */
export interface AnyBlock {
  readonly id: string
  readonly type: string
}

interface Behaviour<B> {
  /** Ends the turn until the client has replied; inputs always do. */
  waits?(block: B): boolean
  /** Where a run may go; default: by the edges of its items, and to what follows. */
  ways?(block: B): Ways
  /** Further places of the flow that it goes to, or whose blocks it runs. */
  leadsTo?(block: B): readonly JumpTarget[]
  /** The service whose accounts and lists it uses, and the action that has the lists. */
  runsOn?(block: B): { readonly service: string; readonly action: string } | undefined
  /** The items are made in the run, from lists of variables. */
  makesItems?(block: B): boolean
  /** Several items may be chosen, so that none of them leads on by itself. */
  isMultiple?(block: B): boolean
  /** Contents of a new block. */
  create?(newId: () => string): object
  /** One line for the canvas; '' when nothing is set yet. */
  summary?(block: B, names: Names): string
  /** One line for an item. */
  itemSummary?(item: Readonly<Record<string, unknown>>, names: Names): string
  appends?(block: B): Appended | undefined
  /** Not needed after all: the path of an option that `needs` names. */
  isSpared?(block: B, path: string): boolean
  /** Its script runs in the browser of visitors, who get to see it. */
  runsInBrowser?(block: B): boolean
  /** The bot that runs on top of this one; `current` is this one itself. */
  linkedBot?(block: B): { readonly botId?: string | undefined; readonly mergesResults?: boolean | undefined }
  /** The variable that belongs to the session alone. */
  sessionVariable?(block: B): string | undefined
  /** Address that the block opens in the browser, with its path in the block. */
  opened?(block: B): { readonly url: string | undefined; readonly path: string }
  /** The address of the picture that it shows, for a small copy of it beside the block. */
  thumbnail?(block: B): string | undefined
  /** The text that takes the place of a picture, where it needs one, with its path in the block. */
  altText?(block: B): { readonly text: string | undefined; readonly path: string } | undefined
  /** Rich text that the block says. */
  richText?(block: B): readonly unknown[]
  /** The files that it takes, if any. */
  uploads?(block: B): Uploads | undefined
  /** What the page of the chat loads before the first message. */
  pageTracking?(block: B): { readonly googleAnalyticsId?: string | undefined; readonly pixelId?: string | undefined }
  readonly messaging?: readonly Limitation<B>[]
}

/** The parts of a definition that all types share. */
export interface Common {
  readonly section: Section
  readonly label: string
  readonly icon: BlockIcon
  /** In place of the icon, where the service has a free logo. */
  readonly logo?: ServiceLogo
  /** What it does, in half a sentence. */
  readonly description: string
  /** Other words that people search for it by. */
  readonly keywords: string
  /** Not offered in the palette: only older flows have it. */
  readonly isOld?: true
  /** Loads a script of another service into the page of the chat, which not every page allows. */
  readonly needsPageScripts?: true
  /** Name in the description of the API, where the type makes none. */
  readonly name?: string
  /** An example of the contents, for the description of the API. */
  readonly sample?: object
  readonly asks?: Prompt
  /** An answer, for examples of results. */
  readonly example?: string
  /** How long a reply may be: `long` text, a `short` one, or the names of several items or files. */
  readonly replySize?: 'long' | 'short' | 'several'
  /** Options that it cannot work without, by their path in the block, and what to do about each. */
  readonly needs?: Readonly<Record<string, string>>
  readonly credentials?: {
    readonly type: 'smtp' | 'stripe' | 'openai'
    readonly isOptional?: true
    /** Stands for the account of the instance. */
    readonly default?: { readonly value: string; readonly label: string }
  }
  /** Changes no variable and asks nothing: a loop of such blocks never ends. Bubbles never do. */
  readonly changesNothing?: true
  /** Ways out that it can have beside its own edge: it calls something that may fail. */
  readonly exits?: readonly ExitKind[]
  /** Asks a language model. */
  readonly asksModel?: true
  /** Clients get it as inputs of other types, which they know. */
  readonly isShownAsOthers?: boolean
  /** Computes or compares with variables that may well be empty. */
  readonly computes?: true
  /** Goes back to where an event came from. */
  readonly returns?: true
  /** Marks a place and does nothing. */
  readonly isMarker?: true
  /** Waits for a call from another system. */
  readonly listens?: true
  /** Form in the builder that takes the place of the one made from the fields. */
  readonly form?: 'rich text' | 'conditions' | 'request' | 'set variable'
}

/** The value of a part that a definition may leave out. */
type Part<K extends string, V> = [V] extends [never] ? unknown : { [P in K]?: V | undefined }

type OptionsIn<O> = O extends UnionField ? StoredUnion<O> : O extends Fields ? Stored<O> : never

type ItemsIn<I extends Fields, X> = X extends readonly Fields[]
  ? { -readonly [K in keyof X]: X[K] extends Fields ? Flat<Stored<I> & Stored<X[K]>> : never }
  : Stored<I>[]

/** A block as a flow holds it. */
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
 * Everything about a type of block but what it does in a run: plain data and pure functions, without zod, React or Node, so that every
 * package and the browser import it. Schemas, palette, forms, lint, redaction, exits and examples derive from it.
 */
export interface BlockDefinition extends Common, Behaviour<AnyBlock> {
  readonly type: string
  readonly content?: Fields
  readonly options?: Fields | UnionField
  /** Name of the options in the description of the API. */
  readonly optionsName?: string
  readonly items?: Items
  /** Fields of the block itself. */
  readonly own?: Fields
  /** Makes an input of a known prompt work without a runtime of its own. */
  readonly read?: ReadReply | undefined
  /** What is said when it does not fit, unless the author says something else. */
  readonly invalidReplyText?: string
  /** How it is called in reply events; default: the type without "input". */
  readonly inputName?: string
}

/** Reads a typed reply: returns the answer that is stored, or undefined for a reply that does not fit. */
export type ReadReply = (text: string, options: Readonly<Record<string, unknown>>) => string | undefined

/** A definition with what is known of its type at compile time. */
export interface Defined<T extends string, S extends Section, P, R, B, H = false> extends BlockDefinition {
  readonly type: T
  readonly section: S
  readonly asks?: P & Prompt
  readonly reads?: R
  readonly isShownAsOthers?: H & boolean
  /** Only a type: blocks of this type. */
  readonly stored?: B
}

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

/** An input of a known prompt that needs no runtime: its definition reads the replies. */
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
