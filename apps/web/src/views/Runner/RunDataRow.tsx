import { shownName } from '@parley/model'
import type { ShownRunResult } from '@parley/server/contract'
import { useStore } from 'zustand'
import { Button } from '../../components/buttons/Button.tsx'
import { findEntry } from '../../library/find-entry.ts'
import { useLibrary, useScripts, useToasts } from '../../wiring/use-stores.ts'
import { takeRow } from '../../workbench/runs/take-row.ts'
import { Fields, Part } from '../ResponsePane/ResponseTimeline.tsx'
import { keepFocus } from '../Shortcuts/focus-pane.ts'
import styles from './RunDataRow.module.css'

interface DataRowProps {
  readonly result: ShownRunResult['result']
}

/** Those that may fit beside each other, and what may fit of each. */
const mostValues = 20
const longestText = 60

const cut = (text: string) => shownName(text.length > longestText ? `${text.slice(0, longestText)}…` : text)

/** The first values of the data row that a request was sent with, in one line; {@link DataRow} has them all. */
export function RowValues({ runId, result }: DataRowProps & { readonly runId: string }) {
  if (result.data === undefined) return null
  const first = result.data
    .slice(0, mostValues)
    .map(({ name, text }) => ({ name: cut(name), text: cut(text) }))
  return (
    <div className={styles.row}>
      <dl
        className={styles.values}
        aria-label="Data row"
        title={first.map(({ name, text }) => `${name}: ${text}`).join('\n')}
      >
        {first.map(({ name, text }, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the values of a result never move.
          <div key={at}>
            <dt>{name}</dt> <dd>{text}</dd>
          </div>
        ))}
      </dl>
      <TakeRowButton runId={runId} result={result} />
    </div>
  )
}

/** Renders nothing if the request is no longer in the library. */
function TakeRowButton({ runId, result: { id, index } }: DataRowProps & { readonly runId: string }) {
  const library = useLibrary()
  const scripts = useScripts()
  const toasts = useToasts()
  const entry = useStore(library.store, state => findEntry(state.tree, id))
  if (entry === null) return null
  async function open(found: NonNullable<typeof entry>): Promise<void> {
    if (!(await takeRow({ scripts, toasts }, runId, index))) return
    await library.openRequest(found)
    keepFocus()
  }
  return (
    <Button size="small" onPress={() => void open(entry)}>
      Open with this row’s values
    </Button>
  )
}

/** The whole data row that a request was sent with. */
export function DataRow({ result: { data, iteration } }: DataRowProps) {
  if (data === undefined) return null
  return (
    <Part title={`Data row of iteration ${(iteration + 1).toLocaleString('en')}`}>
      <Fields fields={data.map(({ name, text }) => ({ name, value: text }))} />
    </Part>
  )
}
