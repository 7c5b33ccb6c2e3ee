/** Texts of the shapes that cost the parsers of documents most, each of about the given number of characters. */
export type DocumentShapes = Readonly<Record<string, (size: number) => string>>

export const repeat = (text: string) => (size: number) => text.repeat(Math.max(1, Math.round(size / text.length)))
export const lines = (size: number, line: (index: number) => string) =>
  Array.from({ length: Math.max(1, Math.round(size / 8)) }, (_, index) => line(index)).join('')
export const pages: DocumentShapes = {
  usual: repeat('<h2>Costs</h2><p>Five <b>euros</b>.</p><ul><li>One<li>Two</ul>\n'),
  'formatting elements that each paragraph opens again': (size) =>
    `<p>${lines(3_000, (index) => `<b id=${index}>`)}${repeat('<p>a')(size)}`,
  'a heading of nested elements': (size) => `<h1>${'<span>'.repeat(480)}${repeat('a ')(size)}`,
  'one element with many attributes': (size) => `<a ${lines(size, (index) => `a${index} `)}>`,
  'elements with many attributes': repeat(`<p ${lines(1_500, (index) => `a${index} `)}>`),
  'text before the cells of a table': (size) => `<table>${repeat('<b></b>a')(size)}`,
  'elements before the cells of a table': (size) => `<table>${repeat('<i></i>')(size)}`,
  'children of elements that are closed in the wrong order': (size) =>
    `${'<b><i>'.repeat(100)}<p>${repeat('<u></u>')(size)}${'</b></i>'.repeat(100)}`,
  'attributes of the body': (size) => lines(size, (index) => `<body a${index}>`),
  'nested elements': repeat('<div>'),
  'forms in tables': repeat('<table><form><tr>'),
  'comments that do not end': repeat('<!--'),
  'character references': repeat('&amp;&#1;&notit;'),
  templates: repeat('<template><p></template>'),
}
export const tables: DocumentShapes = {
  usual: (size) => `City,Hours\n${repeat('Bremen,9 to 18\n')(size)}`,
  'rows of one field': (size) => `${'a,'.repeat(199)}a\n${repeat('a\n')(size)}`,
  'many columns': repeat('a,'),
  'many columns and rows of one field': (size) => `${repeat('a,')(size)}\n${repeat('a\n')(size)}`,
  'a long name and short rows': (size) => `${repeat('a')(size)}\n${repeat('a\n')(size)}`,
  'quotes that do not end': repeat('"a\n'),
  'quotes inside of fields': repeat('a"b,'),
  'escaped quotes': (size) => `"${repeat('""')(size)}"`,
  'empty lines': repeat('\r\n'),
}
export const markdown: DocumentShapes = {
  usual: repeat('# Costs\n\nFive euros.\n\n'),
  headings: repeat('# a\n'),
  'a long heading and short ones': (size) => `# ${repeat('a')(size)}\n${repeat('## a\nb\n')(size)}`,
  signs: repeat('#'),
  'code that does not end': repeat('```\n'),
  'line ends': repeat('\r\n'),
}
export const texts: DocumentShapes = {
  usual: repeat('We deliver to Norway. '),
  'one word': repeat('a'),
  blanks: repeat(' '),
  breaks: repeat('\n\n'),
  accents: repeat('e\u0301\u0323'),
  'letters that become many': repeat('\ufdfa'),
  'halves of letters': repeat('\ud800'),
}
export const sitemaps: DocumentShapes = {
  usual: (size) => `<urlset>${repeat('<url><loc>https://a.example/b</loc></url>')(size)}`,
  'empty entries': (size) => `<urlset>${repeat('<loc></loc>')(size)}`,
  'entries that do not end': (size) => `<urlset>${repeat('<loc>')(size)}`,
  'an entry that is long': (size) => `<urlset><loc>${repeat('&amp;')(size)}</loc>`,
  'ends without entries': (size) => `<urlset>${repeat('</loc>')(size)}`,
}
export const robots: DocumentShapes = {
  sitemaps: repeat('Sitemap: https://a.example/s\n'),
  blanks: (size) => `sitemap:${repeat(' ')(size)}`,
}
