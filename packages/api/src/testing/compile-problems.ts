import ts from 'typescript'

/** Returns what the compiler reports about a file and everything that it imports, in the strictest mode. */
export function compileProblems(file: string): string[] {
  const program = ts.createProgram([file], {
    strict: true,
    noEmit: true,
    target: ts.ScriptTarget.ES2022,
    module: ts.ModuleKind.ESNext,
    moduleResolution: ts.ModuleResolutionKind.Bundler,
    lib: ['lib.es2023.d.ts', 'lib.dom.d.ts', 'lib.dom.iterable.d.ts'],
    types: [],
    skipDefaultLibCheck: true,
  })
  if (program.getSourceFiles().length < 3) throw new Error(`${file} imports nothing.`)
  return ts.getPreEmitDiagnostics(program).map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, '\n'))
}
