import { revealInvisible } from '@parley/model'
import { MarkdownView } from '../../components/MarkdownView.tsx'
import styles from './SchemaExplorer.module.css'

/** Leads to the page of a type, or of one of its members. */
export type ShowDocs = (typeName: string, memberName?: string | null) => void

/** The description that a page is about, which is Markdown of the server. */
export function Description({ text }: { readonly text: string }) {
  if (text === '') return null
  return (
    <div className={styles.docs} dir="auto">
      <MarkdownView label="Description" text={revealInvisible(text)} isFromOutside />
    </div>
  )
}

/** Why something is deprecated; nothing if it is not. */
export function Deprecation({ reason }: { readonly reason: string | null }) {
  if (reason === null) return null
  return (
    <span className={styles.deprecated} dir="auto">
      Deprecated: {reason}
    </span>
  )
}

/** Says that a list has more than it shows. */
export function FirstOf({ shown, total }: { readonly shown: number; readonly total: number }) {
  if (total <= shown) return null
  return (
    <p className={styles.nothing}>
      The first {shown.toLocaleString('en')} of {total.toLocaleString('en')}
    </p>
  )
}
