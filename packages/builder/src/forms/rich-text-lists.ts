import { type Descendant, Editor, Element, Node, Path, Range, Transforms } from 'slate'

export type ListType = 'ul' | 'ol'

type ListElement = Element & { type?: string }
const typeOf = (node: unknown): string | undefined => (Element.isElement(node) ? (node as ListElement).type : undefined)
const isList = (node: unknown): boolean => ['ul', 'ol'].includes(typeOf(node) ?? '')
const isItem = (node: unknown): boolean => typeOf(node) === 'li'
const element = (type: string) => ({ type, children: [] }) as unknown as Element

/**
 * Adds list behavior to an editor: Enter starts a new item. Enter in an empty item, and Backspace at the start of one, move it out of its
 * list.
 */
export function withLists<T extends Editor>(editor: T): T {
  const { insertBreak, deleteBackward } = editor
  editor.insertBreak = () => {
    const path = itemAt(editor)
    if (!path) return insertBreak()
    if (Node.string(Node.get(editor, [...path, 0])) === '') outdent(editor)
    else Transforms.splitNodes(editor, { match: isItem, mode: 'lowest', always: true })
  }
  editor.deleteBackward = (unit) => {
    const path = itemAt(editor)
    const { selection } = editor
    const isFirst = path && selection && Range.isCollapsed(selection) && Editor.isStart(editor, selection.anchor, path)
    if (isFirst) outdent(editor)
    else deleteBackward(unit)
  }
  return editor
}

/** Type of the list in which the selection begins; undefined outside lists. */
export function listAt(editor: Editor): ListType | undefined {
  const path = itemAt(editor)
  return path && (typeOf(Node.parent(editor, path)) as ListType | undefined)
}

/** Turns the selected paragraphs into a list, changes the type of a list, or turns its items back into paragraphs. */
export function toggleList(editor: Editor, type: ListType): void {
  const before = listAt(editor)
  Editor.withoutNormalizing(editor, () => {
    if (before === type) leaveLists(editor)
    else if (before === undefined) makeList(editor, type)
    else for (const path of chosenItems(editor)) Transforms.setNodes(editor, element(type), { at: Path.parent(path) })
  })
}

/** Moves the selected item into the one before it. Returns false if there is none. */
export function indent(editor: Editor): boolean {
  const path = itemAt(editor)
  if (!path || !Path.hasPrevious(path)) return false
  const before = Path.previous(path)
  const inside = (Node.get(editor, before) as Element).children
  const last = inside.at(-1)
  Editor.withoutNormalizing(editor, () => {
    if (isList(last)) {
      const to = [...before, inside.length - 1, (last as Element).children.length]
      Transforms.moveNodes(editor, { at: path, to })
      return
    }
    Transforms.wrapNodes(editor, element(typeOf(Node.parent(editor, path)) ?? 'ul'), { at: path })
    Transforms.moveNodes(editor, { at: path, to: [...before, inside.length] })
  })
  return true
}

/** Moves the selected item out of its list: into the surrounding list, or among the paragraphs. Returns false outside lists. */
export function outdent(editor: Editor): boolean {
  const path = itemAt(editor)
  if (!path) return false
  Editor.withoutNormalizing(editor, () => liftItem(editor, path))
  return true
}

/** True if the selection begins in a nested list. */
export function isNested(editor: Editor): boolean {
  const path = itemAt(editor)
  return path !== undefined && path.length > 2 && isItem(Node.get(editor, path.slice(0, -2)))
}

/** The innermost item in which the selection begins. */
function itemAt(editor: Editor): Path | undefined {
  const { selection } = editor
  if (!selection) return undefined
  const at = Range.start(selection).path
  return Editor.above(editor, { at, match: isItem, mode: 'lowest' })?.[1]
}

const chosenItems = (editor: Editor): Path[] =>
  [...Editor.nodes(editor, { match: isItem, mode: 'lowest' })].map(([, path]) => path)

function leaveLists(editor: Editor): void {
  const items = chosenItems(editor).map((path) => Editor.pathRef(editor, path))
  for (const item of items) {
    while (item.current && isItem(Node.get(editor, item.current))) {
      const text = Editor.pathRef(editor, [...item.current, 0])
      liftItem(editor, item.current)
      const isOut = text.current !== null && !isItem(Node.parent(editor, text.current))
      text.unref()
      if (isOut) break
    }
    item.unref()
  }
}

/** Items that follow in a nested list move along, so that the order of the text does not change. */
function liftItem(editor: Editor, path: Path): void {
  const list = Path.parent(path)
  const outer = Path.parent(list)
  const isNested = outer.length > 0 && isItem(Node.get(editor, outer))
  if (isNested) takeFollowing(editor, path)
  const item = Editor.pathRef(editor, path)
  Transforms.liftNodes(editor, { at: item.current as Path })
  if (isNested) Transforms.liftNodes(editor, { at: item.current as Path })
  else {
    const content = Editor.pathRef(editor, [...(item.current as Path), 0])
    Transforms.unwrapNodes(editor, { at: item.current as Path })
    if (content.current) Transforms.setNodes(editor, element('p'), { at: content.current })
    content.unref()
  }
  item.unref()
}

/** Makes the items after this one its children. */
function takeFollowing(editor: Editor, path: Path): void {
  const list = Node.parent(editor, path) as ListElement
  const index = path.at(-1) as number
  const count = list.children.length - index - 1
  if (count === 0) return
  const own = (Node.get(editor, path) as Element).children
  const isThere = isList(own.at(-1))
  const to = [...path, isThere ? own.length - 1 : own.length]
  if (!isThere) Transforms.insertNodes(editor, element(list.type ?? 'ul') as Descendant, { at: to })
  for (let moved = 0; moved < count; moved++) {
    const position = (Node.get(editor, to) as Element).children.length
    Transforms.moveNodes(editor, { at: Path.next(path), to: [...to, position] })
  }
}

/** Turns each selected top-level block of text into an item of one list. Lists among them stay unchanged. */
function makeList(editor: Editor, type: ListType): void {
  const blocks = [
    ...Editor.nodes(editor, {
      match: (node, path) =>
        path.length === 1 && Element.isElement(node) && !isList(node) && Editor.hasInlines(editor, node),
    }),
  ].map(([, path]) => path)
  for (const path of blocks) {
    Transforms.setNodes(editor, element('lic'), { at: path })
    Transforms.wrapNodes(editor, element('li'), { at: path })
  }
  for (const path of blocks.toReversed()) {
    const next = Path.next(path)
    const isGoingOn =
      Node.has(editor, next) && typeOf(Node.get(editor, next)) === type && blocks.some((it) => Path.equals(it, next))
    Transforms.wrapNodes(editor, element(type), { at: path })
    if (isGoingOn) Transforms.mergeNodes(editor, { at: next })
  }
}
