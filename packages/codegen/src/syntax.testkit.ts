import { existsSync } from 'node:fs'
import { fromCodeCache } from './code-toolchain.testkit.ts'

/** A node of a syntax tree, as far as it is looked at. */
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
 * What of a code its language's grammar does not allow, piece by piece. Resolves to null where the parser
 * is not installed.
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
    // The grammar of Swift knows conditions of the compiler in some places only.
    const tree: { readonly rootNode: SyntaxNode } = parser.parse(code.replace(/^#(?:if|endif).*$/gm, ''))
    return faultsIn(tree.rootNode)
  }
}

function faultsIn(node: SyntaxNode): readonly string[] {
  if (!node.hasError && !node.isMissing) return []
  if (node.isError || node.isMissing) return [node.text]
  return node.children.flatMap(faultsIn)
}
