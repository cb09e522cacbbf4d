import MarkdownIt, { type Token } from 'markdown-it'
import type { MarkdownAttributes, MarkdownTag } from './markdown-node.ts'
import { PieceBuilder } from './piece-builder.ts'

const markdown = new MarkdownIt({ html: false, linkify: true })
/** Deeper links and emphasis stay text. */
const deepestInline = 100
// Blocks that are deeper than the limit would be left out with all their text, so it holds for lines only.
markdown.core.ruler.before('inline', 'limit', ({ md }) => {
  md.set({ maxNesting: deepestInline })
})
/** How items of GitHub's task lists begin, and what is shown for it. */
const tasks: ReadonlyMap<string, string> = new Map([
  ['[ ] ', '☐ '],
  ['[x] ', '☑ '],
  ['[X] ', '☑ '],
])
markdown.core.ruler.push('tasks', ({ tokens }) => {
  for (const [at, { children }] of tokens.entries()) {
    const text = children?.[0]
    const box = text?.type === 'text' ? tasks.get(text.content.slice(0, 4)) : undefined
    if (text !== undefined && box !== undefined && tokens[at - 2]?.type === 'list_item_open')
      text.content = box + text.content.slice(4)
  }
})
// Only complete addresses become links: `setup.py` is a file, not a host.
markdown.linkify.set({ fuzzyLink: false, fuzzyEmail: false, fuzzyIP: false })
// Other addresses stay text (attacks UI4).
markdown.validateLink = address => /^(?:https?:\/\/|mailto:)/i.test(address)

/** The page's own heading is the first one, so those of Markdown begin below it. */
const tags: Readonly<Record<string, MarkdownTag>> = {
  a: 'a',
  blockquote: 'blockquote',
  em: 'em',
  h1: 'h2',
  h2: 'h3',
  h3: 'h4',
  h4: 'h4',
  h5: 'h4',
  h6: 'h4',
  li: 'li',
  ol: 'ol',
  p: 'p',
  s: 's',
  strong: 'strong',
  table: 'table',
  tbody: 'tbody',
  td: 'td',
  th: 'th',
  thead: 'thead',
  tr: 'tr',
  ul: 'ul',
}

/**
 * Formats a Markdown text (CommonMark, tables, task lists, strikethrough and bare addresses) as pieces, each a list of
 * `MarkdownNode`s as JSON. HTML stays text, images become links, and links lead to the web and to mail only.
 * It can take seconds, so the page runs it in a worker. Throws a RangeError if quotes or lists are nested
 * thousands of levels deep.
 */
export function readMarkdown(text: string): readonly string[] {
  markdown.set({ maxNesting: Number.POSITIVE_INFINITY })
  const builder = new PieceBuilder()
  addTokens(builder, markdown.parse(text, {}), false)
  return builder.finish()
}

function addTokens(builder: PieceBuilder, tokens: readonly Token[], isLinked: boolean): void {
  let isInLink = isLinked
  for (const token of tokens) {
    if (token.type === 'link_open') isInLink = true
    if (token.type === 'link_close') isInLink = false
    addToken(builder, token, isInLink)
  }
}

function addToken(builder: PieceBuilder, token: Token, isInLink: boolean): void {
  switch (token.type) {
    case 'inline':
      addTokens(builder, token.children ?? [], isInLink)
      return
    case 'text':
      builder.text(token.content)
      return
    case 'softbreak':
      builder.text('\n')
      return
    case 'hardbreak':
      addEmpty(builder, 'br')
      return
    case 'hr':
      addEmpty(builder, 'hr')
      return
    case 'code_inline':
      addCode(builder, token.content)
      return
    case 'code_block':
    case 'fence':
      builder.open('pre', languageOf(token.info))
      addCode(builder, token.content.replace(/\n$/, ''))
      builder.close()
      return
    case 'image':
      addImage(builder, token, isInLink)
      return
  }
  addBracket(builder, token)
}

/** A language is the first word after the fence. */
function languageOf(info: string): MarkdownAttributes {
  const [language = ''] = info.trimStart().slice(0, longestLanguage).toLowerCase().split(' ')
  return language === '' ? {} : { language }
}

const longestLanguage = 20

function addEmpty(builder: PieceBuilder, tag: MarkdownTag): void {
  builder.open(tag)
  builder.close()
}

function addCode(builder: PieceBuilder, text: string): void {
  builder.open('code')
  builder.text(text)
  builder.close()
}

/** An image is not fetched, as that would tell its server who reads the docs and when. */
function addImage(builder: PieceBuilder, token: Token, isInLink: boolean): void {
  const href = String(token.attrGet('src') ?? '')
  if (!isInLink) builder.open('a', { href })
  builder.text(token.content || href)
  if (!isInLink) builder.close()
}

/** The start or the end of an element. The paragraphs of a tight list are hidden. */
function addBracket(builder: PieceBuilder, token: Token): void {
  const tag = tags[token.tag]
  if (tag === undefined || token.hidden || token.nesting === 0) return
  if (token.nesting === 1) builder.open(tag, attributesOf(token, tag))
  else builder.close()
}

function attributesOf(token: Token, tag: MarkdownTag): MarkdownAttributes {
  if (tag === 'a') return { href: String(token.attrGet('href') ?? '') }
  if (tag === 'ol') return { start: Number(token.attrGet('start') ?? 1) }
  if (tag === 'td' || tag === 'th') return alignOf(String(token.attrGet('style') ?? ''))
  return {}
}

function alignOf(style: string): MarkdownAttributes {
  for (const align of ['left', 'center', 'right'] as const)
    if (style === `text-align:${align}`) return { align }
  return {}
}
