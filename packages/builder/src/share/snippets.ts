interface Snippet {
  title: string
  hint: string
  code(origin: string, publicId: string): string
}

const script = (origin: string) => `<script type="module" src="${origin}/widget.js"></script>`

/** Ways into other pages. `publicId` has letters, digits and dashes only. */
export const snippets: readonly Snippet[] = [
  {
    title: 'In the page',
    hint: 'The chat is a part of your page, as large as the element that it stands in.',
    code: (origin, publicId) => `${script(origin)}\n<colloquy-standard bot="${publicId}"></colloquy-standard>`,
  },
  {
    title: 'Bubble in the corner',
    hint: 'A button at the foot of every page that opens the chat.',
    code: (origin, publicId) => `${script(origin)}\n<colloquy-bubble bot="${publicId}"></colloquy-bubble>`,
  },
  {
    title: 'Window above the page',
    hint: 'The chat opens above the page.',
    code: (origin, publicId) => `${script(origin)}\n<colloquy-popup bot="${publicId}"></colloquy-popup>`,
  },
  {
    title: 'Frame',
    hint: 'Where scripts are not allowed.',
    code: (origin, publicId) =>
      `<iframe src="${origin}/c/${publicId}" title="Chat" width="100%" height="600"></iframe>`,
  },
  {
    title: 'From a program',
    hint: 'Begins a chat over HTTP; the answer holds the messages and the first question.',
    code: (origin, publicId) =>
      `curl -X POST ${origin}/api/v1/bots/${publicId}/startChat -H 'content-type: application/json' -d '{}'`,
  },
]
