import { shownName } from '@parley/model'
import type { ImportPreview, ImportResult } from '@parley/server/contract'
import { Fragment, type ReactNode, useState } from 'react'
import { useStore } from 'zustand'
import { Button } from '../../components/buttons/Button.tsx'
import { useSecretPermissions, useSettings } from '../../wiring/use-stores.ts'
import styles from './ImportReport.module.css'

export interface ImportReportProps {
  readonly preview: ImportPreview
  /** Null: nothing is written yet. */
  readonly written: ImportResult | null
  /** What the user can choose before it is written. */
  readonly children?: ReactNode
}

/** The contents of an import, and everything that could not be imported unchanged. */
export function ImportReport({ preview, written, children }: ImportReportProps) {
  const { sources, totalSources, updates, sections } = preview
  const partCount = Number((written?.notWritten.length ?? 0) > 0) + updates.length + sections.length
  const reports = written?.collections.flatMap(one => one.reportPath ?? []) ?? []
  return (
    <section className={styles.report} aria-label="Import report">
      <ul className={styles.sources}>
        {sources.map(source => (
          <li key={source.path} className={styles.source}>
            <span className={styles.path}>{source.path === '' ? 'The folder' : shownName(source.path)}</span>
            <span className={styles.format}>{source.format}</span>
            <span className={styles.contents}>{source.contents}</span>
          </li>
        ))}
        {totalSources > sources.length && (
          <li className={styles.source}>and {(totalSources - sources.length).toLocaleString('en')} more</li>
        )}
      </ul>
      {children}
      {written !== null && <p className={styles.whole}>{madeWords(written)}</p>}
      {written !== null && written.globals.length > 0 && (
        <p className={styles.whole}>
          Global variables of every workspace now: {written.globals.map(name => shownName(name)).join(', ')}
        </p>
      )}
      {written !== null && written.workspaceVariables.length > 0 && (
        <p className={styles.whole}>
          Variables of the workspace now: {written.workspaceVariables.map(name => shownName(name)).join(', ')}
        </p>
      )}
      {written !== null && written.notWritten.length > 0 && (
        <ReportPart
          title="Not written"
          nextStep={null}
          lines={written.notWritten.map(text => ({ folder: '', text }))}
          totalLines={written.notWritten.length}
          isOnly={partCount === 1}
        />
      )}
      {updates.map(update => (
        <ReportPart key={update.title} {...update} isOnly={partCount === 1} />
      ))}
      {sections.map(section => (
        <ReportPart key={section.title} {...section} isOnly={partCount === 1} />
      ))}
      {sections.length === 0 && <p className={styles.whole}>Everything in the source is supported.</p>}
      {written !== null && written.secretsOfScripts.length > 0 && (
        <AllowSecrets secrets={written.secretsOfScripts} />
      )}
      {reports.length > 0 && (
        <p className={styles.whole}>
          What Parley cannot represent is listed in {reports.map(path => shownName(path)).join(', ')}.
        </p>
      )}
    </section>
  )
}

/** Returns `Now in the workspace: Shop, Live (environment)`. */
function madeWords({ collections, updated, environments }: ImportResult): string {
  const names = [
    ...collections.map(({ name }) => shownName(name)),
    ...updated.map(name => `${shownName(name)} (updated)`),
    ...environments.map(name => `${shownName(name)} (environment)`),
  ]
  return names.length === 0 ? '' : `Now in the workspace: ${names.join(', ')}`
}

/** Lets scripts read the secrets that came with them. */
function AllowSecrets({ secrets }: { readonly secrets: ImportResult['secretsOfScripts'] }) {
  const secretPermissions = useSecretPermissions()
  const [allowed, setAllowed] = useState<ReadonlySet<string>>(new Set())
  const allow = async (name: string) => {
    const ofName = secrets.filter(one => one.name === name)
    if (await secretPermissions.allow(ofName)) setAllowed(before => new Set([...before, name]))
  }
  return (
    <ul className={styles.lines} aria-label="Secrets that scripts read">
      {[...new Set(secrets.map(one => one.name))].map(name => (
        <li key={name}>
          {shownName(name)}{' '}
          <Button size="small" isDisabled={allowed.has(name)} onPress={() => void allow(name)}>
            {allowed.has(name) ? 'Allowed to scripts' : 'Allow to scripts'}
          </Button>
        </li>
      ))}
    </ul>
  )
}

/** Lets scripts require the libraries that they name. */
function AllowLibraries() {
  const settings = useSettings()
  const isOn = useStore(settings.store, state => state.settings.editor.scriptsRequireLibraries)
  return (
    <Button
      size="small"
      isDisabled={isOn}
      onPress={() => settings.change('editor', { scriptsRequireLibraries: true })}
    >
      {isOn ? 'Bundled libraries are on' : 'Turn on bundled libraries'}
    </Button>
  )
}

type ReportPartProps = ImportPreview['sections'][number] & { readonly isOnly: boolean }

/** Beside others, parts with more lines are folded at first, so that all headings are in sight. */
const mostUnfolded = 8

function ReportPart({ title, nextStep, lines, totalLines, setting, isOnly }: ReportPartProps) {
  return (
    <details className={styles.part} open={isOnly || totalLines <= mostUnfolded}>
      <summary>
        <h3 className={styles.title}>{title}</h3>{' '}
        <span className={styles.count}>{totalLines.toLocaleString('en')}</span>
      </summary>
      {nextStep !== null && <p className="quiet">{nextStep}</p>}
      {setting === 'scriptsRequireLibraries' && <AllowLibraries />}
      {foldersOf(lines).map(([folder, texts]) => (
        <Fragment key={folder}>
          {folder !== '' && <h4 className={styles.folder}>{shownName(folder)}</h4>}
          <ul className={styles.lines}>
            {texts.map((text, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the lines of a report never change places.
              <li key={index}>{shownName(text)}</li>
            ))}
          </ul>
        </Fragment>
      ))}
      {totalLines > lines.length && (
        <p className="quiet">and {(totalLines - lines.length).toLocaleString('en')} more</p>
      )}
    </details>
  )
}

/** Returns the lines by the folders of what they are about, in the order of the first line of each. */
function foldersOf(lines: ReportPartProps['lines']): readonly (readonly [string, readonly string[]])[] {
  const folders = new Map<string, string[]>()
  for (const { folder, text } of lines) folders.set(folder, [...(folders.get(folder) ?? []), text])
  return [...folders]
}
