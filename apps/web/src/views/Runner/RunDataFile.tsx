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
  /** The file that is being read, and takes its place. */
  readonly reading: File | undefined
}

/** The data file of a run with its first rows: each row is one iteration. */
export function RunDataFile({ tabId, data, reading }: RunDataFileProps) {
  const runPages = useRunPages()
  const isChosen = data !== undefined || reading !== undefined
  return (
    <div className={styles.data}>
      <div className={styles.dataHead}>
        <div className={styles.dataWords}>
          <div>Data file</div>
          <div className={styles.detail} role="status">
            {describeDataFile(data, reading)}
          </div>
        </div>
        {isChosen && (
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
      {reading === undefined && data?.problem != null && (
        <p className={styles.fault} role="alert">
          {revealInvisible(data.problem)}
        </p>
      )}
      {reading === undefined && data !== undefined && data.rows.length > 0 && <DataPreview data={data} />}
    </div>
  )
}

function describeDataFile(data: DataFile | undefined, reading: File | undefined): string {
  if (reading !== undefined) return `Reading ${revealInvisible(reading.name)}`
  if (data === undefined) return 'CSV with names in its first line, or a JSON list of objects.'
  const rows = `${data.totalRows.toLocaleString('en')} ${data.totalRows === 1 ? 'row' : 'rows'}`
  return `${revealInvisible(data.name)} · ${rows}`
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
