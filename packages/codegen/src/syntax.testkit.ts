import { existsSync } from 'node:fs'
import { fromCodeCache } from './code-toolchain.testkit.ts'

/** The used parts of a syntax tree's node. */
interface SyntaxNode {
  readonly hasError: boolean
  readonly isError: boolean
  readonly isMissing: boolean
  readonly text: string
  readonly children: readonly SyntaxNode[]
}

const grammars = {
  swift: '@repomix/tree-sitter-wasms/out/tree-sitter-swift.wasm',
  dart: '@repomix/tree-sitter-wasms/out/tree-sitter-dart.wasm',
  powershell: '@vscode/tree-sitter-wasm/wasm/tree-sitter-powershell.wasm',
} as const

/**
 * Returns a function that finds syntax errors in pieces of code. Resolves to null if the parser is not
 * installed.
 */
export async function loadSyntax(
  id: keyof typeof grammars,
): Promise<((code: string) => readonly string[]) | null> {
  const program = fromCodeCache('node_modules/web-tree-sitter/web-tree-sitter.js')
  const grammar = fromCodeCache(`node_modules/${grammars[id]}`)
  if (!existsSync(program) || !existsSync(grammar)) return null
  const { Parser, Language } = await import(program)
  await Parser.init()
  const parser = new Parser()
  parser.setLanguage(await Language.load(grammar))
  return code => {
    // Swift's grammar knows conditional compilation only in some places.
    const tree: { readonly rootNode: SyntaxNode } = parser.parse(code.replace(/^#(?:if|endif).*$/gm, ''))
    return faultsIn(tree.rootNode)
  }
}

function faultsIn(node: SyntaxNode): readonly string[] {
  if (!node.hasError && !node.isMissing) return []
  if (node.isError || node.isMissing) return [node.text]
  return node.children.flatMap(faultsIn)
}
