/** The little of WebAssembly that is used here; the types of Node 20 leave it to those of browsers. */
declare namespace WebAssembly {
  interface Module {
    readonly [brand: symbol]: 'module'
  }
  class Memory {
    constructor(pages: { initial: number; maximum: number })
    readonly buffer: ArrayBuffer
    grow(pages: number): number
  }
  function compile(bytes: Uint8Array): Promise<Module>
}
