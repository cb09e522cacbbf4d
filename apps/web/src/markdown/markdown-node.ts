/** The elements that Markdown can produce; there are no others. */
export type MarkdownTag =
  | 'a'
  | 'blockquote'
  | 'br'
  | 'code'
  | 'em'
  | 'h2'
  | 'h3'
  | 'h4'
  | 'hr'
  | 'li'
  | 'ol'
  | 'p'
  | 'pre'
  | 's'
  | 'strong'
  | 'table'
  | 'tbody'
  | 'td'
  | 'th'
  | 'thead'
  | 'tr'
  | 'ul'

export interface MarkdownAttributes {
  /** Of a link: its address, which begins with `http://`, `https://` or `mailto:`. */
  readonly href?: string
  /** Of a numbered list: the number of its first item. */
  readonly start?: number
  /** Of a cell. */
  readonly align?: 'left' | 'center' | 'right'
  /** Of code: what its author calls the language, in lower case. */
  readonly language?: string
}

export interface MarkdownElement extends MarkdownAttributes {
  readonly tag: MarkdownTag
  readonly children: readonly MarkdownNode[]
  /** Whether the element began in the piece before. */
  readonly isContinued?: boolean
  /** Whether the element continues in the next piece. */
  readonly continues?: boolean
}

/** A text or an element of formatted Markdown. It is plain data, so that no text can become HTML. */
export type MarkdownNode = string | MarkdownElement
