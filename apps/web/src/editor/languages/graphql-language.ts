import { StreamLanguage, type StreamParser } from '@codemirror/language'
import type { Extension } from '@codemirror/state'
import { bracketFolds } from './bracket-folds.ts'

interface GraphQlState {
  isInBlockString: boolean
  /** Of each open bracket, the indentation of its line in columns. */
  openIndents: number[]
  /** How many brackets are open inside the innermost of these. */
  deeper: number
}

/** The state is copied for each line, so that it must stay small in whatever text. */
const maxOpenIndents = 100

const keywords =
  /^(?:query|mutation|subscription|fragment|on|schema|extend|type|interface|union|enum|input|scalar|directive|implements|repeatable)$/

/** Colours and indents GraphQL documents (GraphQL, October 2021, §2): names by their syntax alone, without a schema. */
const parser: StreamParser<GraphQlState> = {
  name: 'graphql',
  startState: () => ({ isInBlockString: false, openIndents: [], deeper: 0 }),
  token(stream, state) {
    if (state.isInBlockString) {
      if (stream.match(/^(?:\\"""|(?!""").)*/) && stream.match('"""')) state.isInBlockString = false
      else stream.skipToEnd()
      return 'string'
    }
    if (stream.eatSpace()) return null
    if (stream.match('"""')) {
      state.isInBlockString = true
      return 'string'
    }
    if (stream.match(/^#.*/)) return 'comment'
    if (stream.match(/^"(?:[^"\\]|\\.)*"?/)) return 'string'
    if (stream.match(/^-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/)) return 'number'
    if (stream.match(/^\$[A-Za-z_]\w*/)) return 'variableName.special'
    if (stream.match(/^@[A-Za-z_]\w*/)) return 'attributeName'
    const word = stream.match(/^[A-Za-z_]\w*/)
    if (word !== null && typeof word !== 'boolean') return wordStyle(word[0])
    const character = stream.next() ?? ''
    if ('{(['.includes(character)) open(state, stream.indentation())
    else if ('})]'.includes(character)) close(state)
    return 'punctuation'
  },
  indent({ isInBlockString, openIndents }, textAfter, { unit }) {
    if (isInBlockString) return null
    // The line of `})` goes back to where the outer one was opened.
    const closing = /^[})\]]+/.exec(textAfter)?.[0].length ?? 0
    if (closing > 0) return openIndents.at(-closing) ?? 0
    const innermost = openIndents.at(-1)
    return innermost === undefined ? 0 : innermost + unit
  },
  languageData: {
    commentTokens: { line: '#' },
    closeBrackets: { brackets: ['(', '[', '{', '"'] },
    indentOnInput: /^\s*[})\]]$/,
  },
}

function open(state: GraphQlState, indent: number): void {
  if (state.openIndents.length < maxOpenIndents) state.openIndents.push(indent)
  else state.deeper += 1
}

function close(state: GraphQlState): void {
  if (state.deeper > 0) state.deeper -= 1
  else state.openIndents.pop()
}

function wordStyle(word: string): string | null {
  if (keywords.test(word)) return 'keyword'
  if (word === 'true' || word === 'false') return 'bool'
  if (word === 'null') return 'null'
  return /^[A-Z]/.test(word) ? 'typeName' : null
}

/** GraphQL as a language of the editors, with its folds and its indentation by brackets. */
export const graphQl: Extension = [StreamLanguage.define(parser), bracketFolds]
