/** Search and copy buttons. Pages work without this script. */
import { createSearch } from './search.js'

const box = document.querySelector('.search')
const input = box.querySelector('input')
const found = box.querySelector('#found')
const status = box.querySelector('[role=status]')
const max = 8
let index

box.hidden = false
input.addEventListener('focus', load)
input.addEventListener('input', show)
box.addEventListener('keydown', moveFocus)
document.addEventListener('keydown', (event) => {
  const isTyping = event.target instanceof HTMLElement && event.target.matches('input, textarea')
  if (event.key !== '/' || isTyping || event.ctrlKey || event.metaKey || event.altKey) return
  event.preventDefault()
  input.focus()
})
document.addEventListener('click', (event) => {
  if (!box.contains(event.target)) found.hidden = true
})

/** On a phone the list of pages starts closed. */
if (matchMedia('(max-width: 60rem)').matches) document.querySelector('details').open = false

for (const block of document.querySelectorAll('main pre')) {
  const button = document.createElement('button')
  button.type = 'button'
  button.className = 'copy secondary'
  button.textContent = 'Copy'
  button.addEventListener('click', async () => {
    try {
      await navigator.clipboard.writeText(block.textContent.trimEnd())
      button.textContent = 'Copied'
    } catch {
      button.textContent = 'Copying failed'
    }
    setTimeout(() => (button.textContent = 'Copy'), 2000)
  })
  const frame = document.createElement('div')
  frame.className = 'code'
  block.replaceWith(frame)
  frame.append(block, button)
}

function load() {
  index ??= fetch('/docs/search.json')
    .then((response) => (response.ok ? response.json() : Promise.reject(new Error(`HTTP ${response.status}`))))
    .then(createSearch)
    .catch((error) => {
      console.error('The search could not be loaded:', error)
      index = undefined
    })
  return index
}

async function show() {
  const words = input.value.trim()
  const search = await load()
  if (words !== input.value.trim()) return
  const hits = words && search ? search(words).slice(0, max) : []
  found.hidden = words === ''
  found.replaceChildren(...(hits.length > 0 ? hits.map((hit) => entry(hit)) : [emptyState(search)]))
  status.textContent = words === '' ? '' : `${hits.length} results`
}

function emptyState(search) {
  const text = document.createElement('p')
  text.textContent = search ? 'No results' : 'Search is unavailable. Reload the page to try again.'
  return text
}

function entry({ url, page, heading, text, terms }) {
  const link = document.createElement('a')
  link.href = url
  const title = document.createElement('strong')
  title.textContent = heading === page ? page : `${page} › ${heading}`
  const excerpt = document.createElement('small')
  excerpt.textContent = around(text, terms)
  link.append(title, excerpt)
  link.addEventListener('click', () => (found.hidden = true))
  return link
}

/** The part of a text around the first word that was found. */
function around(text, terms) {
  const indexes = terms.map((term) => text.toLowerCase().indexOf(term)).filter((position) => position >= 0)
  const from = Math.max(0, Math.min(...indexes, text.length) - 40)
  const start = indexes.length > 0 && from > 0 ? text.indexOf(' ', from) + 1 : 0
  return `${start > 0 ? '… ' : ''}${text.slice(start, start + 140)}`
}

function moveFocus(event) {
  if (event.key === 'Escape') {
    found.hidden = true
    input.focus()
  }
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
  if (step === undefined || found.hidden) return
  event.preventDefault()
  const indexes = [input, ...found.querySelectorAll('a')]
  const next = indexes.indexOf(document.activeElement) + step
  indexes[Math.max(0, Math.min(next, indexes.length - 1))].focus()
}
