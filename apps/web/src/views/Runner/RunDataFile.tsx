import { revealInvisible } from '@parley/model'
import { Button } from '../../components/buttons/Button.tsx'
import { SelectFileButton } from '../../components/buttons/SelectFileButton.tsx'
import { useRunPages } from '../../wiring/use-stores.ts'
import type { DataFile } from '../../workbench/runs/run-data.ts'
import styles from './RunOptions.module.css'

export interface RunDataFileProps {
  readonly tabId: string
  /** Undefined: none is selected. */
  readonly data: DataFile | undefined
}

/** The data file of a run with its first rows: each row is one iteration. */
export function RunDataFile({ tabId, data }: RunDataFileProps) {
  const runPages = useRunPages()
  return (
    <div className={styles.data}>
      <div className={styles.dataHead}>
        <div className={styles.dataWords}>
          <div>Data file</div>
          <div className={styles.detail}>
            {data === undefined
              ? 'CSV with names in its first line, or a JSON list of objects.'
              : `${revealInvisible(data.name)} · ${data.totalRows.toLocaleString('en')} ${data.totalRows === 1 ? 'row' : 'rows'}`}
          </div>
        </div>
        {data !== undefined && (
          <Button size="small" onPress={() => runPages.removeData(tabId)}>
            Remove
          </Button>
        )}
        <SelectFileButton
          onSelect={([file]) => {
            if (file !== undefined) void runPages.chooseData(tabId, file)
          }}
        />
      </div>
      {data?.problem != null && (
        <p className={styles.fault} role="alert">
          {revealInvisible(data.problem)}
        </p>
      )}
      {data !== undefined && data.rows.length > 0 && <DataPreview data={data} />}
    </div>
  )
}

function DataPreview({ data }: { readonly data: DataFile }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must take the arrow keys.
    <section className={styles.preview} aria-label="First rows of the data file" tabIndex={0}>
      <table aria-label="First rows of the data file">
        <thead>
          <tr>
            {data.columns.map(name => (
              <th key={name} scope="col">
                {revealInvisible(name)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {data.rows.map((row, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: rows repeat, and never move.
            <tr key={index}>
              {data.columns.map((name, column) => (
                <td key={name}>{revealInvisible(row[column] ?? '')}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
