import type { ReactNode } from 'react'
import { type MarkdownBlock, type MarkdownSpan, readMarkdown } from '../../workbench/markdown.ts'
import styles from './MarkdownView.module.css'

/** A Markdown text as it is meant. It is data to the end: nothing in it becomes HTML. */
export function MarkdownView({ text }: { readonly text: string }) {
  const blocks = readMarkdown(text)
  if (blocks.length === 0) return <p className={styles.nothing}>Nothing is written here yet.</p>
  return (
    <section aria-label="Docs" className={styles.text}>
      {numbered(blocks).map(({ key, value }) => (
        <Block key={key} block={value} />
      ))}
    </section>
  )
}

function Block({ block }: { readonly block: MarkdownBlock }): ReactNode {
  switch (block.kind) {
    case 'heading': {
      // The name of the page is its first heading.
      const Heading = block.level === 1 ? 'h2' : block.level === 2 ? 'h3' : 'h4'
      return (
        <Heading>
          <Spans spans={block.spans} />
        </Heading>
      )
    }
    case 'paragraph':
      return (
        <p>
          <Spans spans={block.spans} />
        </p>
      )
    case 'quote':
      return (
        <blockquote>
          <Spans spans={block.spans} />
        </blockquote>
      )
    case 'code':
      return (
        <pre>
          <code>{block.text}</code>
        </pre>
      )
    case 'list': {
      const List = block.isOrdered ? 'ol' : 'ul'
      return (
        <List>
          {numbered(block.items).map(({ key, value }) => (
            <li key={key}>
              <Spans spans={value} />
            </li>
          ))}
        </List>
      )
    }
    case 'rule':
      return <hr />
  }
}

function Spans({ spans }: { readonly spans: readonly MarkdownSpan[] }): ReactNode {
  return numbered(spans).map(({ key, value }) => <Span key={key} span={value} />)
}

function Span({ span }: { readonly span: MarkdownSpan }): ReactNode {
  switch (span.kind) {
    case 'text':
      return span.text
    case 'code':
      return <code>{span.text}</code>
    case 'strong':
      return <strong>{span.text}</strong>
    case 'emphasis':
      return <em>{span.text}</em>
    case 'link':
      return (
        <a href={span.href} target="_blank" rel="noopener noreferrer" title={span.href}>
          {span.text}
        </a>
      )
  }
}

/** What has no name of its own is known by its place. */
function numbered<Value>(values: readonly Value[]) {
  return values.map((value, index) => ({ key: String(index), value }))
}
