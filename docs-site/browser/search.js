/** The search of the documentation: the same for the page and for its tests. */
import MiniSearch from 'minisearch'

/** What people type, and the words of our pages for it. Phrases are replaced; a single word finds its own pages, too. */
const synonyms = {
  'a b test': 'experiment',
  'split test': 'experiment',
  'single sign on': 'sso',
  chatgpt: 'openai',
  colleague: 'people',
  delete: 'erase',
  gdpr: 'personal',
  gpt: 'openai',
  invite: 'members',
  login: 'sign',
  permission: 'roles',
  remove: 'delete',
  restore: 'backup',
  secret: 'credentials',
  ssl: 'https',
  tls: 'https',
  update: 'upgrade',
  user: 'members',
}
const phrases = Object.keys(synonyms).filter((key) => key.includes(' '))

/** Words that say nothing about a page. */
const fillers = new Set(
  'a an and are can do does for from how i in is it my of on or the this to what where which with'.split(' '),
)

/** Singular and plural are one word. */
const term = (word) => {
  const lower = word.toLowerCase()
  if (fillers.has(lower)) return null
  return lower.length > 3 && lower !== 'https' && /[^siu]s$/.test(lower) ? lower.slice(0, -1) : lower
}

/**
 * Indexes the pages of `search.json` and returns a function that finds sections by words, the best first, as
 * `{ url, page, heading, text, terms }`. All words must be found, as they are or begun; failing that misspelled ones; failing that one.
 */
export function createSearch(pages) {
  const search = new MiniSearch({
    fields: ['heading', 'page', 'text'],
    storeFields: ['page', 'heading', 'text', 'url', 'rank'],
    processTerm: term,
    searchOptions: {
      boost: { heading: 4, page: 2 },
      boostDocument: (_id, _term, { rank }) => rank,
      weights: { prefix: 0.4, fuzzy: 0.2 },
      prefix: (word) => word.length > 2,
    },
  })
  search.addAll(pages.flatMap(sectionsOf))
  const find = (queries, { combineWith = 'AND', ...options } = {}) => search.search({ combineWith, queries }, options)
  return (text) => {
    const words = wordsOf(text)
    if (words.length === 0) return []
    const found = find(words)
    if (found.length > 0) return found
    const similar = find(words, { fuzzy: (word) => (word.length > 5 ? 0.2 : false) })
    return similar.length > 0 ? similar : find(words, { combineWith: 'OR' })
  }
}

const sectionsOf = ({ title, url, rank, sections }) =>
  sections.map(([anchor, heading, text]) => {
    const address = anchor === '' ? url : `${url}#${anchor}`
    return { id: address, url: address, page: title, rank, heading, text }
  })

/** The words of a search, each with its synonym as an alternative. */
function wordsOf(text) {
  const plain = text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
  const replaced = phrases.reduce(
    (rest, phrase) => ` ${rest} `.replaceAll(` ${phrase} `, ` ${synonyms[phrase]} `).trim(),
    plain,
  )
  return replaced
    .split(' ')
    .filter((word) => word !== '' && term(word) !== null)
    .map((word) => {
      const synonym = synonyms[word] ?? synonyms[term(word)]
      return synonym ? { combineWith: 'OR', queries: [word, synonym] } : word
    })
}
