import { ensureSyntaxTree, syntaxTree } from '@codemirror/language'
import { EditorState, type Extension } from '@codemirror/state'
import { highlightTree, tagHighlighter } from '@lezer/highlight'
import type { CodeLanguage } from '@parley/codegen'
import type { BodyFormat } from '@parley/server/contract'
import { codeStyles } from './code-colours.ts'
import { loadCodeLanguage } from './languages/code-languages.ts'
import { formatLanguage } from './languages/format-language.ts'

/** A part of code in one colour. */
export interface CodePiece {
  readonly text: string
  /** As CSS has it; null: that of the text around it. */
  readonly colour: string | null
}

/** The names that authors give to languages, each with the name here. */
const codeNames: Readonly<Record<CodeLanguage, readonly string[]>> = {
  shell: ['shell', 'sh', 'bash', 'zsh', 'console', 'curl'],
  python: ['python', 'py'],
  javascript: ['javascript', 'js', 'jsx', 'mjs'],
  typescript: ['typescript', 'ts', 'tsx'],
  go: ['go', 'golang'],
  java: ['java'],
  csharp: ['csharp', 'cs', 'c#'],
  c: ['c', 'h'],
  php: ['php'],
  ruby: ['ruby', 'rb'],
  swift: ['swift'],
  rust: ['rust', 'rs'],
  kotlin: ['kotlin', 'kt'],
  dart: ['dart'],
  powershell: ['powershell', 'ps1', 'pwsh'],
}
const formatNames: Readonly<Partial<Record<BodyFormat, readonly string[]>>> = {
  json: ['json', 'jsonc', 'json5'],
  xml: ['xml', 'svg'],
  html: ['html'],
  css: ['css'],
  yaml: ['yaml', 'yml'],
}

const loaders: ReadonlyMap<string, () => Promise<Extension>> = new Map([
  ...entriesOf(codeNames, loadCodeLanguage),
  ...entriesOf(formatNames, format => formatLanguage(format, false)),
  ...entriesOf(
    { graphql: ['graphql', 'gql'] },
    async () => (await import('./languages/graphql-language.ts')).graphQl,
  ),
])

function entriesOf<Name extends string>(
  names: Readonly<Partial<Record<Name, readonly string[]>>>,
  load: (name: Name) => Promise<Extension>,
): readonly (readonly [string, () => Promise<Extension>])[] {
  const isName = (name: string): name is Name => name in names
  return Object.keys(names)
    .filter(isName)
    .flatMap(name => (names[name] ?? []).map(called => [called, () => load(name)] as const))
}

const highlighter = tagHighlighter(codeStyles.map(({ tag, color }) => ({ tag, class: color })))

/** The time limit for the colours of one text in milliseconds; what is beyond it stays without. */
const longestParsingMs = 50

/** Returns code with the colours of the editors, which are loaded with its language; none if the language is not known. */
export async function colouredCode(text: string, language: string): Promise<readonly CodePiece[]> {
  const extension = await loaders.get(language)?.()
  if (extension === undefined) return []
  const state = EditorState.create({ doc: text, extensions: [extension] })
  const tree = ensureSyntaxTree(state, text.length, longestParsingMs) ?? syntaxTree(state)
  const pieces: CodePiece[] = []
  let end = 0
  const add = (to: number, colour: string | null) => {
    if (to > end) pieces.push({ text: text.slice(end, to), colour })
    end = Math.max(end, to)
  }
  highlightTree(tree, highlighter, (from, to, colour) => {
    add(from, null)
    add(to, colour)
  })
  add(text.length, null)
  return pieces
}
