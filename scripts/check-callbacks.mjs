/**
 * Finds calls that may throw and that nothing catches, in callbacks of events, timers and streams: what such a callback throws
 * reaches no caller, and may end the process. Calls are followed through functions of the same file. An async callback has to catch what
 * it awaits. A pattern of the linter would see only the callback itself.
 */
import ts from 'typescript'
import { shippedSources } from './root.mjs'
import { each, locationOf, parse } from './syntax.mjs'

/** Functions that take a callback which nothing stands behind, by their last name. */
const callers = new Set([
  ...['on', 'once', 'addListener', 'prependListener', 'prependOnceListener', 'addEventListener', 'subscribe'],
  ...['setTimeout', 'setInterval', 'setImmediate', 'nextTick', 'queueMicrotask'],
  ...['createServer', 'createConnection', 'connect', 'request', 'connectToProxy', 'openTunnel', 'encrypt'],
])

/** Functions that throw for some of their arguments. */
const throwing = new Set(
  `decodeURIComponent, decodeURI, encodeURIComponent, encodeURI, BigInt, structuredClone, atob, btoa, JSON.parse, Buffer.alloc,
  Buffer.allocUnsafe, fileURLToPath, execFileSync, execSync, spawnSync, timingSafeEqual, createHmac, createHash, createCipheriv,
  createDecipheriv, createPublicKey, createPrivateKey, gunzipSync, inflateSync, brotliDecompressSync, readFileSync, writeFileSync,
  statSync, readdirSync, mkdirSync, rmSync, renameSync, openSync, new URL, new RegExp, new Intl.DateTimeFormat,
  new Intl.NumberFormat, new TextDecoder, toISOString`.split(/,\s+/),
)

/** What a callback throws in a thread with a starter ends the thread, which its starter replaces. */
const threads = /\/(ports\/src\/scripts\/script-thread|sqlite\/(reader|checkpoint)-thread)\.ts$/

/** Returns `{ seen, problems }`: how many callbacks were seen, and a line for each call. */
export function checkCallbacks() {
  const found = ['server', 'ports', 'storage', 'cli']
    .flatMap(shippedSources)
    .filter((path) => !threads.test(path))
    .map((path) => callbacksOf(parse(path)))
  return {
    seen: found.reduce((sum, { callbacks }) => sum + callbacks, 0),
    problems: found.flatMap(({ problems }) => problems),
  }
}

export function callbacksOf(source) {
  const functions = functionsOf(source)
  const problems = new Set()
  let callbacks = 0
  const report = (node, what) => {
    problems.add(
      `${locationOf(node)}: ${what} in an event callback without try/catch: what it throws reaches no caller`,
    )
  }
  each(source, (node) => {
    if (!ts.isCallExpression(node) || !callers.has(lastName(node.expression))) return
    for (const argument of node.arguments) {
      const callback = isFunction(argument) ? argument : functions.get(lastName(argument))
      if (!callback) continue
      callbacks += 1
      follow(callback, functions, report, new Set())
    }
  })
  return { callbacks, problems: [...problems] }
}

/** Reports the throwing calls of a function and of those that it calls. An async one throws to whoever has its promise. */
function follow(callback, functions, report, seen) {
  if (seen.has(callback) || !callback.body) return
  seen.add(callback)
  const isFirst = seen.size === 1
  if (isAsync(callback) && !isFirst) return
  const visit = (node) => {
    if (node !== callback.body && isFunction(node)) return
    if (ts.isTryStatement(node) && node.catchClause) {
      visit(node.catchClause.block)
      if (node.finallyBlock) visit(node.finallyBlock)
      return
    }
    if (ts.isThrowStatement(node)) report(node, 'throw')
    if (ts.isAwaitExpression(node) && isFirst) report(node, 'await')
    if (ts.isCallExpression(node) || ts.isNewExpression(node)) {
      const called = nameOf(node)
      if (called !== undefined) report(node, called)
      else if (ts.isCallExpression(node)) {
        const next = functions.get(lastName(node.expression))
        if (next) follow(next, functions, report, seen)
      }
    }
    ts.forEachChild(node, visit)
  }
  visit(callback.body)
}

/** The name in the list under which a call stands; of a method that only its last name counts. */
function nameOf(node) {
  const whole = node.expression.getText().replace(/\s/g, '')
  const name = ts.isNewExpression(node) ? `new ${whole}` : whole
  if (throwing.has(name)) return isChecked(node) ? undefined : name
  const last = lastName(node.expression)
  return ts.isCallExpression(node) && last !== name && throwing.has(last) ? last : undefined
}

/** `new URL(…)` of a text that is written there, which a test would have found wrong. */
function isChecked(node) {
  return node.arguments?.length > 0 && node.arguments.every(ts.isStringLiteralLike)
}

/** Functions and methods of a file by their names. */
function functionsOf(source) {
  const functions = new Map()
  each(source, (node) => {
    if ((ts.isFunctionDeclaration(node) || ts.isMethodDeclaration(node)) && node.name)
      functions.set(node.name.getText(), node)
    if (ts.isVariableDeclaration(node) && node.initializer && isFunction(node.initializer))
      functions.set(node.name.getText(), node.initializer)
  })
  return functions
}

const isFunction = (node) => ts.isArrowFunction(node) || ts.isFunctionExpression(node) || ts.isFunctionDeclaration(node)
const isAsync = (node) => node.modifiers?.some(({ kind }) => kind === ts.SyntaxKind.AsyncKeyword) ?? false
const lastName = (node) => (ts.isPropertyAccessExpression(node) ? node.name.getText() : node.getText())
