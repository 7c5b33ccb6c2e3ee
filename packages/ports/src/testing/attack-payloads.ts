/** Scripts that try to get out, to break what judges them, or to leave something behind. `CANARY` is a path that must not appear. */
export const attackPayloads: { name: string; code: string }[] = Object.entries({
  'static import of a file system':
    "const fs = await import('fs'); fs.writeFileSync('CANARY', ''); return fs.readFileSync('/etc/passwd', 'utf8')",
  'import with the scheme of the host': "return Object.keys(await import('node:child_process'))",
  'import of a data address': "return (await import('data:text/javascript,export default 1')).default",
  'import of a file address': "return await import('file:///etc/passwd')",
  'import made by a constructor': 'return await new Function(\'return import("os")\')()',
  'import of the engine’s own modules': "return (await import('std')).getenv('MARKER')",
  'meta of a module': "return eval('import.meta.url')",
  'a process by its name': "return process.mainModule.require('child_process').execSync('touch CANARY').toString()",
  'a process from this': "return this.constructor.constructor('return process.env')()",
  'a process from this of a loose function': 'return (function () { return this.process.env })()',
  'a process from an async generator':
    "return (await (async function* () {}).constructor('yield process.env')().next()).value",
  'a binding': "return process.binding('fs')",
  'a hook of stack frames':
    'Error.prepareStackTrace = (error, frames) => frames.map((f) => f.getThis()); return new Error().stack',
  'a hook of stack frames that digs':
    "Error.prepareStackTrace = (e, f) => f[0].getFunction().constructor('return process')().env; return String(new Error('x').stack)",
  'a limit of stack frames':
    'Error.stackTraceLimit = Infinity; const f = (n) => (n ? f(n - 1) : new Error().stack); return f(50)',
  'the names of files in a stack': 'return new Error().stack + new Error().fileName',
  'an error from the depth of the stack':
    'let deepest; const f = () => { try { f() } catch (e) { deepest ??= e } }; f(); return deepest.constructor.constructor("return typeof process")()',
  'an error from a host format':
    "try { new Intl.DateTimeFormat('en', { timeZone: 'No/Where' }) } catch (e) { return e.constructor.constructor('return typeof process')() + e.stack }",
  'an error from a host format by its cause':
    "try { new Intl.NumberFormat('xx-invalid-locale-name') } catch (e) { return [typeof e.cause, Object.keys(e)] }",
  'a format whose options have getters':
    "return new Intl.NumberFormat('en', { get style() { return { toString: () => 'percent' } } }).format(1)",
  'a format of a proxy':
    "return new Intl.ListFormat('en').format(new Proxy([], { get: (t, k) => (k === 'toJSON' ? () => ['constructor'] : t[k]) }))",
  'a format with the prototype as options':
    'return (1).toLocaleString(\'en\', JSON.parse(\'{"__proto__": {"style": "percent"}}\'))',
  'a format by the name of a host method':
    "Intl.NumberFormat.prototype.constructor = 'x'; return (1).toLocaleString(['en', { toString: 1 }])",
  'formatting after JSON is broken':
    'JSON.stringify = () => \'{"on":"process","method":"exit","values":[]}\'; return (1).toLocaleString()',
  'formatting with the names of the prototype':
    "Object.prototype.toJSON = () => ({ on: 'constructor', method: 'constructor', values: [] }); return (1).toLocaleString()",
  'a species of promises':
    'class P extends Promise { static get [Symbol.species]() { return Function } }; return await new P((r) => r(1)).then((x) => x)',
  'a constructor of promises that gives away its functions':
    'let got; class P extends Promise { constructor(f) { super((a, b) => { got = [a, b]; f(a, b) }) } }; await P.resolve(1).then(() => 2); return got[0].constructor("return typeof process")()',
  'a then on the prototype of promises':
    "const then = Promise.prototype.then; Promise.prototype.then = function (a, b) { return then.call(this, (v) => a({ toJSON: () => 'forged' }), b) }; return 1",
  'a then on the prototype of everything':
    'Object.prototype.then = function (resolve) { resolve(globalThis) }; return {}',
  'a then that is returned': 'return { then(resolve) { resolve({ then: 1 }) } }',
  'a then that never ends': 'return { then() {} }',
  'a then in what setVariable is given': "setVariable('a', { then: (r) => r(globalThis) }); return 1",
  'a proxy around everything':
    'return new Proxy({}, { get: (t, k) => (k === "toJSON" ? () => globalThis : 1), ownKeys: () => ["a"] })',
  'a proxy whose prototype traps':
    "return Object.create(new Proxy({}, { get(t, k, r) { throw r.constructor.constructor('return process')() } }))",
  'a proxy that is thrown': "throw new Proxy({}, { get(t, k) { return k === 'message' ? 'gotcha' : Function } })",
  'a thrown object with getters': 'throw { get name() { throw globalThis }, get message() { return this.name } }',
  'a thrown function': 'throw Function',
  'a thrown global': 'throw globalThis',
  'a thrown symbol': "throw Symbol('process')",
  'a thrown null': 'throw null',
  'a returned global': 'return globalThis',
  'a returned function': 'return Function',
  'a getter on what is returned': "return { get a() { return Function('return typeof process')() } }",
  'a toJSON on what is returned': "return { toJSON: () => Function('return typeof process')() }",
  'a toJSON on every list': 'Array.prototype.toJSON = () => [{ name: 1 }]; setVariable("a", 1); return [1]',
  'a toJSON on every text':
    'String.prototype.toJSON = function () { return { forged: true } }; setVariable("a", "b"); return "text"',
  'a key for every object':
    "Object.defineProperty(Object.prototype, 'state', { get: () => 'done', set() {} }); return 1",
  'a setter for the parts of reports':
    "Object.defineProperty(Array.prototype, '0', { set(v) { this.stolen = v } }); fetch('http://canary/'); return 1",
  'a broken way of joining':
    'Array.prototype.join = String.prototype.slice = String.prototype.concat = () => \'{"state":"done","value":"forged"}\'; throw 1',
  'a broken keyword of iteration':
    'Array.prototype[Symbol.iterator] = function* () { yield globalThis }; setVariable("a", [1]); return [...[1]]',
  'a report that is forged by its text': 'return \'"}],"state":"done","value":{"process":1}\'',
  'a forged memory report': 'JSON.stringify = () => \'{"state":"memory"}\'; return 1',
  'a name that closes the report': 'setVariable(\'"},{"state":"done\', 1); return 1',
  'a name that is an object with code':
    "setVariable({ toString: () => Function('return typeof process')() }, 1); return 1",
  'a name that throws': 'setVariable({ toString() { throw globalThis } }, 1); return 1',
  'the prototype as a name':
    "setVariable('__proto__', { polluted: true }); setVariable('constructor', { prototype: { polluted: true } }); return 1",
  'the prototype as a key':
    'return JSON.parse(\'{"__proto__": {"polluted": true}, "constructor": {"prototype": {"polluted": true}}}\')',
  'pollution of all prototypes':
    "for (const k of Reflect.ownKeys(globalThis)) { const p = globalThis[k]?.prototype; if (p) try { p.polluted = true; p.toString = () => 'polluted' } catch {} } return {}",
  'frozen built-ins':
    'for (const k of Reflect.ownKeys(globalThis)) try { Object.freeze(globalThis[k]); Object.freeze(globalThis[k].prototype) } catch {} return 1',
  'deleted built-ins': 'for (const k of Reflect.ownKeys(globalThis)) delete globalThis[k]; return 1',
  'replaced built-ins':
    'globalThis.Object = globalThis.JSON = globalThis.Promise = globalThis.Reflect = globalThis.String = undefined; return 1',
  'the caller of a function': 'return (function f() { return String(f.caller) + String(arguments.callee.caller) })()',
  'the caller by a getter':
    "return (function () { 'use strict'; try { return String(arguments.callee) } catch (e) { return e.name } })()",
  'the arguments of the caller': 'const f = () => f.arguments; return String(f())',
  'the source of the door': "return [setVariable, fetch, console.log].map(String).join('').includes('process')",
  'the source of the caller': "let s = ''; try { null.x } catch (e) { s = e.stack } return s.includes('/') ",
  'a with statement':
    "return new Function('o', 'with (o) { return typeof process }')(new Proxy({}, { has: () => true, get: (t, k) => (k === Symbol.unscopables ? undefined : k) }))",
  'code that ends the function early': 'return 1 }), (function () { globalThis.outside = true',
  'code that ends the function early in a field': 'return }[globalThis.outside = 1] = function () {',
  'code that is half a comment': '/* */ return 1 /*',
  'code that hides behind an HTML comment': 'return 1\n--> }), process.exit(), (() => {',
  'code with separators of lines': 'return "a\u2028b" // \u2029 process.exit()',
  'code with a zero character': 'return "a\u0000b".length',
  'shared memory': 'return new SharedArrayBuffer(1024).byteLength',
  'shared memory that grows':
    'const b = new SharedArrayBuffer(8, { maxByteLength: 1e9 }); b.grow?.(1e9); return b.byteLength',
  'memory of a wild size': 'return new ArrayBuffer(0x7fffffff).byteLength',
  'memory behind its end': 'const a = new Uint8Array(8); return [a[8], a[-1], a[1e9], Object.keys(a)]',
  'memory that is moved away':
    'const b = new ArrayBuffer(8); const a = new Uint8Array(b); b.transfer?.(); return [...a]',
  'memory that shrinks while it is sorted':
    'const b = new ArrayBuffer(64, { maxByteLength: 128 }); const a = new Uint8Array(b); a.sort(() => { b.resize?.(0); return 0 }); return [...a]',
  'memory read through a view':
    'const a = new DataView(new ArrayBuffer(8)); try { return a.getUint8(-1) } catch (e) { return e.name }',
  'a list that shrinks while it is sorted': 'const a = [3, 2, 1]; a.sort(() => { a.length = 0; return 1 }); return a',
  'a list that changes while it is spliced':
    'const a = Array(100).fill(1); a.splice(0, { valueOf() { a.length = 0; return 50 } }, ...a); return a.length',
  'a weak reference': 'return typeof new WeakRef(globalThis).deref().process',
  'a finalizer':
    'const r = new FinalizationRegistry(() => { globalThis.process = 1 }); r.register({}, 1); return typeof process',
  'a wait on shared memory': 'Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1e9)',
  'a regular expression that is broken in': 'RegExp.prototype.exec = () => globalThis; return "a".replace(/a/, "b")',
  'a regular expression from deep inside':
    "return 'aaa'.match(new RegExp('(?:' + '(?:a'.repeat(2000) + ')'.repeat(2001)))",
  'a date with a broken primitive': "Date.prototype[Symbol.toPrimitive] = () => globalThis; return new Date() + ''",
  'a fetch of a file': "return await fetch('file:///etc/passwd')",
  'a fetch with a getter for an address':
    "return await fetch({ get url() { return Function('return typeof process')() } })",
  'a fetch with a poisoned init':
    "return await fetch('http://canary/', new Proxy({}, { get: (t, k) => ({ toString: () => String(k), constructor: 1 }) }))",
  'a fetch with the prototype as headers':
    'return await fetch(\'http://canary/\', { headers: JSON.parse(\'{"__proto__": "x"}\') })',
  'a fetch whose answer is forged':
    "const then = fetch('http://canary/'); then.constructor = Function; return typeof await then",
  'a flood of globals':
    'for (let i = 0; i < 10000; i += 1) globalThis[`g${i}`] = i; return Object.keys(globalThis).length > 10000',
  'a redefinition of undefined':
    "try { Object.defineProperty(globalThis, 'undefined', { value: 1 }) } catch (e) { return e.name }",
  'a class with a private way': 'class A { #x = 1; static leak(o) { return #x in o } } return A.leak(globalThis)',
  'a label and a jump': 'out: { try { break out } finally { globalThis.left = true } } return 1',
  'an iterator that is never closed':
    'const i = { [Symbol.iterator]: () => ({ next: () => ({ value: globalThis, done: false }), return() { throw Function } }) }; try { for (const x of i) break } catch (e) { return e("return typeof process")() } return 1',
}).map(([name, code]) => ({ name, code }))
