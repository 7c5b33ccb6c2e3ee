import { expect, test } from 'vitest'
import { readSvg } from './svg-icon.js'

test('shapes and their measures are kept', () => {
  const svg =
    '<?xml version="1.0"?><svg width="24" height="24"><g transform="rotate(3)"><circle cx="1" cy="2" r=\'3\'/></g></svg>'
  expect(readSvg(svg)).toEqual({
    name: 'svg',
    attributes: { width: '24', height: '24' },
    children: [
      {
        name: 'g',
        attributes: { transform: 'rotate(3)' },
        children: [{ name: 'circle', attributes: { cx: '1', cy: '2', r: '3' }, children: [] }],
      },
    ],
  })
})

test.each([
  '<svg onload="alert(1)"><script>alert(1)</script></svg>',
  '<svg><a href="javascript:alert(1)"></a></svg>',
  '<svg><foreignObject><img src=x onerror=alert(1)></foreignObject></svg>',
  '<svg><style>*{background:url(//evil)}</style><use href="//evil#x"/></svg>',
  '<svg><path d="M0 0" style="fill:url(//evil)" onclick="alert(1)"></path></svg>',
  '<svg><animate onbegin="alert(1)" attributeName="x"/></svg>',
])('nothing that acts is taken from %s', (svg) => {
  expect(JSON.stringify(readSvg(svg))).not.toMatch(/alert|evil|script|href|style|foreign|img/i)
})

test('a text that is not svg is not an icon', () => {
  expect(readSvg('<p>hello')).toBeUndefined()
})
